import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { useNavigate } from "react-router-dom";
import { AppLink } from "../../components/AppLink";
import { Notice } from "../../components/Notice";
import { formatTime } from "../../components/time";
import { useListAddress } from "./address";
import { dashboardKey, isStaffData, useStaffQuery, type Dashboard } from "./api";
import { Attention } from "./Attention";
import { BookingList } from "./BookingList";
import { BookingPanel } from "./BookingPanel";
import { Consultations } from "./Consultations";
import { Counts } from "./Counts";
import * as css from "./DashboardPage.module.css";
import { EnquiryList } from "./EnquiryList";
import { LoadProblem } from "./LoadProblem";
import { rowId } from "./BookingRow";
import { usePageTitle } from "./usePageTitle";

/** What needs doing, the numbers, and the lists; a booking opens beside them. */
export default function DashboardPage() {
  const address = useListAddress();
  const navigate = useNavigate();
  const { data, error, mutate } = useStaffQuery<Dashboard>(dashboardKey);
  usePageTitle("Dashboard");

  function closeBooking() {
    const row = address.booking && document.getElementById(rowId(address.booking));
    void navigate(address.with({ booking: null }));
    if (row) row.focus();
    else document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <div className={css.split} data-open={address.booking !== null || undefined}>
      <div className={css.work}>
        <div className={css.head}>
          <h1>Dashboard</h1>
          <Refresh />
        </div>
        {error ? (
          <LoadProblem what="The overview" error={error} retry={() => void mutate()} />
        ) : (
          <>
            {data?.notOffered && (
              <Notice tone="red" title="Some settings are still fictional" role="status">
                <p>{data.notOffered}</p>
              </Notice>
            )}
            <Attention dashboard={data} />
            <Counts dashboard={data} />
            <Consultations />
          </>
        )}
        <nav className={css.views} aria-label="Lists">
          <AppLink
            className={css.view}
            to={address.with({ view: "bookings", search: "", status: "" })}
            aria-current={address.view === "bookings" ? "page" : undefined}
          >
            Bookings
          </AppLink>
          <AppLink
            className={css.view}
            to={address.with({ view: "enquiries", search: "", status: "" })}
            aria-current={address.view === "enquiries" ? "page" : undefined}
          >
            Enquiries{data && data.counts.enquiries > 0 ? ` (${data.counts.enquiries})` : ""}
          </AppLink>
        </nav>
        {address.view === "bookings" ? <BookingList /> : <EnquiryList />}
      </div>
      {address.booking !== null && <BookingPanel id={address.booking} onClose={closeBooking} />}
    </div>
  );
}

/** Loaded data stays as it is until somebody asks for it anew; this asks. */
function Refresh() {
  const { mutate } = useSWRConfig();
  const [loadedAt, setLoadedAt] = useState(() => new Date());
  const [busy, setBusy] = useState(false);

  async function refresh() {
    setBusy(true);
    await mutate(isStaffData).catch(() => undefined);
    setLoadedAt(new Date());
    setBusy(false);
  }

  return (
    <div className={css.refresh}>
      <p role="status">{busy ? "Loading..." : `As of ${formatTime(loadedAt, "time")}, Sydney time`}</p>
      <button type="button" className={css.again} aria-label="Load the latest" onClick={() => busy || void refresh()}>
        <RefreshCw size={18} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}
