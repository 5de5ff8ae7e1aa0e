import { useEffect, useMemo, useRef, useState, type ComponentProps } from "react";
import { ConfirmDialog, Dialog } from "../../components/Dialog";
import { TypingContext, type Typing } from "./typing";

/** A dialog of staff with a form whose typing closing would lose: it asks before, by whatever key or button it is closed. */
export function AskingDialog({ onClose, children, ...dialog }: Omit<ComponentProps<typeof Dialog>, "stays">) {
  const typed = useRef(false);
  const forget = useRef(() => {});
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const { open } = dialog;
  useEffect(() => {
    typed.current = false;
  }, [open]);

  const typing = useMemo<Typing>(
    () => ({
      note: () => {
        typed.current = true;
      },
      settle: () => {
        typed.current = false;
      },
      leave: (then) => (typed.current ? setLeaving(() => then) : then()),
      onDiscard: (next) => {
        forget.current = next;
      },
    }),
    [],
  );

  function discard() {
    setLeaving(null);
    forget.current();
    // Once the question is closed: while it is open, nothing beneath it can get the focus back.
    setTimeout(() => leaving?.());
  }

  return (
    <TypingContext value={typing}>
      <Dialog
        {...dialog}
        onClose={() => typing.leave(onClose)}
        stays
        onInput={({ target }) => {
          if (!(target instanceof HTMLInputElement && target.type === "search")) typing.note();
        }}
      >
        {children}
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep it"
        danger
        onConfirm={discard}
        onCancel={() => setLeaving(null)}
      >
        <p>It is not saved anywhere.</p>
      </ConfirmDialog>
    </TypingContext>
  );
}
