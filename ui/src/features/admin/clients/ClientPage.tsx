import { ArrowLeft } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { AppLink } from "../../../components/AppLink";
import { DateTime } from "../../../components/DateTime";
import { Money } from "../../../components/Money";
import { Skeleton } from "../../../components/Skeleton";
import { lazily } from "../../../lazily";
import { paths } from "../../../paths";
import { usePageTitle } from "../../../site/usePageTitle";
import { useListAddress } from "../address";
import { clientAddress, useStaffQuery, type ClientPage as Page } from "../api";
import { LoadProblem } from "../LoadProblem";
import { addressText, signIns } from "../labels/people";
import { ActButton } from "../record/acts";
import * as acts from "../Act.module.css";
import { ClientSignIn } from "../record/ClientSignIn";
import { Contact } from "../record/Contact";
import { DetailChanges } from "../record/DetailChanges";
import { EmailChange } from "../record/EmailChange";
import { Acts, Fact, Facts } from "../record/Part";
import { RecordFrame } from "../RecordFrame";
import { DetailsForm } from "../DetailsForm";
import * as css from "./ClientPage.module.css";
import { ClientProjects } from "./ClientProjects";
import { MergedBefore } from "./MergedBefore";
import { Timeline } from "./Timeline";

const BeginDialog = lazily(() => import("./BeginDialog"));
const EraseDialog = lazily(() => import("./EraseDialog"));
const LetterDialog = lazily(() => import("./LetterDialog"));
const MergeDialog = lazily(() => import("./MergeDialog"));

/** One client: who they are, their projects, and everything that happened in one line of time. */
export default function ClientPage() {
  const id = Number(useParams()["client"]);
  const { data, error, mutate } = useStaffQuery<Page>(clientAddress(id));
  const state = useLocation().state as { list?: string } | null;
  const back = paths.adminClients + (state?.list ?? "");
  usePageTitle(data?.details.name ?? "Client");
  useEscape(back);

  return (
    <RecordFrame>
      <AppLink to={back} className={css.back} aria-current={undefined}>
        <ArrowLeft size={18} strokeWidth={1.5} aria-hidden />
        All clients
      </AppLink>
      {error ? (
        <>
          <h1 className={css.name}>Client</h1>
          <LoadProblem what="This client" error={error} retry={() => void mutate()} />
        </>
      ) : !data ? (
        <div aria-busy="true">
          <h1 className={css.name}>Loading...</h1>
          <Skeleton shape="field" count={6} />
        </div>
      ) : (
        <Loaded key={id} page={data} />
      )}
    </RecordFrame>
  );
}

function Loaded({ page }: { page: Page }) {
  const [editing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<"begin" | "letter" | "merge" | "erase" | null>(null);
  const close = () => setDialog(null);
  const { line, details } = page;
  const lives = addressText(details);
  return (
    <>
      <h1 className={css.name}>{details.name || "No name yet"}</h1>
      <dl className={css.sums}>
        {(line.owedCents > 0 || line.awaitedCents === 0) && (
          <div>
            <dt>Owed</dt>
            <dd>{line.owedCents > 0 ? <Money cents={line.owedCents} /> : "Nothing"}</dd>
          </div>
        )}
        {line.awaitedCents > 0 && (
          <div>
            <dt>Awaited by transfer</dt>
            <dd>
              <Money cents={line.awaitedCents} />
            </dd>
          </div>
        )}
        <div>
          <dt>Next time</dt>
          <dd>{line.nextAt ? <DateTime iso={line.nextAt} format="stamp" /> : "None"}</dd>
        </div>
        <div>
          <dt>Last contact</dt>
          <dd>
            <DateTime iso={line.lastContactAt} format="stamp" />
          </dd>
        </div>
        <div>
          <dt>Client since</dt>
          <dd>
            <DateTime iso={line.createdAt} />
          </dd>
        </div>
      </dl>
      <div className={css.columns}>
        <div className={css.side}>
          <section className={css.part} aria-labelledby="client-details">
            <h2 id="client-details">Details</h2>
            {editing ? (
              <DetailsForm client={{ id: line.id, version: page.version, details }} onClose={() => setEditing(false)} />
            ) : (
              <>
                <Facts>
                  <Contact email={details.email} phone={details.phone} />
                  {details.company && <Fact name="Company">{details.company}</Fact>}
                  {lives && <Fact name="Address">{lives}</Fact>}
                  <Fact name="Client portal">{signIns[page.signIn]}</Fact>
                </Facts>
                {!line.proved && <p>Nothing has shown yet that this address is theirs: what is here was typed, maybe by somebody else.</p>}
                {details.deletionAskedAt && (
                  <p>
                    Has asked to be deleted, <DateTime iso={details.deletionAskedAt} format="stamp" />.
                  </p>
                )}
                <EmailChange clientId={line.id} change={details.emailChange} />
                <Acts>
                  <ActButton label="New project" about={details.name} onClick={() => setDialog("begin")} />
                  <ActButton label="Write a letter" about={details.name} onClick={() => setDialog("letter")} />
                  <ActButton label="Correct details" about={details.name} onClick={() => setEditing(true)} />
                  <ClientSignIn client={{ id: line.id, name: details.name, email: details.email, signIn: page.signIn }} />
                  <a className={acts.act} href={`${clientAddress(line.id)}/data.zip`} download>
                    Download all their data
                  </a>
                </Acts>
                <MergedBefore clientId={line.id} />
                <DetailChanges changes={page.changes} />
                <div className={css.apart} role="group" aria-label="Acts that are hard to take back">
                  <ActButton label="Merge with a double" about={details.name} onClick={() => setDialog("merge")} />
                  <ActButton label="Erase" about={details.name || details.email} onClick={() => setDialog("erase")} />
                </div>
              </>
            )}
          </section>
          <ClientProjects projects={page.projects} />
        </div>
        <Timeline clientId={line.id} name={details.name} />
      </div>
      <Suspense>
        {dialog === "begin" && (
          <BeginDialog client={{ id: line.id, name: details.name, email: details.email, hasSignIn: page.signIn !== "none", proved: line.proved }} onClose={close} />
        )}
        {dialog === "erase" && <EraseDialog client={{ id: line.id, name: details.name, email: details.email }} onClose={close} />}
        {dialog === "merge" && <MergeDialog client={{ id: line.id, name: details.name, email: details.email }} onClose={close} />}
        {dialog === "letter" && <LetterDialog client={{ id: line.id, name: details.name, email: details.email }} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Escape leads back to the list, unless it closes something first. */
function useEscape(back: string): void {
  const navigate = useNavigate();
  const { project } = useListAddress();
  useEffect(() => {
    function leave(event: KeyboardEvent) {
      const from = event.target as HTMLElement;
      if (event.key !== "Escape" || event.defaultPrevented || project !== null) return;
      if (from.closest("input, textarea, select, form, details[open]") || document.querySelector("dialog[open]")) return;
      void navigate(back);
    }
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [back, navigate, project]);
}
