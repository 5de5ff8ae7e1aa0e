import { Suspense, useState } from "react";
import { Button } from "../../components/Button";
import { lazily } from "../../lazily";
import { useListAddress } from "./address";
import { DocumentTable } from "./documents/DocumentTable";
import { RecordFrame } from "./RecordFrame";
import { StaffHead } from "./StaffHead";

const UploadDialog = lazily(() => import("./documents/UploadDialog"));

/** Every client's documents; a record opens beside them. */
export default function DocumentsPage() {
  const { project, of } = useListAddress();
  const [adding, setAdding] = useState(false);
  const about = project ?? of;
  return (
    <RecordFrame>
      <StaffHead title="Documents">
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Upload documents
        </Button>
      </StaffHead>
      <DocumentTable />
      <Suspense>{adding && <UploadDialog about={about ? `HPM-${about}` : ""} onClose={() => setAdding(false)} />}</Suspense>
    </RecordFrame>
  );
}
