import { formatCents } from "../../components/Money";
import type { ProjectMoney } from "./api";

export type Prospect = ProjectMoney["prospect"];
type Outcome = Exclude<Prospect["settled"], "again"> | "other_price";

/** What is owed when so much has come, in cents: the server's rule. Without the fee's credit where the money is enough so. */
export function owedAfter({ owedCents, uncreditedCents }: Pick<Prospect, "owedCents" | "uncreditedCents">, came: number): number {
  return (came >= uncreditedCents ? uncreditedCents : owedCents) - came;
}

/** What an act will do, and what it has done. */
export type Consequence = { before: string; after: string };

export const outbox = "The letter to the client is in the outbox.";
const disowned = "No letter is written, since its address is said to be somebody else's";

const outcomes: Record<Outcome, Consequence> = {
  pays: { before: "The project becomes paid, and a confirmation is written to the client.", after: outbox },
  without_time: {
    before: "The project becomes paid. Its time is no longer to be had: a letter asks the client to choose another one.",
    after: "The letter to the client is in the outbox: it asks for another time.",
  },
  rest: {
    before: "The project is paid with it again, after all had been refunded, and a receipt is written to the client.",
    after: outbox,
  },
  second: {
    before: "The project is paid already: the money is noted as a second payment; a letter and an alert say that it is to be refunded.",
    after: "It is a second payment: please refund it.",
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
  rest: {
    before: `The project is paid with it again, after all had been refunded. ${disowned}: please call them.`,
    after: "No letter was written: please call them.",
  },
  second: {
    before: `The project is paid already: the money is noted as a second payment, with an alert that it is to be refunded. ${disowned}.`,
    after: "It is a second payment: please refund it.",
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

/** Whether a letter tells of it. */
export const letterAbout = (isDisowned: boolean) => (isDisowned ? `${disowned}.` : "A letter tells the client.");

/** It was paid before, and money was refunded since: this may be what it is paid with again. */
function again(isDisowned: boolean): Consequence {
  return {
    before: `The project was paid before, and money was refunded since: an alert asks you what this is for. ${letterAbout(isDisowned)}`,
    after: "Please agree with the client what it is for, or refund it.",
  };
}

/** What follows if so much comes by transfer. isBill: for further work, which is paid by itself. */
export function ifItComes(prospect: Prospect, cents: number, isBill = false): Consequence {
  const { before, after } = whatFollows(prospect, cents);
  return { before: isBill ? before.replace(/^The project (becomes|is) paid/, "The bill $1 paid").replace("a confirmation is written", "a receipt is written") : before, after };
}

function whatFollows(prospect: Prospect, cents: number): Consequence {
  const told = prospect.isDisowned ? withoutLetter : outcomes;
  const owed = owedAfter(prospect, cents);
  const outcome = owed > 0 ? prospect.parted : prospect.settled;
  if (outcome === null) {
    const said = `${formatCents(owed)} is still owed.`;
    return { before: `${said} ${told.other_price.before}`, after: `${said} ${told.other_price.after}` };
  }
  const { before, after } = outcome === "again" ? again(prospect.isDisowned) : told[outcome];
  if (owed >= 0 || outcome === "second") return { before, after };
  const said = `${formatCents(-owed)} is to be refunded.`;
  return { before: `${before} ${said}`, after: `${after} ${said}` };
}
