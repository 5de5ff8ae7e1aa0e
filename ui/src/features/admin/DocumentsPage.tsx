import { ComingPage } from "./ComingPage";

export default function DocumentsPage() {
  return (
    <ComingPage title="Documents">
      <p>
        This page will show every document by client and project, and let you share files with a client. It comes with document
        management.
      </p>
      <p>Until then, the documents of a booking are in the booking itself: open it on the dashboard and download them there.</p>
    </ComingPage>
  );
}
