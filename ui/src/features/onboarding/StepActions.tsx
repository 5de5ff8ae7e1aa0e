import { Button } from "../../components/Button";
import { useHydrated } from "../../components/useHydrated";
import * as css from "./OnboardingFlow.module.css";

type Props = { next?: string; busy?: boolean; onPrevious?: () => void };

/** The way on, and the way back. */
export function StepActions({ next = "Next", busy = false, onPrevious }: Props) {
  const hydrated = useHydrated();
  return (
    <div className={css.actions}>
      {/* Before the scripts are there a native submit would put the answers into the address. */}
      <Button type={hydrated ? "submit" : "button"} busy={busy}>
        {next}
      </Button>
      {onPrevious && (
        <Button variant="secondary" disabled={busy} onClick={onPrevious}>
          Previous
        </Button>
      )}
    </div>
  );
}
