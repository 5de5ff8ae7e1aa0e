import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";

export type Reminder = {
  /** Of the files that were chosen before the page was loaded again. */
  names: readonly string[];
  dismiss: () => void;
};

/** Files that were still on their way are lost when a page is loaded again; the visitor is told which. */
export function LostFiles({ reminder, children }: { reminder: Reminder; children?: ReactNode }) {
  return (
    <Notice tone="amber" title="Please add your documents again">
      <p>They were still on their way when the page was closed or loaded anew: {reminder.names.join(", ")}.</p>
      <div>
        {children}
        <Button variant="quiet" onClick={reminder.dismiss}>
          Go on without them
        </Button>
      </div>
    </Notice>
  );
}
