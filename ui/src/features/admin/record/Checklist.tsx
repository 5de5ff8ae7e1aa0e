import { useState, type FormEvent } from "react";
import { Button } from "../../../components/Button";
import { TextField } from "../../../components/TextField";
import type { ProjectRecord } from "../api";
import { useStaffAct } from "../useStaffAct";
import * as css from "./DocumentList.module.css";

type Need = ProjectRecord["needs"][number];

const states: Record<Need["state"], string> = {
  missing: "still to come",
  sent: "received",
  declined: "the client does not have it",
  withdrawn: "not needed any more",
};

/** `before`: what the project that this one goes on from has asked for already, in words. */
type Props = { needs: readonly Need[]; before: string; project: string; refusal: string };

/** What a project needs from its client, and one more thing to ask for. */
export function Checklist({ needs, before, project, refusal }: Props) {
  const [title, setTitle] = useState("");
  const asking = useStaffAct();
  const { act } = useStaffAct();

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (!title.trim()) return;
    if (await asking.act(`${project}/needs`, { done: "The client is asked by letter", failed: "Not done" }, { titles: [title] })) setTitle("");
  }

  return (
    <>
      <h4 className={css.subtitle}>What we need from the client</h4>
      <ul className={css.files}>
        {needs.map((need) => (
          <li key={need.id} className={css.file}>
            <p>
              <span className={css.name}>{need.title}</span>, {states[need.state]}
            </p>
            {need.state === "missing" && (
              <span className={css.act}>
                <Button
                  variant="quiet"
                  aria-label={`${need.title} is not needed`}
                  onClick={() => void act(`/api/admin/needs/${need.id}/withdraw`, { done: "Not asked for any more", failed: "Not done" })}
                >
                  Not needed
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {before && <p>{before}</p>}
      {refusal ? (
        <p>Nothing can be asked for now: {refusal}</p>
      ) : (
        <form className={css.ask} onSubmit={(event) => void ask(event)}>
          <TextField label="Ask for a document" value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
          <Button type="submit" variant="secondary" busy={asking.busy}>
            Ask by letter
          </Button>
        </form>
      )}
    </>
  );
}
