import type { SWRResponse } from "swr";
import { ApiError, nullOn401, request } from "../../api/client";
import { useAskAnew, useQuery } from "../../api/query";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type Profile = Schemas["Profile"];
export type Project = Schemas["ProjectOut"];
export type Step = Schemas["StepOut"];
export type ProjectDetails = Schemas["ProjectPage"];
export type ClientDocument = Schemas["ClientDocument"];
export type Need = Schemas["NeedOut"];
export type Question = Schemas["QuestionOut"];
export type Token = Schemas["QuestionIn"]["token"];
export type ResetOf = Schemas["ResetOf"];
export type Details = Schemas["DetailsOut"];
export type EmailLink = Schemas["EmailLinkOut"];
export type SignedIn = Schemas["SessionOut"];
export type Appointment = Schemas["AppointmentOut"];
export type Proposal = Schemas["ProposalOut"];
export type Accepted = Schemas["Accepted"];

export type ProjectMoney = Schemas["ClientMoney"];
export type OrderMoney = Schemas["OrderOut"];
export type Paper = Schemas["PaperOut"];

export { profileKey } from "../../api/user";
export const detailsKey = "/api/client/details";
export const sessionsKey = "/api/client/sessions";
export const emailChangeAddress = "/api/client/email-change";
export const emailLookAddress = `${emailChangeAddress}/look`;
export const emailAnswerAddress = `${emailChangeAddress}/answer`;
export const deletionAddress = "/api/client/deletion";
export const dataAddress = "/api/client/data.zip";
export const stepsKey = "/api/client/steps";
export const projectsKey = "/api/client/projects";
export const documentsKey = "/api/client/documents";
export const needsKey = "/api/client/needs";
export const questionAddress = "/api/ownership/question";
export const answerAddress = "/api/ownership/answer";
export const appointmentsKey = "/api/client/appointments";

export const resetLinkAddress = "/api/client/reset-link";
export const resetLookAddress = `${resetLinkAddress}/look`;
export const resetPasswordAddress = `${resetLinkAddress}/password`;
export const appointmentAddress = (projectId: number): string => `${appointmentsKey}/${projectId}`;

export const proposalAddress = (id: number): string => `/api/client/proposals/${id}`;
export const projectKey = (number: string): string => `${projectsKey}/${number}`;

export const moneyKey = (projectId: number): string => `${projectsKey}/${projectId}/money`;
export const invoiceAddress = (id: number): string => `/api/client/invoices/${id}/download`;
export const documentAddress = (id: number): string => `/api/client/documents/${id}/download`;

/** One project, asked for anew whenever its page or card is opened: what was done meanwhile shows. */
export function useProject(number: string): SWRResponse<ProjectDetails, Error> {
  return useQuery<ProjectDetails>(projectKey(number), { revalidateIfStale: true });
}

/** After an act of the client's: everything that their pages show is asked for anew. */
export function useRefresh(): () => Promise<unknown> {
  return useAskAnew("/api/client/");
}

export const thumbnailAddress = (id: number, digest: string): string => `/api/client/documents/${id}/thumbnail/${digest}`;
export const allDocumentsAddress = (projectId: number): string => `${projectsKey}/${projectId}/documents.zip`;

/** The signed-in client's profile; null for a visitor and for staff, who have none. */
export async function fetchProfile(key: string): Promise<Profile | null> {
  try {
    return await nullOn401<Profile>(key);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  }
}

/** What a link's token is about; in a body, so that no log of addresses keeps the token. Rejects with ApiError. */
export function fetchOfToken<Answer>([address, token]: readonly [string, Token]): Promise<Answer> {
  return request<Answer>("POST", address, { token });
}
