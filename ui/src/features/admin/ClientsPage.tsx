import { ComingPage } from "./ComingPage";

export default function ClientsPage() {
  return (
    <ComingPage title="Clients">
      <p>
        This page will list your clients with their projects, bookings, documents and payments, and let you change details, notes
        and the status of a project. It comes with client management.
      </p>
      <p>
        Until then, a client who booked with the booking fee is found by name, email or phone in the bookings on the dashboard. One
        who chose a service at once stands in its list of consultations, while a time, a transfer or a question of whose it is
        keeps them there. Other clients cannot be looked up here yet.
      </p>
    </ComingPage>
  );
}
