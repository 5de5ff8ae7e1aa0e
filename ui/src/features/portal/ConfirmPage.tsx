import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiError, errorText, request } from "../../api/client";
import { useQuery } from "../../api/query";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { PageHead } from "../../components/PageHead";
import { Skeleton } from "../../components/Skeleton";
import { toast } from "../../components/toast";
import { useHydrated } from "../../components/useHydrated";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { answerAddress, fetchQuestion, questionAddress, type Question, type Token } from "./api";
import * as css from "./ConfirmPage.module.css";

const noToken = "This page opens from the link in our email. Please open that link again.";
const SHOWN = "The client portal shows it when you sign in.";
const NO_SIGN_IN = "You have no sign-in for the client portal yet: it comes by email with the first payment for a project of yours.";
const notReached = "Unable to connect to server. Please try again.";

/** Where the letter "Is this yours?" leads. Opening it changes nothing: only its two buttons answer. */
export default function ConfirmPage() {
  const token = useToken();
  const { data, error, mutate } = useQuery<Question>(token ? [questionAddress, token] : null, { fetcher: fetchQuestion });
  const problem = token === "" ? noToken : error && errorText(error, notReached);
  const again = error && !(error instanceof ApiError && error.status === 404);

  return (
    <>
      <PageHead compact title="Is this yours?">
        Somebody has used your email address on our website. If it was you, we put it with your projects. If not, we keep it out.
      </PageHead>
      <div className={css.body} aria-busy={(!data && !problem) || undefined}>
        {!data && !problem && (
          <>
            <p role="status">Looking up what the link is about...</p>
            <Skeleton count={3} />
          </>
        )}
        {problem && (
          <Notice tone="amber" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        {again && (
          <div>
            <Button onClick={() => void mutate()}>Try again</Button>
          </div>
        )}
        {data && token && <Asked question={data} token={token} onAnswered={(told) => void mutate(told, { revalidate: false })} />}
      </div>
    </>
  );
}

/** The link's token: null while the page is not alive yet, "" without one. The address loses it at once. */
function useToken(): Token | null {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [token] = useState(() => (typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("token") ?? "")));

  useEffect(() => {
    if (token) void navigate(paths.portalConfirm, { replace: true });
  }, [navigate, token]);
  return hydrated ? token : null;
}

type AskedProps = { question: Question; token: Token; onAnswered: (question: Question) => void };

function Asked({ question, token, onAnswered }: AskedProps) {
  const [busy, setBusy] = useState<"yes" | "no" | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const answered = useRef(false);

  useEffect(() => {
    if (answered.current) outcome.current?.focus();
  }, [question]);

  async function tell(answer: "yes" | "no") {
    setBusy(answer);
    try {
      const told = await request<Question>("POST", answerAddress, { token, answer });
      answered.current = true;
      onAnswered(told);
    } catch (error) {
      toast({ title: "Your answer was not saved", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(null);
  }

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
          <div className={css.answers}>
            <Button busy={busy === "yes"} disabled={busy === "no"} onClick={() => void tell("yes")}>
              Yes, this is mine
            </Button>
            <Button variant="secondary" busy={busy === "no"} disabled={busy === "yes"} onClick={() => void tell("no")}>
              No, this is not mine
            </Button>
          </div>
          <p>Nothing has changed yet, and nothing does unless you answer. A yes can be taken back here as long as nothing is paid for it.</p>
        </>
      ) : (
        <div ref={outcome} className={css.outcome} tabIndex={-1}>
          <Outcome state={question.state} hasSignIn={question.hasSignIn} />
          {question.mayBeTakenBack && (
            <div className={css.back}>
              <p>Pressed the wrong one? As long as nothing is paid for it, this link takes your answer back.</p>
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
