import type { Uploads } from "../../components/useUploads";
import { stages, type Stage } from "./submitChain";
import * as css from "./SubmitProgress.module.css";

const words: Record<Stage, string> = {
  client: "Sending your details",
  project: "Setting up your project",
  slot: "Keeping your time",
  appointment: "Confirming your appointment",
  documents: "Sending your documents",
};

/** How far the submission has come. */
export function SubmitProgress({ stage, uploads }: { stage: Stage; uploads: Uploads }) {
  const at = stages.indexOf(stage);
  const sent = uploads.items.filter((item) => item.state === "stored").length;
  const count = stage === "documents" && uploads.items.length > 0 ? ` (${Math.min(sent + 1, uploads.items.length)} of ${uploads.items.length})` : "";
  return (
    <div className={css.progress}>
      <progress className={css.bar} value={at + 1} max={stages.length + 1} aria-label="Sending" />
      <p role="status">
        {words[stage]}
        {count}...
      </p>
    </div>
  );
}
