import { useToasts } from "./toast";
import { Unseen } from "./Unseen";

/** What the toast says, inside a modal dialog: all that is outside of one is silent to screen readers. */
export function Heard() {
  const said = useToasts().find(({ open }) => open);
  return (
    <Unseen as="p" aria-live="polite">
      {said && `${said.title}. ${said.body ?? ""}`}
    </Unseen>
  );
}
