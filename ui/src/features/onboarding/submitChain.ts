import { ApiError, errorText, newKey, request } from "../../api/client";
import { rememberOnboarding, recallOnboarding, submissionKey, type OnboardingDetails } from "../../api/onboardingDraft";
import type { components } from "../../api/schema.gen";
import { bookSlot, confirmAppointment, type ChosenSlot } from "../../api/slots";
import { upload } from "../../api/upload";
import type { Sender, StoredFile } from "../../components/uploads";
import type { Uploads } from "../../components/useUploads";
import type { ServiceId } from "./onboardingRules";

type Schemas = components["schemas"];

export const stages = ["client", "project", "slot", "appointment", "documents"] as const;
export type Stage = (typeof stages)[number];

export type Submission = {
  details: OnboardingDetails;
  service: ServiceId;
  slot: ChosenSlot;
  uploads: Uploads;
  onStage: (stage: Stage) => void;
};

const taken = "That time has just been taken. Please choose another.";

/** The chosen time cannot be had; everything else can stay as it is. */
export class TimeTaken extends Error {}

/**
 * The calls of a submission, one after the other; answers the project's id. Every call may be repeated, so a failed
 * submission is simply sent again: nothing is made twice. Rejects with TimeTaken, ApiError or TypeError.
 */
export async function submit({ details, service, slot, uploads, onStage }: Submission): Promise<number> {
  onStage("client");
  const client = await makeClient(details);
  onStage("project");
  const project = await request<Schemas["ProjectMade"]>("POST", "/api/projects", {
    clientId: client.id,
    serviceType: service,
    status: "inquiry",
  });
  onStage("slot");
  await book(slot);
  onStage("appointment");
  await confirmAppointment(project.id, slot.date);
  onStage("documents");
  await sendDocuments(uploads, project.id);
  return project.id;
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

const fileKeys = new WeakMap<File, string>();

/** The name under which a file is sent, again and again the same, so that a lost answer does not double it. */
function keyOf(file: File): string {
  const key = fileKeys.get(file) ?? newKey();
  fileKeys.set(file, key);
  return key;
}

async function sendDocuments(uploads: Uploads, projectId: number): Promise<void> {
  const send: Sender = async (file, options) => {
    const stored = await upload<StoredFile>("/api/documents", file, {
      ...options,
      fields: { projectId: String(projectId) },
      headers: { "Idempotency-Key": keyOf(file) },
    });
    const { id, fileName, fileSize } = stored;
    rememberOnboarding({ stored: [...recallOnboarding().stored, { id, fileName, fileSize }] });
    return stored;
  };
  if (!(await uploads.sendAll(send))) throw new TypeError("Not every document arrived");
}
