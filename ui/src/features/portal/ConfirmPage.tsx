import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { answerAddress, questionAddress, type Question } from "./api";
import { Answers, LinkPage, useAnswer, type AskedProps } from "./LinkPage";
import * as css from "./LinkPage.module.css";

const SHOWN = "The client portal shows it when you sign in.";
const NO_SIGN_IN = "You have no sign-in for the client portal yet: it comes by email with the first payment for a project of yours.";

/** Where the letter "Is this yours?" leads. */
export default function ConfirmPage() {
  return (
    <LinkPage
      page={paths.portalConfirm}
      lookAddress={questionAddress}
      title="Is this yours?"
      lead="Somebody has used your email address on our website. Tell us whether it was you."
      Asked={Asked}
    />
  );
}

function Asked(asked: AskedProps<Question>) {
  const question = asked.about;
  const { busy, tell, outcome } = useAnswer(answerAddress, asked, (answer) => ({ answer }));

  return (
    <>
      <dl className={css.rows}>
        <div>
          <dt>Service</dt>
          <dd>{question.serviceTitle}</dd>
        </div>
        <div>
          <dt>Sent to us</dt>
          <dd>
            <DateTime iso={question.madeAt} format="full" />
          </dd>
        </div>
      </dl>
      {question.state === "open" ? (
        <>
          <Answers busy={busy} tell={tell} yes="Yes, this is mine" no="No, this is not mine" />
          <p>
            Nothing has changed yet. Without an answer it is kept apart unless all of it is paid: then we take it for yours and put it with your
            projects. A yes can be taken back here as long as it is not paid.
          </p>
        </>
      ) : (
        <div ref={outcome} className={css.outcome} tabIndex={-1}>
          <Outcome state={question.state} hasSignIn={question.hasSignIn} />
          {question.state === "paid" && (
            <div className={css.back}>
              <Button variant="secondary" busy={busy === "no"} onClick={() => void tell("no")}>
                No, this is not mine
              </Button>
            </div>
          )}
          {question.mayBeTakenBack && (
            <div className={css.back}>
              <p>Pressed the wrong one? As long as it is not paid, this link takes your answer back.</p>
              <Button variant="secondary" busy={busy === "no"} onClick={() => void tell("no")}>
                This is not mine after all
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

type OutcomeProps = { state: Exclude<Question["state"], "open">; hasSignIn: boolean };

function Outcome({ state, hasSignIn }: OutcomeProps) {
  const site = useSite();
  const call = (
    <span data-given={site["business.phone"]}>
      If that is wrong, please call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
    </span>
  );
  if (state === "no") {
    return (
      <Notice tone="blue" title="Thank you for telling us">
        <p>It is kept apart from everything of yours, our team has been told, and we do not ask you about it again. {call}</p>
      </Notice>
    );
  }
  if (state === "objected") {
    return (
      <Notice tone="blue" title="Thank you for telling us">
        <p>It is paid, so it stays with your projects for now. Our team has been told, and finds out whose it is.</p>
      </Notice>
    );
  }
  if (state === "paid") {
    return (
      <Notice tone="blue" title="This has been paid">
        <p>
          We take what is paid for yours, so it is with your projects now. {hasSignIn && SHOWN} If it was not you, tell us here: our team finds
          out whose it is.
        </p>
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="green" title={state === "yes" ? "Thank you, it is with your projects now" : "This has been settled already"}>
        <p>
          {hasSignIn ? SHOWN : NO_SIGN_IN} {call}
        </p>
      </Notice>
      {hasSignIn && (
        <p className={css.answers}>
          <ButtonLink variant="secondary" to={paths.clientPortal}>
            Open the client portal
          </ButtonLink>
        </p>
      )}
    </>
  );
}
