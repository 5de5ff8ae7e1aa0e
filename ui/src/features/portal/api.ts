import { ApiError, nullOn401, request } from "../../api/client";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type Profile = Schemas["Profile"];
export type Project = Schemas["ProjectOut"];
export type ClientDocument = Schemas["DocumentOut"];
export type Question = Schemas["QuestionOut"];
export type Token = Schemas["QuestionIn"]["token"];
export type Appointment = Schemas["AppointmentOut"];

export const profileKey = "/api/client/profile";
export const projectsKey = "/api/client/projects";
export const documentsKey = "/api/client/documents";
export const questionAddress = "/api/ownership/question";
export const answerAddress = "/api/ownership/answer";
export const appointmentsKey = "/api/client/appointments";

export const documentAddress = (id: number): string => `/api/client/documents/${id}/download`;

/** The signed-in client's profile; null for a visitor and for staff, who have none. */
export async function fetchProfile(key: string): Promise<Profile | null> {
  try {
    return await nullOn401<Profile>(key);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  }
}

/** What a link's token asks about; in a body, so that no log of addresses keeps the token. Rejects with ApiError. */
export function fetchQuestion([address, token]: readonly [string, Token]): Promise<Question> {
  return request<Question>("POST", address, { token });
}
