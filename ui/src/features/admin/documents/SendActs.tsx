import type { ReactNode } from "react";
import { Button } from "../../../components/Button";

type Props = {
  busy: boolean;
  onSend: () => Promise<void>;
  onBack: () => void;
  /** What the act does, in its own words. */
  children: ReactNode;
};

/** The buttons of a dialog that sends files: the act and the way back. */
export function SendActs({ busy, onSend, onBack, children }: Props) {
  return (
    <>
      <Button busy={busy} onClick={() => void onSend()}>
        {children}
      </Button>
      <Button variant="secondary" onClick={onBack}>
        Back
      </Button>
    </>
  );
}
