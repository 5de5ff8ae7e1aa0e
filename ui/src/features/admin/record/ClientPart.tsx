import { Suspense, useState } from "react";
import { AppLink } from "../../../components/AppLink";
import { Badge, StatusBadge } from "../../../components/StatusBadge";
import { lazily } from "../../../lazily";
import { staffClientPage } from "../../../paths";
import { useListAddress } from "../address";
import type { ProjectRecord } from "../api";
import { moneyState, statusWord } from "../labels/money";
import { addressText, signIns } from "../labels/people";
import { ActButton } from "./acts";
import * as css from "./Answers.module.css";
import { ClientSignIn } from "./ClientSignIn";
import { Contact } from "./Contact";
import { DetailChanges } from "./DetailChanges";
import { EmailChange } from "./EmailChange";
import { Acts, Fact, Facts, Part } from "./Part";

const DetailsDialog = lazily(() => import("./DetailsDialog"));

/** Whose project it is, how they are reached and what can be put right about them. */
export function ClientPart({ record }: { record: ProjectRecord }) {
  const [editing, setEditing] = useState(false);
  const address = useListAddress();
  const { client } = record;
  const { details } = client;
  const lives = addressText(details);
  return (
    <Part title="Client">
      <Facts>
        {!client.erased && <Contact email={client.email} phone={client.phone} givenPhone={client.givenPhone} />}
        {details.company && <Fact name="Company">{details.company}</Fact>}
        {lives && <Fact name="Address">{lives}</Fact>}
        <Fact name="Client record">
          {client.erased ? "Erased" : <AppLink to={staffClientPage(client.id)}>{record.ownership.clientName ?? client.name}</AppLink>}
        </Fact>
        {!client.erased && <Fact name="Client portal">{signIns[client.signIn]}</Fact>}
        {client.others.length > 0 && (
          <Fact name="Other projects">
            {client.others.map((other) => (
              <p key={other.projectId} className={css.line}>
                <AppLink to={address.with({ project: other.projectId })}>
                  {other.reference}, {other.serviceTitle}
                </AppLink>
                &nbsp;
                <StatusBadge status={other.status} {...statusWord(other.status, other.money, other.isAsked)} />
                &nbsp;
                <Badge tone={moneyState(other).tone}>{moneyState(other).label}</Badge>
              </p>
            ))}
          </Fact>
        )}
      </Facts>
      <EmailChange clientId={client.id} change={details.emailChange} />
      {!client.erased && (
        <Acts>
          <ActButton label="Correct details" about={client.name} onClick={() => setEditing(true)} />
          <ClientSignIn client={{ ...client, name: record.ownership.clientName ?? client.name }} />
        </Acts>
      )}
      <DetailChanges changes={client.changes} />
      <Suspense>{editing && <DetailsDialog client={client} onClose={() => setEditing(false)} />}</Suspense>
    </Part>
  );
}
