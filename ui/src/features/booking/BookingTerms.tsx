import { paths } from "../../paths";
import { Unseen } from "../../components/Unseen";
import * as css from "./BookingWizard.module.css";

/** What a booking is subject to, beside the button that makes it; in a tab of their own, so that nothing typed is left. */
export function BookingTerms() {
  return (
    <p className={css.terms}>
      Our{" "}
      <a href={paths.terms} target="_blank" rel="noopener">
        terms and conditions<Unseen> (opens in a new tab)</Unseen>
      </a>{" "}
      apply to this booking. The{" "}
      <a href={paths.privacy} target="_blank" rel="noopener">
        privacy policy<Unseen> (opens in a new tab)</Unseen>
      </a>{" "}
      says what we keep.
    </p>
  );
}
