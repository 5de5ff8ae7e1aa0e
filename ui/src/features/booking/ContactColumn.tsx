import { useSite } from "../../site/SiteContext";
import * as css from "./ContactColumn.module.css";

/** Where we are, how to reach us and what the booking fee buys. */
export function ContactColumn() {
  const site = useSite();
  return (
    <>
      <section className={css.part} aria-labelledby="contact-information">
        <svg className={css.drawing} viewBox="0 0 352 120" aria-hidden="true" focusable="false">
          <path className={css.path} d="M24 104C60 20 250 -6 330 74" />
          <circle className={css.sun} cx="252" cy="30" r="14" />
          <path className={css.pen} d="M0 104h352M84 104V64l56-34 56 34v40M140 104V78h26v26M100 72h22v18h-22zM196 78h68v26M196 78l8-6h68l-8 6M214 86h34M214 94h34" />
          <path className={css.fine} d="M8 104l-6 8M24 104l-6 8M40 104l-6 8M292 104l-6 8M308 104l-6 8M324 104l-6 8M340 104l-6 8" />
        </svg>
        <h2 id="contact-information">Contact information</h2>
        <dl className={css.ways}>
          <div>
            <dt>Address</dt>
            <dd>{site["business.address"]}</dd>
            <dd className={css.aside}>{site["business.appointmentNote"]}</dd>
          </div>
          <div data-given={site["business.phone"]}>
            <dt>Phone</dt>
            <dd>
              <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
            </dd>
          </div>
          <div data-given={site["business.email"]}>
            <dt>Email</dt>
            <dd>
              <a href={site["business.emailHref"]}>{site["business.email"]}</a>
            </dd>
          </div>
          <div>
            <dt>Hours</dt>
            <dd>{site["business.hours"]}</dd>
          </div>
        </dl>
      </section>
      <section className={css.part} aria-labelledby="what-the-fee-buys">
        <h2 id="what-the-fee-buys">What the fee buys</h2>
        <p className={css.fee}>
          <span className={css.amount}>{site["fee.booking"]}</span> <span>inc. GST, paid when you book</span>
        </p>
        <ul className={css.list}>
          <li>An initial consultation of {site["consultation.minutes"]} minutes</li>
          <li>Your documents and details reviewed beforehand</li>
          <li>Choose its time right after paying, or we call or email you within 24 hours to schedule it</li>
          <li>Every dollar credited towards any service you proceed with</li>
        </ul>
      </section>
    </>
  );
}
