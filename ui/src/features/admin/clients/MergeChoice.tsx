import { useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../../api/client";
import type { components } from "../../../api/schema.gen";
import { Button } from "../../../components/Button";
import { RadioGroup } from "../../../components/Choice";
import { Notice } from "../../../components/Notice";
import { Skeleton } from "../../../components/Skeleton";
import { toast } from "../../../components/toast";
import { clientAddress, isStaffData, usePost, useStaffQuery } from "../api";
import { signIns } from "../labels/people";
import { useDraft } from "../useDraft";
import * as css from "./MergeDialog.module.css";

type Preview = components["schemas"]["MergePreview"];
type Person = Preview["kept"];
type Source = components["schemas"]["Source"];

const details = { name: "Name", phone: "Phone", company: "Company", address: "Address" } as const;
type Detail = keyof typeof details;
const all = Object.keys(details) as Detail[];
type Choice = Partial<Record<Detail, Source>>;
type Props = { kept: number; other: number; back: () => void; onClose: () => void };

/** Both records side by side: which details stay, what moves, what ends. */
export function MergeChoice({ kept, other, back, onClose }: Props) {
  const { data, error, mutate } = useStaffQuery<Preview>(`${clientAddress(kept)}/merge/${other}`);
  const url = `${clientAddress(kept)}/merge`;
  const draft = useDraft<Choice>(`${url}/${other}`, {});
  const [choice, setChoice] = useState(draft.values);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate: refresh } = useSWRConfig();

  async function merge(shown: Preview) {
    setBusy(true);
    setProblem("");
    const body = { ...choice, otherId: other, version: shown.kept.version, otherVersion: shown.other.version };
    try {
      await post(url, body, draft.keyOf(body));
      draft.forget();
      onClose();
      toast({ title: "The two are one client now", body: `For ${shown.undoDays} days this can be undone on this page.` });
      await refresh(isStaffData);
    } catch (failure) {
      setProblem(errorText(failure, "The server does not answer. Please try again; it is done once."));
      if (failure instanceof ApiError && failure.status === 409) await mutate();
    }
    setBusy(false);
  }

  if (error && !data) return <Refused text="The two could not be loaded. Please try again." back={back} />;
  if (!data) return <Skeleton shape="field" count={5} />;
  const { kept: one, other: two } = data;
  return (
    <div className={css.part}>
      <div className={css.both}>
        <Side title="Stays" person={one} />
        <Side title="Is merged into it" person={two} />
      </div>
      {data.obstacle ? (
        <Refused text={data.obstacle} back={back} />
      ) : (
        <>
          {all.filter((detail) => two[detail] && two[detail] !== one[detail]).map((detail) => (
            <RadioGroup
              key={detail}
              legend={`${details[detail]} that stays`}
              name={`merge-${detail}`}
              value={choice[detail] ?? "kept"}
              options={[
                { value: "kept", label: one[detail] || "None" },
                { value: "other", label: two[detail] },
              ]}
              onChange={(event) => {
                const next = { ...choice, [detail]: event.target.value as Source };
                setChoice(next);
                draft.keep(next);
              }}
            />
          ))}
          <h3>What moves</h3>
          <dl className={css.counts}>
            {data.moving.map(({ what, count }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
          <h3>What follows</h3>
          <ul className={css.follows}>
            <li>
              Only {one.email} can sign in, and sees everything in the client portal that was {two.name || two.email}&rsquo;s and proved. Please be sure that they are the same person.
            </li>
            {one.signIn === "none" && <li>They have no sign-in yet: you can send one from this page.</li>}
            <li>
              {two.email} opens nothing any more: {two.signIn === "none" ? "there is no password to end" : "its password ends"}, {data.sessions === 1 ? "one session is" : `${data.sessions} sessions are`} signed out.
            </li>
            <li>
              Later letters go to {one.email}. Letters that are in the outbox already still go where they were addressed. Whoever books or writes with {two.email} later begins as a new client.
            </li>
            <li>Invoices stay as they were printed. Enquiries from the website belong to no client, and stay where they are.</li>
            <li>For {data.undoDays} days it can be undone: what moved goes back, and what comes after stays here unless it is about a project that goes back.</li>
          </ul>
          {problem && (
            <Notice tone="red" role="alert">
              {problem}
            </Notice>
          )}
          <div className={css.acts}>
            <Button busy={busy} onClick={() => void merge(data)}>
              Merge the two
            </Button>
            <Button variant="secondary" onClick={back}>
              Choose another
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Refused({ text, back }: { text: string; back: () => void }) {
  return (
    <>
      <Notice tone="red" role="alert">
        {text}
      </Notice>
      <div className={css.acts}>
        <Button variant="secondary" onClick={back}>
          Choose another
        </Button>
      </div>
    </>
  );
}

function Side({ title, person }: { title: string; person: Person }) {
  return (
    <section className={css.side} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {([...all.map((detail) => [details[detail], person[detail]]), ["Email", person.email], ["Client portal", signIns[person.signIn]]] as [string, string][]).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || "None"}</dd>
          </div>
        ))}
        <div>
          <dt>Email proved</dt>
          <dd>{person.proved ? "Yes" : "No"}</dd>
        </div>
      </dl>
    </section>
  );
}
