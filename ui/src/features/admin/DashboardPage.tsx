import { RefreshCw } from "lucide-react";
import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSWRConfig } from "swr";
import { AppLink } from "../../components/AppLink";
import { Skeleton } from "../../components/Skeleton";
import { formatTime } from "../../components/time";
import { lazily } from "../../lazily";
import { unfiltered, useListAddress, type Told, type View } from "./address";
import { attentionKey, dashboardKey, isStaffData, useStaffQuery, type AttentionDesk, type Dashboard } from "./api";
import { Attention } from "./Attention";
import { Counts } from "./Counts";
import * as css from "./DashboardPage.module.css";
import { FoldedPart } from "./FoldedPart";
import { LoadProblem } from "./LoadProblem";
import { RecordFrame } from "./RecordFrame";
import { StaffHead } from "./StaffHead";
import { usePhone } from "./usePhone";
import { Week } from "./Week";
import { WhenSeen } from "./WhenSeen";

const SystemLine = lazily(() => import("./SystemLine"));
const Charts = lazily(() => import("./figures/Charts"));
const Consultations = lazily(() => import("./Consultations"));
const ProjectList = lazily(() => import("./ProjectList"));
const UnfinishedList = lazily(() => import("./UnfinishedList"));
const EnquiryList = lazily(() => import("./EnquiryList"));
const MoneyList = lazily(() => import("./figures/MoneyList"));
const PromisesList = lazily(() => import("./figures/PromisesList"));

const lists: readonly { view: View; label: string; count?: (counts: Dashboard["counts"]) => number }[] = [
  { view: "projects", label: "Projects", count: ({ projects }) => projects },
  { view: "unfinished", label: "Unfinished", count: ({ unfinished }) => unfinished },
  { view: "enquiries", label: "Enquiries", count: ({ enquiries }) => enquiries },
  { view: "money", label: "Money" },
  { view: "promises", label: "Promises" },
];
const pages: Record<View, () => ReactNode> = {
  projects: () => <ProjectList />,
  unfinished: () => <UnfinishedList />,
  enquiries: () => <EnquiryList />,
  money: () => <MoneyList />,
  promises: () => <PromisesList />,
};

/** What needs doing, the numbers, and the lists; a record opens beside them. */
export default function DashboardPage() {
  const address = useListAddress();
  const phone = usePhone();
  const { data, error, mutate } = useStaffQuery<Dashboard>(dashboardKey);
  const desk = useStaffQuery<AttentionDesk>(attentionKey);
  // The page is short before that: what stands far below would be taken for seen.
  const isLaidOut = Boolean(desk.data ?? desk.error);
  const views = useRef<HTMLElement>(null);
  const { key, state } = useLocation() as { key: string; state: Told };

  useEffect(() => {
    const list = views.current;
    if (!state?.toList || !list) return;
    list.focus();
    // What stands above is still loading, and grows: the list stays in sight until somebody moves.
    const page = new ResizeObserver(() => list.scrollIntoView({ behavior: "instant" }));
    page.observe(document.body);
    const stop = () => page.disconnect();
    for (const move of ["wheel", "pointerdown", "keydown"]) addEventListener(move, stop, { once: true });
    return stop;
  }, [key, state]);

  return (
    <RecordFrame>
      <StaffHead title="Dashboard">
        <Refresh />
      </StaffHead>
      <Attention />
      <Week />
      {error ? (
        <LoadProblem what="The overview" error={error} retry={() => void mutate()} />
      ) : (
        <>
          <Counts dashboard={data} />
          <FoldedPart id="charts" title="How the firm does" folded={phone} className={css.charts}>
            {isLaidOut && (
              <WhenSeen className={css.drawn}>
                <Suspense fallback={<Skeleton shape="field" count={4} />}>
                  <Charts />
                </Suspense>
              </WhenSeen>
            )}
          </FoldedPart>
          <Suspense fallback={<Skeleton shape="field" count={3} />}>
            <Consultations />
          </Suspense>
        </>
      )}
      <nav ref={views} tabIndex={-1} className={css.views} aria-label="Lists">
        {lists.map(({ view, label, count }) => (
          <AppLink
            key={view}
            className={css.view}
            to={address.with({ view, ...unfiltered })}
            aria-current={address.view === view ? "page" : undefined}
          >
            {label}
            {data && count && count(data.counts) > 0 ? ` (${count(data.counts)})` : ""}
          </AppLink>
        ))}
      </nav>
      <Suspense fallback={<Skeleton shape="field" count={6} />}>{pages[address.view]()}</Suspense>
      <WhenSeen className={css.system}>
        <Suspense>
          <SystemLine />
        </Suspense>
      </WhenSeen>
    </RecordFrame>
  );
}

/** Loaded data stays as it is until somebody asks for it anew; this asks. */
function Refresh() {
  const { mutate } = useSWRConfig();
  const [loadedAt, setLoadedAt] = useState(() => new Date());
  const [busy, setBusy] = useState(false);
  const { isValidating } = useStaffQuery<AttentionDesk>(attentionKey);
  // Whatever asked for it, also an act of one's own: as soon as it has come.
  useEffect(() => (isValidating ? () => setLoadedAt(new Date()) : undefined), [isValidating]);

  async function refresh() {
    setBusy(true);
    await mutate(isStaffData).catch(() => undefined);
    setLoadedAt(new Date());
    setBusy(false);
  }

  return (
    <div className={css.refresh}>
      <p role="status">{busy ? "Loading..." : `As of ${formatTime(loadedAt, "time")}`}</p>
      <button type="button" className={css.again} aria-label="Load the latest" onClick={() => busy || void refresh()}>
        <RefreshCw size={18} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}
