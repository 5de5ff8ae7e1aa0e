import { FILE_MESSAGES } from "../../api/rules.gen";
import { useQuery } from "../../api/query";
import { AppLink } from "../../components/AppLink";
import { Button, ButtonAnchor } from "../../components/Button";
import { sizeText } from "../../components/sizeText";
import { Fold, useOneColumn } from "../../components/Fold";
import { projectPage } from "../../paths";
import { allDocumentsAddress, documentsKey, needsKey, type ClientDocument, type Need, type ProjectDetails } from "./api";
import { Checklist } from "./Checklist";
import { takesDocuments } from "./documents";
import { DocumentRows } from "./DocumentsTab";
import { Loaded } from "./Loaded";
import { ProjectSection } from "./ProjectSection";
import { useUpload } from "./Uploading";

/** How many of the newest are shown on a phone; more than one over it are folded. */
const atOnce = 2;

/** What the project needs from its client, and its documents, newest first. */
export function ProjectDocuments({ project }: { project: ProjectDetails }) {
  const loaded = useQuery<ClientDocument[]>(documentsKey);
  const needs = useQuery<Need[]>(needsKey);
  const open = useUpload();
  const asked = needs.data?.filter(({ projectId }) => projectId === project.id) ?? [];
  // What the project whose consultation it shares waits for already is not asked for again.
  const before = needs.data?.filter(({ projectId, state }) => `HPM-${projectId}` === project.cameFrom && state === "missing") ?? [];
  const own = loaded.data?.filter(({ projectId }) => projectId === project.id) ?? [];
  const oneColumn = useOneColumn();
  const inSight = own.filter(({ isNew, takesBackUntil }, index) => index < atOnce || isNew || takesBackUntil);
  const older = own.filter((file) => !inSight.includes(file));
  const folds = oneColumn && older.length > 1;
  const spare = own.filter(({ uploadedBy, needId }) => uploadedBy !== "staff" && needId === null);
  return (
    <ProjectSection
      id="documents"
      title="Documents"
      action={
        takesDocuments(project) && (
          <Button variant="secondary" onClick={() => open({ projectId: project.id })}>
            Add documents
          </Button>
        )
      }
    >
      {asked.length > 0 && <Checklist needs={asked} spare={spare} unnamed={spare.filter(({ withMessage }) => !withMessage)} ticking={own.filter(({ needId }) => needId !== null)} />}
      {before[0] && takesDocuments(project) && (
        <p>
          Asked for under{" "}
          <AppLink to={`${projectPage(before[0].projectId)}#documents`}>{project.cameFrom}</AppLink>, for this project, too:{" "}
          {before.map(({ title }) => title).join(", ")}.
        </p>
      )}
      <Loaded loaded={loaded} what="documents">
        {() =>
          own.length === 0 ? (
            <p>No documents yet. Yours, and those that we share with you, are kept here.</p>
          ) : (
            <>
              <DocumentRows files={folds ? inSight : own} among={own} />
              {own.some(({ takesBackUntil }) => takesBackUntil) && <p>{FILE_MESSAGES.takeBack}</p>}
              {folds && (
                <Fold title={`${older.length} older documents`}>
                  <DocumentRows files={older} among={own} />
                </Fold>
              )}
              {own.length > 1 && (
                <p>
                  <ButtonAnchor variant="quiet" href={allDocumentsAddress(project.id)} download>
                    Download all ({sizeText(own.reduce((sum, file) => sum + file.fileSize, 0))})
                  </ButtonAnchor>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </ProjectSection>
  );
}
