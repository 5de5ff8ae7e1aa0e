import { SIGN_IN_TO_CHANGE } from "../../api/signedInRules.gen";
import { ButtonLink } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { signInFor } from "../../paths";
import * as css from "./CheckoutPage.module.css";

/** In place of whatever would change a project that this browser may only look at. `back`: the page to go on at. */
export function SignInToChange({ back }: { back: string }) {
  return (
    <div className={css.screen}>
      <Notice tone="blue" title="Please sign in to go on">
        <p>{SIGN_IN_TO_CHANGE}</p>
      </Notice>
      <div className={css.actions}>
        <ButtonLink to={signInFor(back)}>Sign in</ButtonLink>
      </div>
    </div>
  );
}
