import { Suspense, useState } from "react";
import { Button } from "../../components/Button";
import { lazily } from "../../lazily";
import { usePageTitle } from "../../site/usePageTitle";
import { useListAddress } from "./address";
import * as css from "./DashboardPage.module.css";
import { DocumentTable } from "./documents/DocumentTable";
import { RecordFrame } from "./RecordFrame";

const UploadDialog = lazily(() => import("./documents/UploadDialog"));

/** Every client's documents; a record opens beside them. */
export default function DocumentsPage() {
  const { project, of } = useListAddress();
  const [adding, setAdding] = useState(false);
  usePageTitle("Documents");
  const about = project ?? of;
  return (
    <RecordFrame>
      <div className={css.head}>
        <h1>Documents</h1>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Upload documents
        </Button>
      </div>
      <DocumentTable />
      <Suspense>{adding && <UploadDialog about={about ? `HPM-${about}` : ""} onClose={() => setAdding(false)} />}</Suspense>
    </RecordFrame>
  );
}
