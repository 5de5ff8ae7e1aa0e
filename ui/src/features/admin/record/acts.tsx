import { useState } from "react";
import { Act } from "../Act";
import type { ProjectRecord, StaffAct } from "../api";
import { useStaffAct, type Told } from "../useStaffAct";
import * as css from "./acts.module.css";

/** Why an act is refused now, "" where it is not. */
export function refusalOf(record: ProjectRecord, act: StaffAct): string {
  return record.acts.find((each) => each.act === act)?.refusal ?? "";
}

type ActProps = {
  label: string;
  refusal?: string;
  about: string;
  /** The key that does it in an open record. */
  hotkey?: string;
  onClick: () => void;
};

/** An act of staff, or why it cannot be done now. */
export function ActButton({ label, refusal = "", about, hotkey, onClick }: ActProps) {
  if (refusal) {
    return (
      <p className={css.refused}>
        <span className={css.what}>{label}:</span> {refusal}
      </p>
    );
  }
  return (
    <Act aria-label={`${label}: ${about}`} aria-keyshortcuts={hotkey} data-key={hotkey} onClick={onClick}>
      {label}
    </Act>
  );
}

/** An act without words, asked about before: what a ConfirmDialog needs, and how it is opened. */
export function useAct(path: string, told: Told, sent?: object) {
  const { act, busy } = useStaffAct();
  const [asking, setAsking] = useState(false);

  async function confirm() {
    await act(path, told, sent);
    setAsking(false);
  }
  return { ask: () => setAsking(true), dialog: { open: asking, busy, onConfirm: () => void confirm(), onCancel: () => setAsking(false) } };
}
