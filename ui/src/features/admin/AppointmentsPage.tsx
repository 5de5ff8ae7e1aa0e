import { ComingPage } from "./ComingPage";

export default function AppointmentsPage() {
  return (
    <ComingPage title="Appointments">
      <p>
        This page will hold the calendar of consultations and the times that clients can book. It comes with online scheduling.
      </p>
      <p>
        Until then, arrange the time with the client directly: their phone number and email address are
        in the booking or in the list of consultations on the dashboard.
      </p>
    </ComingPage>
  );
}
