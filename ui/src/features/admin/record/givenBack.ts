import { formatCents } from "../../../components/Money";
import type { ProjectMoney } from "../api";
import { letterAbout, outbox, type Consequence } from "../consequences";

type GivenBack = Pick<ProjectMoney["transfers"][number], "cameCents" | "keptCents" | "dueBackCents" | "withdrawn" | "reference">;

/** What follows if money comes for a bill that was withdrawn, whatever it costs. */
export function ifWithdrawnIsPaid(reference: string, isDisowned: boolean): Consequence {
  return {
    before: `${reference} was withdrawn, and nothing of it is owed: the money is noted, and an alert asks you what it is for. ${letterAbout(isDisowned)}`,
    after: `${isDisowned ? "No letter was written." : outbox} Please agree with the client what it is for, or refund it.`,
  };
}

/** What follows if so much of a transfer is refunded. */
export function ifGivenBack(transfer: GivenBack, isDisowned: boolean, cents: number): Consequence {
  const { cameCents, keptCents, dueBackCents, withdrawn, reference } = transfer;
  const stays = keptCents - cents;
  const letter = letterAbout(isDisowned);
  const after = isDisowned ? "No letter was written." : outbox;
  const cameFor = `${formatCents(cameCents)} that came for ${reference}`;
  if (stays <= 0) {
    const before = cameCents > cents ? `With ${formatCents(cameCents - cents)} that went back before, all` : "All";
    return { before: `${before} of the ${cameFor} is refunded then${withdrawn ? "" : ", and it shows as refunded"}. ${letter}`, after };
  }
  if (withdrawn) {
    const rest = `${formatCents(stays)} of the ${cameFor} is still here then, and nothing of it is owed: please agree what it is for, or refund it.`;
    return { before: `${reference} was withdrawn. ${rest} ${letter}`, after: `${after} ${formatCents(stays)} for ${reference} is still here.` };
  }
  if (cents > dueBackCents) return { before: `${formatCents(stays)} of the ${cameFor} stays here. ${letter}`, after };
  const rest = cents < dueBackCents ? ` ${formatCents(dueBackCents - cents)} is still to be refunded.` : "";
  const part = rest ? "part of what" : "all that";
  return { before: `It is ${part} came too much: what ${reference} costs stays here.${rest} ${letter}`, after: `${after}${rest}` };
}
