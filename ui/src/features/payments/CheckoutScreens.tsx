import { useEffect, type ReactNode } from "react";
import type { Arrived } from "../../api/payments";
import { Difference, Given, hasMoved, headings } from "../../components/ArrivedText";
import { Button, ButtonLink } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { Skeleton } from "../../components/Skeleton";
import { toast } from "../../components/toast";
import { paths, successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./CheckoutPage.module.css";

type ScreenProps = { title: string; tone?: "green" | "blue" | "amber" | "red"; actions: ReactNode; children: ReactNode };

/** In place of the checkout: what is the matter, and what to do. */
function Screen({ title, tone = "amber", actions, children }: ScreenProps) {
  return (
    <div className={css.screen}>
      <Notice tone={tone} title={title} role="status">
        {children}
      </Notice>
      <div className={css.actions}>{actions}</div>
    </div>
  );
}

export function CheckoutLoading() {
  return (
    <div className={css.loading} aria-busy="true">
      <p role="status">Loading your order...</p>
      <Skeleton shape="field" count={3} />
      <Skeleton shape="card" count={1} />
    </div>
  );
}

export function MissingParameters() {
  useEffect(() => {
    toast({ title: "Missing Parameters", body: "Project ID and amount are required", variant: "destructive" });
  }, []);
  return (
    <div className={css.screen}>
      <p className={css.lead}>Missing project information. Please return to the onboarding process.</p>
      <div className={css.actions}>
        <ButtonLink to={paths.onboarding}>Go Back</ButtonLink>
      </div>
    </div>
  );
}

export function UnknownProject() {
  return (
    <Screen title="We could not find this project here" actions={<><ButtonLink to={paths.onboarding}>Start a new project</ButtonLink><Call /></>}>
      <p>A project can be paid for in the browser in which it was started, or after signing in to the client portal.</p>
      <p>If you have started it elsewhere, open this page there. One that was not paid for is erased after a while, and is found nowhere then.</p>
    </Screen>
  );
}

export function PasswordFirst() {
  return (
    <Screen title="Please choose your own password first" actions={<ButtonLink to={paths.clientPortal}>Choose a password</ButtonLink>}>
      <p>You are signed in with the temporary password from our email, and it does not show projects yet.</p>
      <p>Choose a password of your own in the client portal, then open this page again.</p>
    </Screen>
  );
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen tone="red" title="We cannot reach the server" actions={<Button onClick={onRetry}>Try Again</Button>}>
      <p>So we cannot say how your project and its payment stand. If you have just paid, please do not pay again.</p>
      <p>Please check your connection, then try again.</p>
    </Screen>
  );
}

type ArrivedProps = { id: number; arrived: Arrived };

export function AlreadyPaid({ id, arrived }: ArrivedProps) {
  return (
    <Screen tone="green" title="This project is already paid" actions={<ButtonLink to={successFor(id)}>Show your booking</ButtonLink>}>
      <p>There is nothing left to pay here. Your booking shows what was paid and how it goes on.</p>
      {hasMoved(arrived) && (
        <p>
          <Given arrived={arrived} />
        </p>
      )}
    </Screen>
  );
}

export function GivenBack({ id, arrived }: ArrivedProps) {
  return (
    <Screen title={headings.refunded} actions={<><ButtonLink to={successFor(id)}>Show your booking</ButtonLink><Call /></>}>
      <p>
        <Given arrived={arrived} />
      </p>
      <p>There is nothing to pay here any more. To go ahead after all, start a new project or call us.</p>
    </Screen>
  );
}

export function OtherPrice({ id, arrived }: ArrivedProps) {
  return (
    <Screen title={headings.other_price} actions={<><ButtonLink to={successFor(id)}>Show your booking</ButtonLink><Call /></>}>
      <p>
        <Difference arrived={arrived} />
      </p>
    </Screen>
  );
}

/** `kept`: its time is kept meanwhile. */
export function StillChecking({ id, kept }: { id: number; kept: boolean }) {
  return (
    <Screen tone="blue" title="We are checking your payment" actions={<ButtonLink to={successFor(id)}>See how it stands</ButtonLink>}>
      {kept ? (
        <p>Your bank has not decided yet. Please do not pay again; your time is kept meanwhile.</p>
      ) : (
        <p>
          Your bank has not decided yet, and we could not keep your time any longer. Please do not pay again: if the payment
          arrives, the time is yours if it is still free, and otherwise you choose another without paying again.
        </p>
      )}
    </Screen>
  );
}

export function Closed({ cancelled }: { cancelled: boolean }) {
  const title = cancelled ? "This project was cancelled" : "This project cannot be paid for here";
  return (
    <Screen title={title} actions={<><ButtonLink to={paths.onboarding}>Start a new project</ButtonLink><Call /></>}>
      <p>{cancelled ? "It cannot be paid for any more." : "It is under way already. Please call us about its payment."} No payment for it has reached us.</p>
    </Screen>
  );
}

function Call() {
  const site = useSite();
  return (
    <p className={css.call} data-given={site["business.phone"]}>
      or call <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
    </p>
  );
}
