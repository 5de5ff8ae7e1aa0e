import type { ReactNode } from "react";
import { ActionBar } from "../../components/ActionBar";
import { Button } from "../../components/Button";
import { useHydrated } from "../../components/useHydrated";
import * as css from "./OnboardingFlow.module.css";

type Props = {
  next?: string;
  busy?: boolean;
  onPrevious?: () => void;
  /** What the step has chosen so far; with it, the actions stay in reach of the thumb. */
  note?: ReactNode;
  /** Something is still to be chosen: the way on looks closed, and pressing it says why. */
  missing?: boolean;
};

/** The way on, and the way back. */
export function StepActions({ next = "Next", busy = false, onPrevious, note, missing = false }: Props) {
  const hydrated = useHydrated();
  const buttons = (
    <>
      {/* Before the scripts are there a native submit would put the answers into the address. */}
      <Button type={hydrated ? "submit" : "button"} busy={busy} aria-disabled={busy || missing || undefined}>
        {next}
      </Button>
      {onPrevious && (
        <Button variant="secondary" disabled={busy} onClick={onPrevious}>
          Previous
        </Button>
      )}
    </>
  );
  return note ? <ActionBar note={note}>{buttons}</ActionBar> : <div className={css.actions}>{buttons}</div>;
}
