import { FileDown } from "lucide-react";
import { useState } from "react";
import { ApiError, errorText } from "../../api/client";
import { download } from "../../api/download";
import { Button } from "../../components/Button";
import { toast } from "../../components/toast";
import { invoiceAddress, type Paper as PaperOf } from "./api";

/** A tax invoice or an adjustment note, to download. */
export function Paper({ paper }: { paper: PaperOf }) {
  const [busy, setBusy] = useState(false);
  const name = `${paper.title} ${paper.number}`;

  async function fetchFile() {
    setBusy(true);
    try {
      await download(invoiceAddress(paper.id), `${name}.pdf`);
      toast({ title: "Download started", body: `${name}.pdf` });
    } catch (error) {
      const lost = error instanceof ApiError ? "Please try again." : "Unable to connect to server. Please try again.";
      toast({ title: "Download failed", body: errorText(error, lost), variant: "destructive" });
    }
    setBusy(false);
  }

  return (
    <li>
      <Button variant="quiet" busy={busy} icon={<FileDown size={18} strokeWidth={1.5} aria-hidden="true" />} onClick={() => void fetchFile()}>
        {name} (PDF)
      </Button>
    </li>
  );
}
