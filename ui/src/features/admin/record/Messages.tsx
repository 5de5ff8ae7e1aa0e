import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { BOOKING_FILES } from "../../../api/rules.gen";
import { useUser } from "../../../api/user";
import { Conversation } from "../../../components/conversation/Conversation";
import type { Sender } from "../../../api/upload";
import { documentAddress, isStaffData, projectAddress, useUpload } from "../api";

/** What a client and the firm write to each other about a project, from the firm's side. */
export default function Messages({ projectId }: { projectId: number }) {
  const user = useUser();
  const upload = useUpload();
  const { mutate } = useSWRConfig();
  const project = projectAddress(projectId);
  const send = useCallback<Sender>(
    (file, options) => upload(`${project}/documents`, file, { ...options, fields: { documentType: "other" } }),
    [project, upload],
  );
  const change = useCallback(() => void mutate(isStaffData), [mutate]);

  return (
    <Conversation
      key={projectId}
      address={`${project}/messages`}
      side="staff"
      account={user?.name ?? ""}
      fileAddress={documentAddress}
      send={send}
      accept={BOOKING_FILES.extensions}
      empty="Nothing was written yet. The client reads what you write here in the portal; an email tells them of it after ten quiet minutes."
      onChange={change}
    />
  );
}
