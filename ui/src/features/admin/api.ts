import { useCallback } from "react";
import { useSWRConfig, type SWRResponse } from "swr";
import { ApiError, request } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { useQuery } from "../../api/query";
import { userKey } from "../../api/user";

type Schemas = components["schemas"];
export type Dashboard = Schemas["Dashboard"];
export type Alert = Schemas["AlertOut"];
export type BookingPage = Schemas["BookingPage"];
export type BookingLine = Schemas["BookingLine"];
export type BookingDetail = Schemas["BookingDetail"];
export type Payment = Schemas["PaymentLine"];
export type PaymentStatus = Schemas["PaymentStatus"];
export type Letter = Schemas["LetterLine"];
export type HistoryLine = Schemas["HistoryOut"];
export type DocumentFile = Schemas["DocumentOut"];
export type EnquiryPage = Schemas["EnquiryPage"];

export type Consultations = Schemas["Consultations"];
export type Ownership = Schemas["Ownership"];
export type Consultation = Schemas["ConsultationLine"];
export type ProjectMoney = Schemas["ProjectMoney"];

export const dashboardKey = "/api/admin/dashboard";

type ConsultationQuery = { waiting: string; project: number | null; page: number; givenUpPage: number };

const consultations = "/api/admin/consultations";

export function consultationsKey({ waiting, project, page, givenUpPage }: ConsultationQuery): string {
  const query = new URLSearchParams({ waiting, page: String(page), givenUpPage: String(givenUpPage) });
  if (project) query.set("project", String(project));
  return `${consultations}?${query}`;
}

/** Whatever staff see: an act on one list changes the counts and lines of others. */
export const isStaffData = (key: unknown): boolean => typeof key === "string" && key.startsWith("/api/admin/");

/** As `useQuery`, for what colleagues and clients change as well: shown at once where it is known, and asked anew. */
export function useStaffQuery<Data>(key: string, options: { keepPreviousData?: boolean } = {}): SWRResponse<Data, Error> {
  return useQuery<Data>(key, { ...options, revalidateIfStale: true });
}

/** What a toast about a letter adds while letters are filed instead of sent; "" where a mail server is set. */
export function useFiledNote(): string {
  const { data } = useStaffQuery<Dashboard>(dashboardKey);
  return data?.mail.mode === "files" ? " No mail server is set (mail.host): it is filed, not sent." : "";
}

type ListQuery = { search: string; status?: string; page: number };

function listKey(url: string, { search, status = "", page }: ListQuery): string {
  const query = new URLSearchParams({ search, status, page: String(page) });
  return `${url}?${query}`;
}

export const bookingsKey = (query: ListQuery): string => listKey("/api/admin/bookings", query);
export const enquiriesKey = (query: ListQuery): string => listKey("/api/admin/enquiries", query);
export const bookingKey = (id: number): string => `/api/admin/bookings/${id}`;
export const documentAddress = (id: number): string => `/api/admin/documents/${id}/download`;

/** Answers a function that notes a 401: the session has ended, and the sign-in page takes over. */
export function useNoteSignedOut(): (error: unknown) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (error) => {
      if (error instanceof ApiError && error.status === 401) void mutate(userKey, null, { revalidate: false });
    },
    [mutate],
  );
}

/** Answers a function that posts, for acts of staff; `key` names an act that is to be done once. It rejects with ApiError. */
export function usePost(): (url: string, body?: object, key?: string) => Promise<void> {
  const noteSignedOut = useNoteSignedOut();
  return useCallback(
    async (url, body, key) => {
      try {
        await request("POST", url, body, key ? { "Idempotency-Key": key } : {});
      } catch (error) {
        noteSignedOut(error);
        throw error;
      }
    },
    [noteSignedOut],
  );
}
