import { useState } from "react";
import { AppLink } from "../../../components/AppLink";
import { Button } from "../../../components/Button";
import { EmptyState } from "../../../components/EmptyState";
import { useListAddress } from "../address";
import { documentAct, documentsKey, useStaffQuery, type DocumentsPage, type ProjectDocument } from "../api";
import { documentTypes } from "../labels/documents";
import { ListFilters, orderChoice, type Choice } from "../ListFilters";
import { ListFrame } from "../ListFrame";
import { ListTable } from "../ListTable";
import { useStaffAct } from "../useStaffAct";
import { DocumentLine } from "./DocumentLine";
import * as css from "./DocumentTable.module.css";
import { useFetch } from "./useFile";

const columns = ["Chosen", "Document", "Client", "State", "Came", "Acts"];
const everything = { search: "", show: "", type: "", client: "", of: "" };
const mostAtOnce = 100;
const choices: readonly Choice[] = [
  {
    name: "show",
    label: "Show",
    first: "All documents",
    options: [
      { value: "unread", label: "New from clients" },
      { value: "shared", label: "Shared by us" },
      { value: "internal", label: "Seen by staff only" },
      { value: "deleted", label: "Deleted" },
    ],
  },
  { name: "type", label: "Type", first: "Any type", options: documentTypes },
  orderChoice(),
];

/** Every document of every project, with search, filters, order and page in the address; several come as one ZIP. */
export function DocumentTable() {
  const address = useListAddress();
  const { search, show, type, client, of, sort, page } = address;
  const query = useStaffQuery<DocumentsPage>(documentsKey({ search, show, type, client, of, sort, page }), { keepPreviousData: true });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [deleted, setDeleted] = useState<ProjectDocument | null>(null);
  const { busy, fetchFile } = useFetch();

  function choose(id: number, on: boolean) {
    setChosen((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  async function fetchAll() {
    if (await fetchFile(`/api/admin/documents.zip?ids=${[...chosen].join(",")}`, `${chosen.size} documents.zip`)) setChosen(new Set());
  }

  return (
    <ListFrame
      name="documents"
      placeholder="Document, client or HPM-"
      one="document"
      many="documents"
      query={query}
      tools={<ListFilters choices={choices} />}
      all={search || show || type || client || of ? address.with(everything) : null}
      nothing={<EmptyState>No documents yet. What clients send and what you upload for them appears here.</EmptyState>}
    >
      {({ items, whose }) => (
        <>
          {whose && (
            <p className={css.line}>
              Only of {whose}. <AppLink to={address.with({ client: "", of: "" })}>Show everybody's</AppLink>
            </p>
          )}
          {deleted && <Deleted file={deleted} onOver={() => setDeleted(null)} />}
          {/* It keeps its room, so that the rows stay where they are chosen. */}
          <div className={css.line} role="group" aria-label="Chosen documents">
            <span role="status">
              {chosen.size === 0 ? show !== "deleted" && "Choose several to download them as one ZIP." : chosen.size === 1 ? "1 document chosen" : `${chosen.size} documents chosen`}
              {chosen.size === mostAtOnce && ", as many as go into one ZIP"}
            </span>
            {chosen.size > 0 && (
              <>
                <Button variant="secondary" busy={busy} onClick={() => void fetchAll()}>
                  {busy ? "Downloading" : "Download as one ZIP"}
                </Button>
                <Button variant="quiet" onClick={() => setChosen(new Set())}>
                  Choose none
                </Button>
              </>
            )}
          </div>
          <ListTable name="Documents" columns={columns} unseen={["Chosen", "Acts"]} className={css.documents}>
            {items.map((file) => (
              <DocumentLine
                key={file.id}
                file={file}
                open={file.projectId === address.project}
                chosen={chosen.has(file.id)}
                mayChoose={!file.deletedAt && (chosen.size < mostAtOnce || chosen.has(file.id))}
                onChoose={(on) => choose(file.id, on)}
                onDeleted={(gone) => {
                  choose(gone.id, false);
                  setDeleted(gone);
                }}
              />
            ))}
          </ListTable>
        </>
      )}
    </ListFrame>
  );
}

/** The last that was deleted here, and the way back. */
function Deleted({ file, onOver }: { file: ProjectDocument; onOver: () => void }) {
  const { act } = useStaffAct();

  async function undo() {
    if (await act(documentAct(file.id, "recover"), { done: `${file.fileName} is back`, failed: "It was not recovered" })) onOver();
  }

  return (
    <p className={css.line} role="status">
      {file.fileName} is deleted.{" "}
      <Button variant="quiet" aria-label={`Undo: delete ${file.fileName}`} onClick={() => void undo()}>
        Undo
      </Button>
    </p>
  );
}
