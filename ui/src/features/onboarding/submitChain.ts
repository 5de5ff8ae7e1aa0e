import { ApiError, errorText, request } from "../../api/client";
import { rememberOnboarding, recallOnboarding, submissionKey, type OnboardingDetails } from "../../api/onboardingDraft";
import { chooseWay, type Way } from "../../api/meetings";
import type { components } from "../../api/schema.gen";
import { bookSlot, confirmAppointment, type ChosenSlot } from "../../api/slots";
import { upload } from "../../api/upload";
import type { Sender, StoredFile } from "../../api/upload";
import type { Uploads } from "../../components/useUploads";
import type { ServiceId } from "./onboardingRules";

type Schemas = components["schemas"];

export const stages = ["client", "project", "slot", "appointment", "documents"] as const;
export type Stage = (typeof stages)[number];

export type Submission = {
  details: OnboardingDetails;
  service: ServiceId;
  slot: ChosenSlot;
  way: Way | null;
  uploads: Uploads;
  onStage: (stage: Stage) => void;
};

const taken = "That time has just been taken. Please choose another.";

/** The chosen time cannot be had; everything else can stay as it is. */
export class TimeTaken extends Error {}

type Answers = Pick<Submission, "details" | "service">;

/** What was told last, and the project that it has become. */
let told: { answers: string; project: Promise<number> } | null = null;

/**
 * The submission's client and project, made or corrected by these answers; its number. The first of several files that are added
 * together begins it, the others wait for the same. Rejects with ApiError or TypeError.
 */
function open({ details, service }: Answers, onStage: Submission["onStage"] = () => {}): Promise<number> {
  const answers = JSON.stringify([submissionKey(), details, service]);
  if (told?.answers === answers) return told.project;
  const before = told?.project ?? Promise.resolve(0);
  const project = before.catch(() => 0).then(() => make({ details, service }, onStage));
  told = { answers, project };
  project.catch(() => {
    if (told?.project === project) told = null;
  });
  return project;
}

async function make({ details, service }: Answers, onStage: Submission["onStage"]): Promise<number> {
  onStage("client");
  const client = await makeClient(details);
  onStage("project");
  const project = await request<Schemas["ProjectMade"]>("POST", "/api/projects", {
    clientId: client.id,
    serviceType: service,
    status: "inquiry",
  });
  rememberOnboarding({ projectId: project.id });
  return project.id;
}

/** How a file travels as soon as it is added: to the project of the submission, which it begins where nothing has yet. */
export function senderFor(answers: () => Answers): Sender {
  return async (file, options) => {
    const projectId = await open(answers());
    const fields = { projectId: String(projectId) };
    const stored = await upload("/api/documents", file, { ...options, fields });
    const { id, fileName, fileSize } = stored;
    const others = recallOnboarding().stored.filter((one) => one.id !== id);
    rememberOnboarding({ stored: [...others, { id, fileName, fileSize }] });
    return stored;
  };
}

/** Takes a document of the submission off the server; one that is gone already is what was wanted. */
export async function removeDocument({ id }: StoredFile): Promise<void> {
  const { projectId, stored } = recallOnboarding();
  try {
    await request("DELETE", `/api/projects/${projectId}/documents/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  rememberOnboarding({ stored: stored.filter((one) => one.id !== id) });
}

/**
 * The calls of a submission, one after the other; answers the project's id. Every call may be repeated, so a failed
 * submission is simply sent again: nothing is made twice. Rejects with TimeTaken, ApiError or TypeError.
 */
export async function submit({ details, service, slot, way, uploads, onStage }: Submission): Promise<number> {
  onStage("client");
  // Told again whatever was told before: it may have been paid or closed elsewhere meanwhile.
  told = told && { ...told, answers: "" };
  const projectId = await open({ details, service }, onStage);
  onStage("slot");
  await chooseWay(projectId, way);
  await book(slot);
  onStage("appointment");
  await confirmAppointment(projectId, slot.date);
  onStage("documents");
  if (!(await uploads.settle())) throw new TypeError("Not every document arrived");
  return projectId;
}

async function makeClient(details: OnboardingDetails): Promise<Schemas["ClientOut"]> {
  const send = (key: string) => request<Schemas["ClientOut"]>("POST", "/api/clients", details, { "Idempotency-Key": key });
  try {
    return await send(submissionKey());
  } catch (error) {
    // The project of an earlier visit is paid or closed: this is another one.
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    return send(submissionKey({ renew: true }));
  }
}

async function book(slot: ChosenSlot): Promise<void> {
  try {
    await bookSlot(slot.id);
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) throw error;
    rememberOnboarding({ heldSlot: null });
    throw new TimeTaken(errorText(error, taken));
  }
  rememberOnboarding({ heldSlot: slot.id });
}
