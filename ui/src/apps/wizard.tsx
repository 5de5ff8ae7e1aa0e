import { BookingWizard } from "../features/booking/BookingWizard";
import { App } from "../shell/App";

/** BOOK A SERVICE on /contact. */
export default function Wizard() {
  return (
    <App>
      <BookingWizard />
    </App>
  );
}
