import { Money } from "../../components/Money";
import * as css from "./Sums.module.css";

type Props = { title: string; sums: { priceCents: number; creditCents: number; leftCents: number } };

/** What a next service comes to: its price, what is deducted of the booking fee, what is to pay. */
export function Sums({ title, sums }: Props) {
  return (
    <dl className={css.sums}>
      <div>
        <dt>{title}</dt>
        <dd>
          <Money cents={sums.priceCents} />
        </dd>
      </div>
      {sums.creditCents > 0 && (
        <div>
          <dt>Booking fee deducted</dt>
          <dd>
            <Money cents={-sums.creditCents} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          To pay <small>inc. GST</small>
        </dt>
        <dd>
          <strong>
            <Money cents={sums.leftCents} />
          </strong>
        </dd>
      </div>
    </dl>
  );
}
