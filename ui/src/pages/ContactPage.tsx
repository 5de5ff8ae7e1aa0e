import Wizard from "../apps/wizard";
import { OpenForBooking } from "../components/OpenForBooking";
import { ContactColumn } from "../features/booking/ContactColumn";
import { EnquiryForm, memoryKey } from "../features/enquiries/EnquiryForm";
import { Island } from "../islands/Island";
import * as css from "./ContactPage.module.css";

/** /contact: how to reach us on the left, the wizard on the right; on a phone the wizard comes first. */
export function ContactPage() {
  return (
    <div className={css.page}>
      <div className={css.main}>
        <h1 className={css.title}>BOOK A SERVICE</h1>
        <p className={css.lead}>Four short steps to an initial consultation with a senior adviser.</p>
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
