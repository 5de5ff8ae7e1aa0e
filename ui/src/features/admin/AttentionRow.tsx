import { Suspense, useState } from "react";
import { AppLink } from "../../components/AppLink";
import { formatTime } from "../../components/time";
import { lazily } from "../../lazily";
import { Act } from "./Act";
import { toldOf } from "./address";
import * as acts from "./Act.module.css";
import * as css from "./Attention.module.css";
import { attentionKey, projectAddress, type AttentionDesk, type AttentionLine } from "./api";
import { attentionLabel } from "./labels/attention";
import { Menu } from "./Menu";
import { RecordLink } from "./RecordLink";
import { UndoLine } from "./UndoLine";
import { useStaffAct } from "./useStaffAct";

const FinishDialog = lazily(() => import("./FinishDialog"));

/** How a line was put away here. */
export type Gone = "done" | "snoozed";

type Props = {
  line: AttentionLine;
  moments: AttentionDesk["moments"];
  /** Put away, and still shown to be taken back. */
  gone: Gone | undefined;
  onGone: (line: AttentionLine, gone: Gone) => void;
};

/** One line: whose it is, what it is about, how late, who has it, and what can be done. */
export function AttentionRow({ line, moments, gone, onGone }: Props) {
  const staff = useStaffAct();
  const { busy } = staff;
  const [asking, setAsking] = useState(false);
  const label = attentionLabel(line);
  const about = line.who ? `${label}, ${line.who}` : label;
  const { kind, subject, reason, takenBy, projectId } = line;

  function act(url: string, more: object = {}, method: "POST" | "DELETE" = "POST") {
    if (busy) return;
    const sent = url.startsWith(attentionKey) ? { kind, subject, reason, ...more } : undefined;
    void staff.act(url, { failed: "The list was not changed" }, sent, method);
  }

  function button(text: string, onClick: () => void, ends = false) {
    return (
      <Act aria-disabled={busy || undefined} aria-label={`${text}: ${about}`} data-ends={ends || undefined} onClick={onClick}>
        {text}
      </Act>
    );
  }

  return (
    <li className={css.row} data-urgency={line.urgency} data-gone={gone}>
      <div className={css.words}>
        <p className={css.kind}>
          {line.who ? (
            <>
              <span className={css.whose}>
                <span className={css.who}>{line.who}</span>
                {line.reference && ` ${line.reference}`}
              </span>{" "}
              <span className={css.about}>{label}</span>
            </>
          ) : (
            label
          )}{" "}
          <span className={css.when}>{line.standing}</span>
        </p>
        <p className={css.message}>{line.what}</p>
        {line.quote && <p className={css.quote}>{kind === "messages" ? `“${line.quote}”` : line.quote}</p>}
      </div>
      {gone ? (
        <Away line={line} gone={gone} about={about} busy={busy} onUndo={() => act(`${attentionKey}/undo`)} />
      ) : (
        <div className={css.acts}>
          {takenBy && <span className={css.holder}>{line.isMine ? "You have this" : `${takenBy.name} has this`}</span>}
          {projectId !== null ? (
            <RecordLink of={projectId} part={line.part} className={acts.act} label={`Open: ${about}`}>
              Open
            </RecordLink>
          ) : (
            line.link && (
              <AppLink className={acts.act} to={line.link} state={toldOf(line.link)} aria-label={`Open: ${about}`}>
                Open
              </AppLink>
            )
          )}
          {kind === "contact" && projectId !== null && button("Contact made", () => act(`${projectAddress(projectId)}/contact`))}
          {kind === "time" && projectId !== null && button("No contact", () => act(`${projectAddress(projectId)}/contact`, {}, "DELETE"))}
          {line.isMine
            ? button("Let go", () => act(`${attentionKey}/let-go`))
            : button(takenBy ? "Take over" : "Take", () => act(`${attentionKey}/take`, { seen: takenBy?.username ?? "" }))}
          <Menu
            label="Snooze"
            name={`Snooze: ${about}`}
            summaryClass={acts.act}
            choices={moments.map(({ label: text, until }) => ({
              key: until,
              label: text,
              onChoose: () => {
                onGone(line, "snoozed");
                act(`${attentionKey}/snooze`, { until });
              },
            }))}
          />
          {button("Done", () => {
            onGone(line, "done");
            setAsking(true);
          }, true)}
        </div>
      )}
      {asking && (
        <Suspense fallback={null}>
          <FinishDialog line={line} label={label} about={about} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </li>
  );
}

type AwayProps = { line: AttentionLine; gone: Gone; about: string; busy: boolean; onUndo: () => void };

/** What was put away, and the way back. */
function Away({ line, gone, about, busy, onUndo }: AwayProps) {
  return (
    <div role="status">
      <UndoLine about={about} busy={busy} onUndo={onUndo} className={css.acts}>
        {gone === "done" ? "Done." : line.snoozedUntil ? `Put off until ${formatTime(line.snoozedUntil, "full")}.` : "Put off."}
      </UndoLine>
    </div>
  );
}
