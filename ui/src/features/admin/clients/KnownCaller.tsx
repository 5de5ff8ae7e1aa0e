import { useDeferredValue } from "react";
import { AppLink } from "../../../components/AppLink";
import { Notice } from "../../../components/Notice";
import { staffClientPage } from "../../../paths";
import { clientsKey, useStaffQuery, type ClientsPage } from "../api";
import { knownAs } from "./knownAs";

type Props = { name: string; email: string; onLeave: () => void };

/** Says while a caller is typed that somebody with that address or name is a client already, and leads there. */
export function KnownCaller({ name, email, onLeave }: Props) {
  const typed = useDeferredValue(email.trim() || name.trim());
  const { data } = useStaffQuery<ClientsPage>(typed.length > 2 ? clientsKey({ search: typed, page: 1 }) : null);
  const known = data?.items.filter((client) => knownAs(client, { name, email })) ?? [];
  if (known.length === 0) return null;
  return (
    <div role="status">
      <Notice tone="amber" title={known.some((client) => knownAs(client, { name, email }) === "email") ? "A client has this address" : "A client has this name"}>
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
