import { useEffect, useRef } from "react";
import { Checkbox } from "../../components/Choice";
import { paths } from "../../paths";
import { Unseen } from "../../components/Unseen";
import * as css from "./PaymentChoice.module.css";

type Props = {
  accepted: boolean;
  /** How often it was found missing: each time, the focus comes here. */
  asked: number;
  error: string | undefined;
  disabled: boolean;
  onChange: (accepted: boolean) => void;
};

/** The tick without which nothing is paid or confirmed. Its words tick it; the terms open beside them. */
export function AcceptTerms({ accepted, asked, error, disabled, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const heeded = useRef(asked);

  useEffect(() => {
    if (asked !== heeded.current) box.current?.focus();
    heeded.current = asked;
  }, [asked]);

  return (
    <div className={css.terms}>
      <Checkbox ref={box} checked={accepted} error={error} disabled={disabled} onChange={(event) => onChange(event.target.checked)}>
        I accept the terms and conditions
      </Checkbox>
      <a href={paths.terms} target="_blank" rel="noopener">
        Read the terms<Unseen> and conditions (opens in a new tab)</Unseen>
      </a>
    </div>
  );
}
