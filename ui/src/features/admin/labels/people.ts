const actors: Record<string, string> = { booking: "Booking", payments: "Payments", system: "Helios" };

export function actorName(actor: string): string {
  return actors[actor] ?? actor;
}

/** How it stands with a client's own access. */
export const signIns: Record<string, string> = {
  none: "None yet",
  temporary: "Temporary password, not yet changed",
  own: "Has set their own password",
};

type Address = { addressStreet: string; addressCity: string; addressState: string; addressZip: string };

/** In one line; "" where none was given. */
export function addressText({ addressStreet, addressCity, addressState, addressZip }: Address): string {
  const place = [addressCity, addressState, addressZip].filter(Boolean).join(" ");
  return [addressStreet, place].filter(Boolean).join(", ");
}
