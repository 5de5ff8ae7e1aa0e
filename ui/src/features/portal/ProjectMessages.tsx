import { useCallback } from "react";
import { useLocation } from "react-router-dom";
import { useSWRConfig } from "swr";
import { CLIENT_FILE_EXTENSIONS } from "../../api/rules.gen";
import { ApiError, errorText, request } from "../../api/client";
import { useQuery } from "../../api/query";
import { upload, type Sender, type StoredFile } from "../../api/upload";
import { Conversation } from "../../components/conversation/Conversation";
import { toast } from "../../components/toast";
import { documentAddress, documentsKey, profileKey, projectKey, type ClientDocument, type Profile, type ProjectDetails } from "./api";
import { ProjectSection } from "./ProjectSection";

/** What counts unread messages or lists what came with them. */
const mayDiffer = (key: unknown): boolean => /^\/api\/client\/(steps|documents|projects(\/\d+)?)$/.test(String(key));

/** The conversation between the client and the firm about one project. */
export function ProjectMessages({ project }: { project: ProjectDetails }) {
  const { data: profile } = useQuery<Profile>(profileKey);
  const { mutate } = useSWRConfig();
  const { hash } = useLocation();
  const send = useCallback<Sender>(
    (file, options) => {
      const fields = { projectId: String(project.id), documentType: "other" };
      return upload("/api/documents", file, { ...options, fields });
    },
    [project.id],
  );
  const { data: documents } = useQuery<ClientDocument[]>(documentsKey);
  const takeBack = useCallback(
    async ({ id }: StoredFile) => {
      try {
        await request("DELETE", `${documentsKey}/${id}`);
      } catch (error) {
        // Taken back before, or opened by the firm meanwhile: the message goes without it all the same.
        if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409)) throw error;
        if (error.status === 409) toast({ title: "Not in the message any more", body: errorText(error, "It stays among your documents.") });
      }
      void mutate(mayDiffer);
    },
    [mutate],
  );
  const change = useCallback(() => void mutate(mayDiffer), [mutate]);

  return (
    <ProjectSection id="messages" title="Messages">
      <Conversation
        address={`${projectKey(String(project.id))}/messages`}
        side="client"
        account={profile?.email ?? ""}
        fileAddress={documentAddress}
        send={send}
        takeBack={takeBack}
        present={documents?.filter(({ projectId }) => projectId === project.id)}
        accept={CLIENT_FILE_EXTENSIONS}
        empty="No messages yet. Ask us whatever you would like to know about this project: the answer comes here, and we email you when there is one."
        opensAtEnd={hash === "#messages"}
        onChange={change}
      />
    </ProjectSection>
  );
}
