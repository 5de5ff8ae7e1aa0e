import { useState } from "react";
import { useSWRConfig } from "swr";
import { BOOKING_FILES } from "../../../api/rules.gen";
import { useUploads } from "../../../components/useUploads";
import { isStaffData, useUpload } from "../api";

/** Files that wait in a dialog until staff send them; `send` answers the ids of what is stored, null unless all is. */
export function useSending() {
  const upload = useUpload();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const uploads = useUploads({ accept: BOOKING_FILES.extensions, maxBytes: BOOKING_FILES.maxFileBytes });

  async function send(address: string, fields: Record<string, string> = {}): Promise<number[] | null> {
    setBusy(true);
    uploads.forgetRefusals();
    const ids = uploads.items.flatMap(({ stored }) => (stored ? [Number(stored.id)] : []));
    const all = await uploads.sendAll(async (file, options) => {
      const stored = await upload(address, file, { ...options, fields });
      ids.push(Number(stored.id));
      return stored;
    });
    setBusy(false);
    void mutate(isStaffData);
    return all ? ids : null;
  }
  return { uploads, busy, send };
}
