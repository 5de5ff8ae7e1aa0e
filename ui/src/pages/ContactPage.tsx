import Wizard from "../apps/wizard";
import { OpenForBooking } from "../components/OpenForBooking";
import { ContactColumn } from "../features/booking/ContactColumn";
import { EnquiryForm, firstField, memoryKey } from "../features/enquiries/EnquiryForm";
import { useSite } from "../site/SiteContext";
import { Island } from "../islands/Island";
import * as css from "./ContactPage.module.css";

/** /contact: how to reach us on the left, the wizard on the right; on a phone the wizard comes first. */
export function ContactPage() {
  return (
    <div className={css.page}>
      <div className={css.main}>
        <h1 className={css.title}>BOOK A SERVICE</h1>
        <p className={css.lead}>Four short steps to an initial consultation with a senior adviser.</p>
        <Jumps />
        <OpenForBooking>
          <Island name="wizard" when="now">
            <Wizard />
          </Island>
        </OpenForBooking>
      </div>
      <aside className={css.aside} aria-label="Contact and enquiries">
        <ContactColumn />
        <Island name="enquiry" when="near" memory={memoryKey}>
          <EnquiryForm />
        </Island>
      </aside>
    </div>
  );
}

/** Above the wizard on a phone, where the column comes long after it: how else to reach us. The browser moves the focus. */
function Jumps() {
  const site = useSite();
  return (
    <p className={css.jumps}>
      <a href={`#${firstField}`}>Write to us</a>{" "}
      <a href={site["business.phoneHref"]} data-given={site["business.phone"]}>
        Call {site["business.phone"]}
      </a>
    </p>
  );
}
