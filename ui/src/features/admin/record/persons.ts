import type { ProjectRecord } from "../api";

type Whose = Pick<ProjectRecord, "ownership">;

/** Whether the reader of its address said that it is not theirs, so that no letter goes there. */
export function isDisowned({ ownership }: Whose): boolean {
  return ownership.disownedAt !== null && !ownership.provedBy;
}

/** Whether it was typed with a client's address, and nothing shows that it is theirs. */
export function isClaim({ ownership }: Whose): boolean {
  return !ownership.provedBy && ownership.clientName !== null;
}
