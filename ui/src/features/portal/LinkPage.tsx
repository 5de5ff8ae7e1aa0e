import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { ApiError, errorText, request } from "../../api/client";
import { useQuery } from "../../api/query";
import { Button, ButtonLink } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { PageHead } from "../../components/PageHead";
import { Skeleton } from "../../components/Skeleton";
import { toast } from "../../components/toast";
import { paths, type Path } from "../../paths";
import { fetchOfToken, type Token } from "./api";
import * as css from "./LinkPage.module.css";
import { useToken } from "./useToken";

const noToken = "This page opens from the link in our email, and does not keep it. To answer, please open the link in the email once more; what was answered before stays.";
const notReached = "Unable to connect to server. Please try again.";

/** What a link asks: `about` as the server tells it, and the link's own token. */
export type AskedProps<About> = { about: About; token: Token; onAnswered: (told: About) => void };

type Props<About> = {
  page: Path;
  lookAddress: string;
  title: string;
  lead: string;
  Asked: (props: AskedProps<About>) => ReactNode;
};

/** Where the link of a letter leads. Opening it changes nothing: only the buttons of `Asked` answer. */
export function LinkPage<About>({ page, lookAddress, title, lead, Asked }: Props<About>) {
  const token = useToken(page);
  const { data, error, mutate } = useQuery<About>(token ? [lookAddress, token] : null, { fetcher: fetchOfToken });
  const problem = token === "" ? noToken : error && errorText(error, notReached);
  const again = error && !(error instanceof ApiError && error.status === 404);

  return (
    <>
      <PageHead compact title={title}>
        {lead}
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
        {problem && !again && (
          <div>
            <ButtonLink variant="secondary" to={paths.clientPortal}>
              Go to the client portal
            </ButtonLink>
          </div>
        )}
        {data && token && <Asked about={data} token={token} onAnswered={(told) => void mutate(told, { revalidate: false })} />}
      </div>
    </>
  );
}

type Answer = "yes" | "no";
type Answering = { busy: Answer | null; tell: (answer: Answer) => Promise<void>; outcome: RefObject<HTMLDivElement | null> };

type AnswersProps = Omit<Answering, "outcome"> & { yes: string; no: string };

/** The two answers to what a link asks, in its own words. */
export function Answers({ busy, tell, yes, no }: AnswersProps) {
  return (
    <div className={css.answers}>
      <Button busy={busy === "yes"} disabled={busy === "no"} onClick={() => void tell("yes")}>
        {yes}
      </Button>
      <Button variant="secondary" busy={busy === "no"} disabled={busy === "yes"} onClick={() => void tell("no")}>
        {no}
      </Button>
    </div>
  );
}

/** Posts an answer with what `said` makes of it; what the server then tells has the focus, at `outcome`. */
export function useAnswer<About>(
  address: string,
  { about, token, onAnswered }: AskedProps<About>,
  said: (answer: Answer) => object,
): Answering {
  const [busy, setBusy] = useState<Answer | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const answered = useRef(false);

  useEffect(() => {
    if (answered.current) outcome.current?.focus();
  }, [about]);

  async function tell(answer: Answer) {
    setBusy(answer);
    try {
      const told = await request<About>("POST", address, { token, ...said(answer) });
      answered.current = true;
      onAnswered(told);
    } catch (error) {
      toast({ title: "Your answer was not saved", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(null);
  }

  return { busy, tell, outcome };
}
