import { createPortal } from "react-dom";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { formatCents } from "../../../components/Money";
import { Skeleton } from "../../../components/Skeleton";
import { statusLabel } from "../../../components/statusLabel";
import { formatTime } from "../../../components/time";
import { projectAddress, useStaffQuery, type ProjectRecord } from "../api";
import { documentType, senders } from "../labels/documents";
import { moneyState, statusWord } from "../labels/money";
import { addressText } from "../labels/people";
import { LoadProblem } from "../LoadProblem";
import * as css from "./Brief.module.css";
import { openQuestions } from "./openQuestions";

const mostDocuments = 14;
const atTheTop = ["Name", "Email", "Phone"];

/** What whoever holds a consultation takes along: one page, made for paper. */
export default function Brief({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { data, error, mutate } = useStaffQuery<ProjectRecord>(projectAddress(projectId));
  // Beside everything else on the page, so that it alone is printed.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title="Consultation brief"
      placement="whole"
      actions={
        data && (
          <Button onClick={() => window.print()}>Print it</Button>
        )
      }
    >
      {error && !data ? (
        <LoadProblem what="The brief" error={error} retry={() => void mutate()} />
      ) : data ? (
        <Sheet record={data} />
      ) : (
        <Skeleton shape="field" count={5} />
      )}
    </Dialog>,
    document.body,
  );
}

function Sheet({ record }: { record: ProjectRecord }) {
  const { client, time, reference, serviceTitle, adviser, answers, orders, documents, notes, proposals } = record;
  const counted = orders.filter(({ withdrawn }) => !withdrawn);
  return (
    <article className={css.sheet} aria-label={`Brief for ${reference}`}>
      <header className={css.head}>
        <h3 className={css.name}>{client.name || "No name"}</h3>
        <p>
          {reference}, {serviceTitle}: {standing({ ...record, money: record.moneyState })}
        </p>
        <p className={css.when}>
          {time.start ? formatTime(time.start, "full") : "No time yet"}. {time.meeting}. {adviser ? `With ${adviser.name}.` : "Nobody looks after it yet."}
        </p>
        <p>{[...phones(client), client.email, addressText(client.details)].filter(Boolean).join(", ")}</p>
      </header>
      <section>
        <h4>Open questions</h4>
        <Lines lines={openQuestions(record)} none="None: everything is here and paid." />
      </section>
      <section>
        <h4>What was told</h4>
        <dl className={css.answers}>
          {answers
            .filter(({ question, answer }) => answer && !atTheTop.includes(question))
            .map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section>
        <h4>Money</h4>
        <Lines
          lines={counted.map(
            ({ reference: of, lines, totalCents, paidCents, refundedCents, owedCents }) =>
              `${of}: ${lines[0]?.description ?? ""}, ${formatCents(totalCents)}. ${formatCents(paidCents)} came` +
              `${refundedCents ? `, ${formatCents(refundedCents)} was given back` : ""}${owedCents ? `, ${formatCents(owedCents)} is owed` : ""}.`,
          )}
          none="Nothing was ordered."
        />
        {client.others
          .filter((other) => proposals.goesOn.includes(other.reference))
          .map((other) => (
            <p key={other.reference}>
              The service itself is {other.reference}, {other.serviceTitle}: {standing(other)}.
            </p>
          ))}
      </section>
      <section>
        <h4>Documents ({documents.length})</h4>
        <Lines
          lines={[
            ...documents
              .slice(0, mostDocuments)
              .map(({ fileName, documentType: type, uploadedBy, uploadedAt }) => `${fileName}: ${documentType(type).toLowerCase()}, ${senders[uploadedBy].toLowerCase()}, ${formatTime(uploadedAt, "date")}`),
            ...(documents.length > mostDocuments ? [`and ${documents.length - mostDocuments} more, in the record`] : []),
          ]}
          none="None yet."
        />
      </section>
      {notes.length > 0 && (
        <section>
          <h4>Our notes</h4>
          <Lines lines={notes.slice(-4).map(({ text, author, writtenAt }) => `${text} (${author}, ${formatTime(writtenAt, "date")})`)} none="" />
        </section>
      )}
    </article>
  );
}

/** How a project and its money stand, as in every list. */
function standing(of: Parameters<typeof moneyState>[0] & Pick<ProjectRecord, "status" | "isAsked">): string {
  return `${statusWord(of.status, of.money, of.isAsked).label ?? statusLabel(of.status)}, ${moneyState(of).label.toLowerCase()}`;
}

/** The number that the client is told we call; behind it the one that was given with the project, where that is another one. */
function phones({ givenPhone, phone }: ProjectRecord["client"]): string[] {
  return [phone, givenPhone && `${givenPhone} (given with this project)`];
}

function Lines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return <p>{none}</p>;
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
