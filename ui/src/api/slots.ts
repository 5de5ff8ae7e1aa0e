import { useQuery } from "./query";
import { request } from "./client";
import { chooseWay, type Way } from "./meetings";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Slot = Schemas["SlotOut"];
/** What is remembered of a chosen time; `date` is its start as an ISO instant. */
export type ChosenSlot = Pick<Slot, "id" | "date">;

const freeKey = "/api/slots/available";
/** Where staff find every free time, also those too near or too far for clients. */
export const timesToGiveKey = "/api/admin/times";

type FreeSlots = { slots: Slot[] | undefined; failed: boolean; refresh: () => Promise<void> };

/** The times that can be booked now, or those of another address, asked for anew whenever a calendar opens. */
export function useFreeSlots(key: string = freeKey): FreeSlots {
  const { data, error, mutate } = useQuery<Slot[]>(key, { revalidateOnMount: true });
  return {
    slots: data,
    failed: error !== undefined && data === undefined,
    refresh: async () => {
      await mutate().catch(() => undefined);
    },
  };
}

/** Keeps a time for a project of this browser: the named one, else the one that was made last. ApiError 409 when it is taken. */
export function bookSlot(slotId: number, projectId?: number): Promise<Schemas["SlotBooked"]> {
  return request("PATCH", `/api/slots/${slotId}/book`, projectId === undefined ? undefined : { projectId });
}

/** Tells the server which appointment the visitor believes to have; ApiError 409 when it is another. */
export async function confirmAppointment(projectId: number, date: string): Promise<void> {
  await request("PATCH", `/api/projects/${projectId}`, { appointmentDate: date });
}

/** Gives a project a time, and says how to meet then. ApiError 409 when it is taken, or not what the project has afterwards. */
export async function keepSlot(slot: ChosenSlot, projectId: number, way: Way | null): Promise<void> {
  // First, so that the letter about the time says it.
  await chooseWay(projectId, way);
  await bookSlot(slot.id, projectId);
  await confirmAppointment(projectId, slot.date);
}
