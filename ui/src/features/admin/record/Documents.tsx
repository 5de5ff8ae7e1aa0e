import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { BOOKING_FILES } from "../../../api/rules.gen";
import type { Sender } from "../../../api/upload";
import { AppLink } from "../../../components/AppLink";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FileDrop } from "../../../components/FileDrop";
import { Badge } from "../../../components/StatusBadge";
import { useUploads } from "../../../components/useUploads";
import { paths } from "../../../paths";
import { isStaffData, projectAddress, useUpload, type ProjectRecord } from "../api";
import { FileActs } from "../documents/FileActs";
import { useStaffAct } from "../useStaffAct";
import { refusalOf } from "./acts";
import { Checklist } from "./Checklist";
import { DocumentRow } from "./DocumentList";
import * as css from "./DocumentList.module.css";
import { DeletedDocuments, EarlierVersions } from "./OtherDocuments";
import { Part } from "./Part";

type Props = { record: ProjectRecord; wanted: boolean };

/** A project's documents both ways, and what it needs from its client. */
export function Documents({ record: data, wanted }: Props) {
  const project = projectAddress(data.projectId);
  const { act } = useStaffAct();
  const [cannotShare, cannotAdd] = [refusalOf(data, "share"), refusalOf(data, "upload")];
  const unshared = data.documents.filter(({ uploadedBy, sharedAt }) => uploadedBy === "staff" && !sharedAt);
  const share = (ids: readonly number[]) =>
    void act(`${project}/documents/share`, { done: "Shared; the client gets a letter", failed: "Not done" }, { documentIds: ids });
  return (
    <Part title="Documents" count={data.documents.length} wanted={wanted}>
      {data.documents.length === 0 && <p>There are none yet.</p>}
      <ul className={css.files}>
        {data.documents.map((file) => (
          <DocumentRow key={file.id} file={file} acts={<FileActs file={file} />} below={<EarlierVersions file={file} />}>
            {file.isUnread && <Badge tone="amber">New</Badge>}
            {file.uploadedBy === "staff" && <Shared file={file} share={cannotShare ? null : () => share([file.id])} />}
          </DocumentRow>
        ))}
      </ul>
      {unshared.length > 1 && !cannotShare && (
        <p className={css.act}>
          <Button variant="secondary" onClick={() => share(unshared.map(({ id }) => id))}>
            Share {unshared.length} with one letter
          </Button>
        </p>
      )}
      {!cannotAdd && <Add address={`${project}/documents`} />}
      {unshared.length > 0 && cannotShare && <p>They cannot be shared now: {cannotShare}</p>}
      <DeletedDocuments files={data.deleted} />
      <p className={css.act}>
        <AppLink to={`${paths.adminDocuments}?client=${data.client.id}`}>All documents of this client</AppLink>
      </p>
      <Checklist needs={data.needs} before={data.neededBefore} project={project} refusal={refusalOf(data, "ask_documents")} />
    </Part>
  );
}

function Shared({ file, share }: { file: ProjectRecord["documents"][number]; share: (() => void) | null }) {
  const { act } = useStaffAct();
  const takeBack = () => void act(`/api/admin/documents/${file.id}/take-back`, { done: "The client does not see it any more", failed: "Not done" });
  return (
    <p className={css.shared}>
      {file.sharedAt ? (
        <span>
          Shared <DateTime iso={file.sharedAt} /> by {file.sharedBy},{" "}
          {file.openedAt ? (
            <>
              opened <DateTime iso={file.openedAt} />
            </>
          ) : (
            "not opened yet"
          )}
        </span>
      ) : (
        <span>The client does not see this</span>
      )}
      <span className={css.act}>
        {file.sharedAt ? (
          <Button variant="quiet" aria-label={`Take back ${file.fileName}`} onClick={takeBack}>
            Take back
          </Button>
        ) : share && (
          <Button variant="quiet" aria-label={`Share ${file.fileName} with the client`} onClick={share}>
            Share with the client
          </Button>
        )}
      </span>
    </p>
  );
}

function Add({ address }: { address: string }) {
  const upload = useUpload();
  const { mutate } = useSWRConfig();
  const send = useCallback<Sender>(
    async (file, options) => {
      const stored = await upload(address, file, options);
      void mutate(isStaffData);
      return stored;
    },
    [address, mutate, upload],
  );
  const uploads = useUploads({ accept: BOOKING_FILES.extensions, maxBytes: BOOKING_FILES.maxFileBytes, send });
  return (
    <div className={css.add}>
      <FileDrop uploads={uploads} label="Drag files here; the client sees them once you share them" />
    </div>
  );
}
