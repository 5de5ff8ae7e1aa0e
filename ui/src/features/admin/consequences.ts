import { formatCents } from "../../components/Money";
import { owedAfter } from "./amounts";
import type { ProjectMoney } from "./api";

type Prospect = ProjectMoney["prospect"];
type Outcome = Prospect["settled"];

/** What an act will do, and what it has done. */
export type Consequence = { before: string; after: string };

const outbox = "The letter to the client is in the outbox.";
const disowned = "No letter is written, since its address is said to be somebody else's";

const outcomes: Record<Outcome, Consequence> = {
  pays: { before: "The project becomes paid, and a confirmation is written to the client.", after: outbox },
  without_time: {
    before: "The project becomes paid. Its time is no longer to be had: a letter asks the client to choose another one.",
    after: "The letter to the client is in the outbox: it asks for another time.",
  },
  second: {
    before: "The project is paid already: the money is noted as a second payment; a letter and an alert say that it is to be given back.",
    after: "It is a second payment: please give it back.",
  },
  other_price: {
    before: "The money is noted, a letter tells the client, and an alert asks you to agree on the rest with them.",
    after: `${outbox} Please agree on the rest.`,
  },
  closed: {
    before: "The project is closed: the money is noted, a letter to the client is written, and an alert asks you to decide about it.",
    after: `${outbox} Please decide about a refund.`,
  },
};

/** Where the address is said not to be theirs, so that no letter is written. */
const withoutLetter: Record<Outcome, Consequence> = {
  pays: { before: `The project becomes paid. ${disowned}: please call them.`, after: "No letter was written: please call them." },
  without_time: {
    before: `The project becomes paid. Its time is no longer to be had. ${disowned}: please call them.`,
    after: "No letter was written: please call them and agree on another time.",
  },
  second: {
    before: `The project is paid already: the money is noted as a second payment, with an alert that it is to be given back. ${disowned}.`,
    after: "It is a second payment: please give it back.",
  },
  other_price: {
    before: `The money is noted, and an alert asks you to agree on the rest with the client. ${disowned}: please call them.`,
    after: "No letter was written: please call them and agree on the rest.",
  },
  closed: {
    before: `The project is closed: the money is noted, and an alert asks you to decide about it. ${disowned}.`,
    after: "No letter was written. Please decide about a refund.",
  },
};

/** It was paid before, and money was given back since: this may be what it is paid with again. */
function again(isDisowned: boolean): Consequence {
  const letter = isDisowned ? `${disowned}.` : "A letter tells the client.";
  return {
    before: `The project was paid before, and money was given back since: an alert asks you what this is for. ${letter}`,
    after: "Please agree with the client what it is for, or give it back.",
  };
}

/** What follows if so much comes by transfer. */
export function ifItComes(prospect: Prospect, cents: number): Consequence {
  const told = prospect.isDisowned ? withoutLetter : outcomes;
  if (prospect.settled === "second" && prospect.owedCents > 0) return again(prospect.isDisowned);
  if (prospect.settled === "second") return told.second;
  const owed = owedAfter(prospect, cents);
  if (owed > 0) {
    const said = `${formatCents(owed)} is still owed.`;
    return { before: `${said} ${told.other_price.before}`, after: `${said} ${told.other_price.after}` };
  }
  const { before, after } = told[prospect.settled];
  if (owed === 0) return { before, after };
  const said = `${formatCents(-owed)} is to be given back.`;
  return { before: `${before} ${said}`, after: `${after} ${said}` };
}

/** What follows if so much is given back of a project's money. */
export function ifGivenBack({ paidCents, refundedCents, dueBackCents, prospect }: ProjectMoney, cents: number): Consequence {
  const stays = paidCents - refundedCents - cents;
  const letter = prospect.isDisowned ? `${disowned}.` : "A letter tells the client.";
  const after = prospect.isDisowned ? "No letter was written." : outbox;
  if (stays <= 0) return { before: `All that came is given back then, and the project shows as refunded. ${letter}`, after };
  if (cents > dueBackCents) return { before: `${formatCents(stays)} of what came stays here. ${letter}`, after };
  const rest = cents < dueBackCents ? ` ${formatCents(dueBackCents - cents)} is still to be given back.` : "";
  return { before: `It is part of what came too much: what the project costs stays here.${rest} ${letter}`, after: `${after}${rest}` };
}
