import { useCallback } from "react";
import { useSWRConfig, type SWRResponse } from "swr";
import { ApiError, request } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { upload, type StoredFile, type UploadOptions } from "../../api/upload";
import { dismissToasts } from "../../components/toast";
import { useQuery } from "../../api/query";
import { userKey } from "../../api/user";
import type { Filters } from "./address";

type Schemas = components["schemas"];
export type Dashboard = Schemas["Dashboard"];
export type AttentionDesk = Schemas["Attention"];
export type AttentionLine = Schemas["AttentionLine"];
export type ProjectsPage = Schemas["ProjectsPage"];
export type ProjectLine = Schemas["ProjectLine"];
export type ProjectRecord = Schemas["Record"];
export type StaffOrder = Schemas["StaffOrder"];
export type StaffAct = Schemas["StaffAct"];
export type DraftPage = Schemas["DraftPage"];
export type Draft = Schemas["Draft"];
export type Answer = Schemas["FormAnswer"];
export type Payment = Schemas["PaymentLine"];
export type PaymentStatus = Schemas["PaymentStatus"];
export type Letter = Schemas["LetterLine"];
export type HistoryLine = Schemas["HistoryOut"];
export type StaffNote = Schemas["NoteOut"];
export type StatusSet = Schemas["StatusSet"];
export type DocumentFile = Schemas["DocumentOut"];
export type ProjectDocument = Schemas["ProjectDocument"];
export type DocumentLine = Schemas["DocumentLine"];
export type DocumentsPage = Schemas["DocumentsPage"];
export type ClientsPage = Schemas["ClientsPage"];
export type ClientLine = Schemas["ClientLine"];
export type ClientPage = Schemas["ClientPage"];
export type ProjectOfClient = Schemas["ProjectOfClient"];
export type EventsPage = Schemas["Events"];
export type TimelineEvent = Schemas["EventOut"];
export type EventKind = Schemas["EventKind"];
export type System = Schemas["System"];
export type EnquiryPage = Schemas["EnquiryPage"];

export type Consultations = Schemas["Consultations"];
export type Ownership = Schemas["Ownership"];
export type Consultation = Schemas["ConsultationLine"];
export type ProjectMoney = Schemas["ProjectMoney"];

export const dashboardKey = "/api/admin/dashboard";
export const systemKey = "/api/admin/system";
export const attentionKey = "/api/admin/attention";

type ConsultationQuery = { waiting: string; page: number; givenUpPage: number };

const consultations = "/api/admin/consultations";

export function consultationsKey({ waiting, page, givenUpPage }: ConsultationQuery): string {
  return `${consultations}?${new URLSearchParams({ waiting, page: String(page), givenUpPage: String(givenUpPage) })}`;
}

/** Whatever staff see: an act on one list changes the counts and lines of others. */
export const isStaffData = (key: unknown): boolean => typeof key === "string" && key.startsWith("/api/admin/");

/** As `useQuery`, for what colleagues and clients change as well: shown at once where it is known, and asked anew. */
export function useStaffQuery<Data>(key: string | null, options: { keepPreviousData?: boolean; refreshInterval?: number } = {}): SWRResponse<Data, Error> {
  return useQuery<Data>(key, { ...options, revalidateIfStale: true });
}

/** What a toast about a letter adds while letters are filed instead of sent; "" where a mail server is set. */
export function useFiledNote(): string {
  const { data } = useStaffQuery<Dashboard>(dashboardKey);
  return data?.mail.mode === "files" ? " No mail server is set (mail.host): it is filed, not sent." : "";
}

type ListQuery = { page: number } & Partial<Filters>;

function listKey(url: string, query: ListQuery & { q?: string }): string {
  const asked = Object.entries(query).filter(([, value]) => value !== "");
  return `${url}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

export const projectsKey = (query: ListQuery): string => listKey("/api/admin/projects", query);
export const documentsKey = (query: ListQuery): string => listKey("/api/admin/documents", query);
export const unfinishedKey = (query: ListQuery): string => listKey("/api/admin/unfinished", query);
export const moneyKey = (query: ListQuery): string => listKey("/api/admin/money", query);
export const promisesKey = (query: ListQuery): string => listKey("/api/admin/promises", query);
export const enquiriesKey = (query: ListQuery): string => listKey("/api/admin/enquiries", query);
export const clientsKey = ({ search = "", ...query }: ListQuery): string =>
  listKey("/api/admin/clients", { ...query, q: search });
export const clientAddress = (id: number): string => `/api/admin/clients/${id}`;
export const timelineKey = (id: number, query: { kind: string; page: number }): string => listKey(`${clientAddress(id)}/timeline`, query);
export const projectAddress = (id: number): string => `/api/admin/projects/${id}`;
/** Of what is no project yet: "booking-7". */
export const draftAddress = (draft: string): string => `/api/admin/unfinished/${draft.replace("-", "/")}`;
/** What staff do about a document: "delete", "recover", "versions". */
export const documentAct = (id: number, act: string): string => `/api/admin/documents/${id}/${act}`;
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
export function usePost(): <Data = undefined>(url: string, body?: object, key?: string, method?: "POST" | "PATCH" | "PUT" | "DELETE") => Promise<Data> {
  const noteSignedOut = useNoteSignedOut();
  return useCallback(
    async (url, body, key, method = "POST") => {
      // What it said of the act before is not said of this one.
      dismissToasts();
      try {
        return await request(method, url, body, key ? { "Idempotency-Key": key } : {});
      } catch (error) {
        noteSignedOut(error);
        throw error;
      }
    },
    [noteSignedOut],
  );
}

/** As `usePost`, with a file. */
export function useUpload(): (url: string, file: File, options: UploadOptions) => Promise<StoredFile> {
  const noteSignedOut = useNoteSignedOut();
  return useCallback(
    async (url, file, options) => {
      try {
        return await upload(url, file, options);
      } catch (error) {
        noteSignedOut(error);
        throw error;
      }
    },
    [noteSignedOut],
  );
}
