import { createContext, useContext, useState, type ReactNode } from "react";
import { useQuery } from "../../api/query";
import { toast } from "../../components/toast";
import { needsKey, projectsKey, type Need, type Project } from "./api";
import { takesDocuments, waitsFirst } from "./documents";
import { UploadDialog, type Target } from "./UploadDialog";

const Context = createContext<(target?: Target) => void>(() => undefined);

/** Opens the upload for a project, by default the first that waits for some, or else that takes any. */
export function useUpload(): (target?: Target) => void {
  return useContext(Context);
}

/** Around the portal's pages, so that files go on travelling while the client looks at another. */
export function Uploading({ children }: { children: ReactNode }) {
  const { data } = useQuery<Project[]>(projectsKey);
  const { data: needs } = useQuery<Need[]>(needsKey);
  const [begun, setBegun] = useState<readonly { number: number; target: Target }[]>([]);
  const projects = (data ?? []).filter(takesDocuments);

  function open(target?: Target) {
    const first = waitsFirst(projects, needs ?? []);
    if (!target && !first) {
      toast({ title: "No project found", body: "You need to have a project to upload documents.", variant: "destructive" });
      return;
    }
    const chosen = target ?? { projectId: first?.id ?? 0 };
    setBegun((before) => [...before, { number: (before.at(-1)?.number ?? 0) + 1, target: chosen }]);
  }

  return (
    <Context value={open}>
      {children}
      {begun.map(({ number, target }) => (
        <UploadDialog
          key={number}
          projects={projects}
          target={target}
          onDone={() => setBegun((before) => before.filter((one) => one.number !== number))}
        />
      ))}
    </Context>
  );
}
