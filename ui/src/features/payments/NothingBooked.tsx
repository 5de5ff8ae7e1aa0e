import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { Skeleton } from "../../components/Skeleton";
import { paths, signInFor, successFor } from "../../paths";
import type { SiteFacts } from "../../site/facts";
import * as css from "./SuccessPage.module.css";

/** Named by its number, but neither known to this browser nor the signed-in client's. */
export function MadeElsewhere({ site, id }: { site: SiteFacts; id: number }) {
  return (
    <Message to={signInFor(successFor(id))} action="Sign in">
      <p>
        <strong>Sign in to choose your time</strong>, or to see how your booking stands, in the client portal.
      </p>
      <p>
        This browser cannot show the booking: it was made in another one, it is shown to its client after signing in, or it was not paid for and we have erased it since. New
        clients get their sign-in by email once all of it is paid.
        <span data-given={site["business.phone"]}>
          {" "}
          You can also call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
        </span>
      </p>
    </Message>
  );
}

export function Loading() {
  return (
    <div className={css.loading}>
      <p role="status">Loading your booking details...</p>
      <Skeleton shape="field" count={6} />
    </div>
  );
}

/** A bank or the visitor has still to decide. */
export function Checking({ slow, to, isDisowned }: { slow: boolean; to: string | null; isDisowned: boolean }) {
  return (
    <div className={css.message} role="status">
      <span className={css.spinner} aria-hidden="true" />
      {to ? (
        <p>
          Your bank waits for you to approve the payment, and charges nothing before. This page shows your confirmation as soon as
          it is approved; if the bank no longer asks, go back and try again.
        </p>
      ) : (
        <p>Your bank has not decided yet. This page shows your confirmation as soon as it has; please do not pay again.</p>
      )}
      {slow && (
        <p>
          This takes longer than usual. You can close this page
          {isDisowned ? " and open it again later." : ": we write to you by email as soon as your payment is confirmed."}
        </p>
      )}
      {(slow || to) && (
        <div className={css.actions}>
          {to && <ButtonLink to={to}>Back to payment</ButtonLink>}
          <ButtonLink to={paths.home} variant="secondary">
            Return to Homepage
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** What to do where nothing is booked. */
export function Message({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <div className={css.message} role="status">
      {children}
      <div className={css.actions}>
        <ButtonLink to={to}>{action}</ButtonLink>
        <ButtonLink to={paths.home} variant="secondary">
          Return to Homepage
        </ButtonLink>
      </div>
    </div>
  );
}

/** Nothing is known here, and the server cannot be asked. */
export function Unreachable() {
  return (
    <div className={css.message} role="status">
      <p>If you have just paid, your payment is safe and your confirmation comes by email.</p>
      <p>We keep trying. You can also check your connection and load the page again.</p>
      <div className={css.actions}>
        <Button onClick={() => location.reload()}>Try Again</Button>
        <ButtonLink to={paths.home} variant="secondary">
          Return to Homepage
        </ButtonLink>
      </div>
    </div>
  );
}
