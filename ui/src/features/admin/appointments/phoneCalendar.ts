import type { components } from "../../../api/schema.gen";

type Schemas = components["schemas"];
export type OwnAddress = Schemas["CalendarAddressOut"];
export type AddressMade = Schemas["CalendarAddressMade"];
export type Choice = Pick<OwnAddress, "showsNames" | "showsBlocked">;

export const ownAddressKey = "/api/admin/calendar-address";

/** The same address as a link that opens the device's calendar. */
export function subscribing(address: string): string {
  return address.replace(/^https?:/, "webcal:");
}
