import { ComingPage } from "./ComingPage";

export default function ClientsPage() {
  return (
    <ComingPage title="Clients">
      <p>
        This page will list your clients with their projects, bookings, documents and payments, and let you change details, notes
        and the status of a project. It comes with client management.
      </p>
      <p>Until then, search for a client by name, e-mail or phone in the bookings on the dashboard.</p>
    </ComingPage>
  );
}
