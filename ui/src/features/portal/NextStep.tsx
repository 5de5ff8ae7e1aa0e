import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import type { Appointment, Project } from "./api";
import * as css from "./NextStep.module.css";

type Props = {
  projects: readonly Project[] | undefined;
  upcoming: readonly Appointment[] | undefined;
  /** Milliseconds since the epoch. */
  now: number;
};

const notScheduled = new Set(["inquiry", "pending_documents", "pending_payment"]);
const promised = 24 * 60 * 60 * 1000;

/** The one thing that a client wants to know first. */
export function NextStep({ projects, upcoming, now }: Props) {
  const site = useSite();
  const [next] = upcoming ?? [];
  if (next) {
    return (
      <p className={css.next}>
        <span>Your consultation</span>
        <strong className={css.what}>
          <DateTime iso={next.date} format="full" />
        </strong>
      </p>
    );
  }
  const choosing = projects?.find(({ choosesTime }) => choosesTime);
  if (upcoming && choosing) {
    return (
      <p className={css.next}>
        <span>What happens next</span>
        <strong className={css.what}>
          {choosing.reference} is paid: <AppLink to={successFor(choosing.id)}>choose the time of your consultation</AppLink>.
        </strong>
      </p>
    );
  }
  // What is unpaid has its own words on its card, or none: no time is arranged for it yet.
  const waiting = projects?.find(({ status, paymentStatus }) => notScheduled.has(status) && paymentStatus === "completed");
  if (!upcoming || !waiting) return null;
  const fresh = now - new Date(waiting.createdAt).getTime() < promised;
  return (
    <p className={css.next}>
      <span>What happens next</span>
      <strong className={css.what}>
        {fresh
          ? "We contact you within 24 hours of your booking to schedule your consultation."
          : "We arrange the time of your consultation with you. "}
        {!fresh && (
          <span data-given={site["business.phone"]}>
            To speak with us sooner, call <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
          </span>
        )}
      </strong>
    </p>
  );
}
