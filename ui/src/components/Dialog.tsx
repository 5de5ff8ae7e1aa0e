import { useId, type FormEventHandler, type MouseEvent, type ReactNode } from "react";
import { Button } from "./Button";
import * as css from "./Dialog.module.css";
import { Heard } from "./Heard";
import { Icon } from "./Icon";
import { useModal } from "./useModal";

type DialogProps = {
  open: boolean;
  /** Called on Escape, on the close button and on a click beside the dialog that does not stay. */
  onClose: () => void;
  title: ReactNode;
  /** "side" opens at the right edge over the full height, for a record beside its list; "whole" takes all the room there is. */
  placement?: "centre" | "side" | "whole";
  /** A stray click beside it does nothing: something is typed in it. */
  stays?: boolean;
  /** Something is typed in its content. */
  onInput?: FormEventHandler;
  /** Buttons in a row at the end. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A modal dialog on the browser's own element: focus stays inside and returns to where it came from. */
export function Dialog({ open, onClose, title, placement = "centre", stays = false, onInput, actions, children }: DialogProps) {
  const id = useId();
  const modal = useModal(open, onClose);

  function closeBeside(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !stays) onClose();
  }

  return (
    <dialog
      {...modal}
      className={css.dialog}
      data-placement={placement}
      aria-labelledby={id}
      onClick={closeBeside}
    >
      <div className={css.panel}>
        <div className={css.top}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          <button type="button" className={css.close} aria-label="Close" data-closes onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {open && (
          <div className={css.content} onInput={onInput}>
            {children}
          </div>
        )}
        {open && actions && <div className={css.actions}>{actions}</div>}
        {open && <Heard />}
      </div>
    </dialog>
  );
}

type ConfirmProps = {
  open: boolean;
  title: string;
  /** What will happen, naming the thing that it happens to. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The act takes something away. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an act. Escape and a click beside it mean no. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, title, children, confirmLabel, cancelLabel = "Cancel", danger = false, busy = false, onConfirm, onCancel } = props;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {cancelLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
