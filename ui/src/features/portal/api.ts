import { ApiError, nullOn401 } from "../../api/client";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type Profile = Schemas["Profile"];
export type Project = Schemas["ProjectOut"];
export type ClientDocument = Schemas["DocumentOut"];
export type Appointment = Schemas["AppointmentOut"];

export const profileKey = "/api/client/profile";
export const projectsKey = "/api/client/projects";
export const documentsKey = "/api/client/documents";
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
