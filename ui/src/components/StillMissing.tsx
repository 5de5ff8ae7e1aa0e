import * as css from "./StillMissing.module.css";

/** What is still to be done before a form can be sent: said beside its dimmed button, which asks for it when pressed. */
export type Missing = { note: string; ask: () => void };

/** The line beside the button, which describes itself by its `id`; nothing once it is done. */
export function StillMissing({ id, missing }: { id: string; missing: Missing | undefined }) {
  return missing ? (
    <p id={id} className={css.note}>
      {missing.note}
    </p>
  ) : null;
}
