import { ComingPage } from "./ComingPage";

export default function DocumentsPage() {
  return (
    <ComingPage title="Documents">
      <p>
        This page will show every document by client and project, and let you share files with a client. It comes with document
        management.
      </p>
      <p>
        Until then, the documents of a booking with the booking fee are in the booking itself: open it on the dashboard and download
        them there. Documents that came with a service chosen at once are kept, but cannot be opened here yet: please ask whoever
        sent them for a copy.
      </p>
    </ComingPage>
  );
}
