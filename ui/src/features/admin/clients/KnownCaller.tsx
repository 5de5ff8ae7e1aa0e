import { useDeferredValue } from "react";
import { AppLink } from "../../../components/AppLink";
import { Notice } from "../../../components/Notice";
import { staffClientPage } from "../../../paths";
import { clientsKey, useStaffQuery, type ClientsPage } from "../api";
import { knownAs } from "./knownAs";

const shown = 3;

type Props = { name: string; email: string; onLeave: () => void };

/** Says while a caller is typed that somebody with that address, name or beginning of a name is a client already, and leads there. */
export function KnownCaller({ name, email, onLeave }: Props) {
  const typed = useDeferredValue(email.trim() || name.trim());
  const { data } = useStaffQuery<ClientsPage>(typed.length > 2 ? clientsKey({ search: typed, page: 1 }) : null);
  const known = data?.items.filter((client) => knownAs(client, { name, email })).slice(0, shown) ?? [];
  const by = known.map((client) => knownAs(client, { name, email }));
  if (known.length === 0) return null;
  return (
    <div role="status">
      <Notice tone="amber" title={by.includes("email") ? "A client has this address" : by.includes("name") ? "A client has this name" : "Is it one of our clients?"}>
        {known.map((client) => (
          <p key={client.id}>
            {[client.name || client.email, client.newest?.reference].filter(Boolean).join(", ")}, is a client:{" "}
            <AppLink to={staffClientPage(client.id)} onClick={onLeave}>
              begin a new project on their record
            </AppLink>
            .
          </p>
        ))}
      </Notice>
    </div>
  );
}
