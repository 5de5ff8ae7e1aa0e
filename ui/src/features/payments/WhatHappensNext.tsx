import { AppLink } from "../../components/AppLink";
import { audText } from "../../components/Money";
import { paths } from "../../paths";
import * as css from "./ConfirmationSheet.module.css";
import type { SheetContent, SheetProps } from "./sheetContent";

function takesPlace(minutes: number, reminded: boolean | null): string {
  const told = { true: " A reminder reaches you the day before.", false: " Your time is near, so we send no reminder.", null: "" };
  return `We meet for ${minutes} minutes.${told[`${reminded}`]}`;
}

const sent = ["You transfer the amount with its reference.", "We write to you as soon as it has arrived."];

/** What of the fee is credited: the part that was not refunded. Once it was, from what. */
function credited({ arrived, feeNote }: SheetContent): string {
  if (feeNote) return feeNote;
  const from = "is deducted from the total agreed service cost.";
  if (arrived?.state !== "part_refunded") return `The booking fee ${from}`;
  return `What is left of the booking fee, ${audText(arrived.amountCents - arrived.refundedCents)}, ${from}`;
}

/** How a paid booking gets its time. */
function arranged({ choosesTime, callsSoon }: SheetContent): string {
  if (!callsSoon) return choosesTime ? "You choose your time above, or call us to schedule your consultation." : "Please call us to schedule your consultation.";
  return `${choosesTime ? "You choose your time above, or our" : "Our"} team contacts you within 24 hours to schedule your consultation.`;
}

/** Of somebody whom no letter reaches. */
const calledNext = ({ reference, isProject, minutes }: SheetContent, awaiting: boolean) => [
  `You call us with your reference ${reference}, so that we know how to reach you.`,
  ...(awaiting ? ["You transfer the amount with its reference."] : []),
  isProject ? takesPlace(minutes, null) : "We agree on a time for your consultation.",
];

function nextSteps(content: SheetContent, awaiting: boolean, isDisowned: boolean): readonly string[] {
  const { isProject, files, reminded, slot, minutes, sharedConsultation, bought } = content;
  if (isDisowned) return calledNext(content, awaiting);
  if (awaiting && sharedConsultation) return [...sent, "Your project is in progress then."];
  if (awaiting) return [...sent, isProject ? takesPlace(minutes, null) : "Our team contacts you within 24 hours of that to schedule your consultation."];
  const given = files.length > 0 ? "documents and details" : "details";
  if (isProject) return [`We read your ${given} before we meet.`, takesPlace(minutes, reminded), `Then we agree on the next steps of ${bought || "your project"}.`];
  return [
    `We review your ${given}.`,
    slot ? takesPlace(minutes, reminded) : arranged(content),
    ...(content.promise ? [content.promise] : []),
    credited(content),
  ];
}

/** The steps after this one, and where they can be followed. */
export function WhatHappensNext({ state, ...content }: SheetProps) {
  const awaiting = state === "awaiting";
  return (
    <section className={css.next} aria-labelledby="what-happens-next">
      <h2 id="what-happens-next">What happens next</h2>
      <ol className={css.steps}>
        {nextSteps(content, awaiting, content.isDisowned).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      {!content.isDisowned && <InThePortal awaiting={awaiting} isKnown={content.isSignedIn} />}
    </section>
  );
}

function InThePortal({ awaiting, isKnown }: { awaiting: boolean; isKnown: boolean }) {
  const portal = <AppLink to={paths.clientPortal}>client portal</AppLink>;
  if (isKnown) return <p className={css.portal}>You can follow your project in the {portal}.</p>;
  return (
    <p className={css.portal}>
      {awaiting ? (
        <>
          Once your transfer has arrived, you can follow your project in the {portal}: new clients get their sign-in details by email
          then.
        </>
      ) : (
        <>Follow your project in the {portal}: new clients find their sign-in details in our email.</>
      )}
    </p>
  );
}
