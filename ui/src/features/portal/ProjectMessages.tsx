import { useCallback } from "react";
import { useLocation } from "react-router-dom";
import { useSWRConfig } from "swr";
import { CLIENT_FILE_EXTENSIONS } from "../../api/rules.gen";
import { useQuery } from "../../api/query";
import { upload, type Sender } from "../../api/upload";
import { Conversation } from "../../components/conversation/Conversation";
import { documentAddress, profileKey, projectKey, type Profile, type ProjectDetails } from "./api";
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
  const change = useCallback(() => void mutate(mayDiffer), [mutate]);

  return (
    <ProjectSection id="messages" title="Messages">
      <Conversation
        address={`${projectKey(String(project.id))}/messages`}
        side="client"
        account={profile?.email ?? ""}
        fileAddress={documentAddress}
        send={send}
        accept={CLIENT_FILE_EXTENSIONS}
        empty="No messages yet. Ask us whatever you would like to know about this project: the answer comes here, and we email you when there is one."
        opensAtEnd={hash === "#messages"}
        onChange={change}
      />
    </ProjectSection>
  );
}
