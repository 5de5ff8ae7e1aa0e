import { useState } from "react";
import { useQuery } from "../../api/query";
import { AppLink } from "../../components/AppLink";
import { Button, ButtonAnchor, ButtonLink, type ButtonVariant } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Said } from "../../components/Said";
import { Skeleton } from "../../components/Skeleton";
import { projectPage } from "../../paths";
import { stepsKey, type Step } from "./api";
import { LoadTrouble, Stale } from "./Loaded";
import * as css from "./NextSteps.module.css";

/** How many are shown below the first; more than one over it stand behind a button. */
const atOnce = 4;

/** What is asked under the project whose consultation another shares, and is for both. */
const forBoth: readonly Step["kind"][] = ["consultation", "missed", "time", "documents"];

type Props = {
  /** The project that they are about, on its own page; all of the client's without. */
  projectId?: number;
  /** The reference of the project whose consultation that one shares. */
  cameFrom?: string | null;
  /** Whether each names its project: the client has several. */
  named?: boolean;
};

/** What comes next and what is asked of the client, the most urgent first and large; each with its one button. */
export function NextSteps({ projectId, cameFrom, named = false }: Props) {
  const loaded = useQuery<Step[]>(stepsKey, { revalidateIfStale: true, dedupingInterval: 0 });
  const isOther = (step: Step) => projectId !== undefined && step.projectId !== projectId;
  const steps = loaded.data?.filter((step) => !isOther(step) || (step.reference === cameFrom && forBoth.includes(step.kind)));
  const [first, ...rest] = steps ?? [];
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll || rest.length <= atOnce + 1 ? 0 : rest.length - atOnce;

  if (!steps && loaded.error) return <LoadTrouble what="next steps" error={loaded.error} retry={loaded.mutate} />;
  if (!steps) {
    return (
      <div className={css.first} aria-busy="true">
        <div className={css.words}>
          <p role="status">Looking up what comes next...</p>
          <Skeleton count={3} />
        </div>
        <Skeleton shape="field" />
      </div>
    );
  }
  if (!first) return <p className={css.nothing}>Nothing is asked of you at the moment.</p>;
  return (
    <section className={css.next} aria-label="What comes next">
      <Stale loaded={loaded} />
      <div className={css.first}>
        <div className={css.words}>
          <p className={css.eyebrow}>What comes next</p>
          <h2 className={css.title}>{first.title}</h2>
          <About step={first} named={named || isOther(first)} />
        </div>
        <Act step={first} variant="primary" />
      </div>
      {rest.length > 0 && (
        <ul>
          {rest.slice(0, rest.length - hidden).map((step, index) => (
            <li key={index} className={css.step}>
              <div className={css.words}>
                <h3 className={css.small}>{step.title}</h3>
                <About step={step} named={named || isOther(step)} />
              </div>
              <Act step={step} variant="secondary" />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div>
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            Show {hidden} more
          </Button>
        </div>
      )}
    </section>
  );
}

/** When it is, how long there is for it, and which project it belongs to. */
function About({ step, named }: { step: Step; named: boolean }) {
  const { at, until, note } = step;
  return (
    <>
      {at && step.kind === "consultation" && (
        <p className={css.when}>
          <DateTime iso={at} format="full" />
        </p>
      )}
      {note && (
        <p>
          <Said text={note} />
        </p>
      )}
      {at && step.kind !== "consultation" && (
        <p>
          <strong>
            <DateTime iso={at} format="full" />
          </strong>{" "}
          is held for you
          {until === at && " until then"}
          {until && until !== at && (
            <>
              {" "}
              until <DateTime iso={until} format="full" />
            </>
          )}
          .
        </p>
      )}
      {named && (
        <p className={css.project}>
          <AppLink to={projectPage(step.projectId)}>
            {step.reference} {step.serviceTitle}
          </AppLink>
        </p>
      )}
    </>
  );
}

/** The step's one button; for who cannot see what it stands beside, it names its project. */
function Act({ step, variant }: { step: Step; variant: ButtonVariant }) {
  const name = `${step.label} (${step.reference})`;
  return (
    <p>
      {step.href.startsWith("/api/") ? (
        <ButtonAnchor wide variant={variant} href={step.href} download aria-label={name}>
          {step.label}
        </ButtonAnchor>
      ) : (
        <ButtonLink wide variant={variant} to={step.href} aria-label={name}>
          {step.label}
        </ButtonLink>
      )}
    </p>
  );
}
