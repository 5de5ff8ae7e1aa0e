import { useState } from "react";
import type { components } from "../../../api/schema.gen";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { TextField } from "../../../components/TextField";
import { useBackCloses } from "../../../components/useBackCloses";
import { clientAddress, clientsKey, useStaffQuery, type ClientLine, type ClientsPage } from "../api";
import { Callable } from "../PhoneLink";
import { MergeChoice } from "./MergeChoice";
import * as css from "./MergeDialog.module.css";

type Doubles = components["schemas"]["DoublesOut"];
type Likeness = Doubles["items"][number]["likenesses"][number];
type Props = { client: { id: number; name: string; email: string }; onClose: () => void };

const reasons: Record<Likeness, string> = {
  mailbox: "the same mailbox, spelled otherwise",
  phone: "the same phone",
  name_and_address: "the same name and address",
};

/** Merges a client with a double: who it is, then what stays, moves and ends. */
export default function MergeDialog({ client, onClose }: Props) {
  const [other, setOther] = useState<number | null>(null);
  useBackCloses(other !== null, () => setOther(null));
  return (
    <Dialog open onClose={onClose} title={`Merge with a double of ${client.name || client.email}`} placement="side" stays>
      {other === null ? <Search client={client} choose={setOther} /> : <MergeChoice kept={client.id} other={other} back={() => setOther(null)} onClose={onClose} />}
    </Dialog>
  );
}

function Search({ client, choose }: { client: Props["client"]; choose: (id: number) => void }) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const doubles = useStaffQuery<Doubles>(`${clientAddress(client.id)}/doubles`);
  const found = useStaffQuery<ClientsPage>(search ? clientsKey({ search, sort: "best", page: 1 }) : null, { keepPreviousData: true });
  const likely = doubles.data?.items ?? [];
  const others = search ? (found.data?.items ?? []).filter(({ id }) => id !== client.id) : [];
  const failed = doubles.error || found.error;
  return (
    <div className={css.part}>
      <p>The record that is open stays. All that the other one has moves to it, and you see it before anything happens.</p>
      {!search && likely.length > 0 && (
        <Found
          title="Possible doubles"
          lines={likely.map(({ client: line, likenesses }) => ({ line, why: `Has ${likenesses.map((each) => reasons[each]).join(" and ")}` }))}
          choose={choose}
        />
      )}
      {!search && doubles.data && likely.length === 0 && <p>Nobody else has the same phone, the same name and address, or the same mailbox.</p>}
      <TextField label="Search all clients" type="search" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      {search && <Found title="Found" lines={others.map((line) => ({ line, why: "" }))} choose={choose} />}
      {search && found.data && others.length === 0 && <p role="status">Nobody else is found.</p>}
      {failed && <p role="alert">The other clients could not be loaded. Please try again.</p>}
    </div>
  );
}

type FoundProps = { title: string; lines: { line: ClientLine; why: string }[]; choose: (id: number) => void };

function Found({ title, lines, choose }: FoundProps) {
  if (lines.length === 0) return null;
  return (
    <section className={css.part} aria-label={title}>
      <h3>{title}</h3>
      <ul className={css.found}>
        {lines.map(({ line, why }) => (
          <li key={line.id} className={css.one}>
            <p className={css.who}>
              <strong>{line.name || "No name yet"}</strong>
              <span>{line.email}</span>
              <span>
                <Callable text={[line.phone, line.address].filter(Boolean).join(", ")} />
              </span>
              {why && <span className={css.why}>{why}</span>}
            </p>
            <Button variant="secondary" aria-label={`Look at both: ${line.name || line.email}`} onClick={() => choose(line.id)}>
              Look at both
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
