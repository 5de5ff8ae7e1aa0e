import { PRICED_UP_TO_1M, PROJECT_TYPES } from "../../api/rules.gen";
import type { Uploads } from "../../components/useUploads";
import { boughtAs } from "../../site/bought";
import type { SiteFacts } from "../../site/facts";
import { useSite } from "../../site/SiteContext";
import * as css from "./BookingSummary.module.css";
import type { Booking } from "./bookingApi";

type Props = {
  booking: Booking;
  uploads: Uploads;
  /** null: a payment is under way, so that nothing of this can be changed. */
  change: ((step: number) => void) | null;
};

/** What is about to be paid for, each line with the way back to it. */
export function BookingSummary({ booking, uploads, change }: Props) {
  const site = useSite();
  const service = booking.serviceType && boughtAs(site, booking.serviceType, booking.package);
  const kind = PROJECT_TYPES.find(({ value }) => value === booking.projectType)?.label;
  const stored = uploads.items.filter((item) => item.state === "stored").length;
  const rows = [
    { term: "For", value: `${booking.fullName}, ${booking.email}`, step: 1 },
    { term: "Service", value: service, step: 2 },
    { term: "Project", value: kind, step: 2 },
    { term: "Address", value: booking.address, step: 1 },
    { term: "Documents", value: stored === 0 ? "None yet" : stored === 1 ? "1 document" : `${stored} documents`, step: 3 },
  ];
  return (
    <div className={css.summary}>
      <dl>
        {rows.map(({ term, value, step }) => (
          <div key={term} className={css.row}>
            <dt>{term}</dt>
            <dd>{value}</dd>
            {change && (
              <dd className={css.act}>
                <button type="button" className={css.change} onClick={() => change(step)} aria-label={`Change: ${term}`}>
                  Change
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What is bought and what is to be paid for it today, and what follows later. */
export function BookingSum({ booking }: Pick<Props, "booking">) {
  const site = useSite();
  return (
    <div>
      <p className={css.total}>
        <span>
          {booking.serviceType && boughtAs(site, booking.serviceType, booking.package)}{" "}
          <small>Initial consultation, {site["consultation.minutes"]} minutes, inc. GST</small>
        </span>
        <strong>{site["fee.booking"]}</strong>
      </p>
      <p className={css.later}>{whatFollows(site, booking)}</p>
    </div>
  );
}

/** What follows after today: every price stands but that of a review of a larger project. */
function whatFollows(site: SiteFacts, { serviceType: service, package: review, projectValue }: Booking): string {
  const today = `Today ${site["fee.booking"]} inc. GST, credited`;
  if (!service || service === "consultation") return `${today} to any service you proceed with.`;
  const isReview = service === "contract_review";
  if (isReview && !PRICED_UP_TO_1M.some((value) => value === projectValue)) return `${today}; later the rest of a fixed price that you receive before we begin.`;
  if (isReview && review) return `${today}; later ${site[`packages.${review}.left`]} by invoice.`;
  return `${today}; later the rest of its price of ${site[`services.${service}.price`]}: ${site[`services.${service}.left`]}. Whatever goes beyond is agreed with you first.`;
}
