import { Checkbox } from "../../components/Choice";
import { paths } from "../../paths";
import * as css from "./PaymentChoice.module.css";

type Props = { accepted: boolean; disabled: boolean; onChange: (accepted: boolean) => void };

/** The tick without which nothing is paid or confirmed. */
export function AcceptTerms({ accepted, disabled, onChange }: Props) {
  return (
    <Checkbox checked={accepted} disabled={disabled} onChange={(event) => onChange(event.target.checked)}>
      I accept the{" "}
      <a href={paths.terms} target="_blank" rel="noopener">
        terms and conditions<span className={css.unseen}> (opens in a new tab)</span>
      </a>
    </Checkbox>
  );
}
