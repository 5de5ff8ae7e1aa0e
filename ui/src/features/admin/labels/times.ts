import type { Consultation, ProjectRecord } from "../api";
import type { Badge } from "./Badge";

/** Why the time in a record is kept, or what one without waits for. */
export function timeState({ time, money, moneyState: state }: Pick<ProjectRecord, "time" | "money" | "moneyState">): Badge {
  const { kind, standing, takesPlace, lacksTime, outcome } = time;
  if (standing === "missed") return { label: "Client did not come", tone: "amber" };
  if (standing === "over") return { label: outcome === "held" ? "Held" : "Over", tone: "grey" };
  if (kind === null && !lacksTime) return state === "unpaid" ? { label: "None chosen", tone: "grey" } : { label: "None", tone: "grey" };
  return consultationState({ kind: kind ?? "none", takesPlace, transfers: [], money, lacksTime });
}

/** Why a time is kept, or what a project without one waits for. */
export function consultationState({
  kind,
  takesPlace,
  transfers,
  money,
  lacksTime,
}: Pick<Consultation, "kind" | "takesPlace" | "transfers" | "money" | "lacksTime">): Badge {
  if (kind === "paid" && !takesPlace) return { label: "Time kept, refunded", tone: "amber" };
  if (kind === "paid" && money.begunOwedCents > 0) return { label: "Time kept, paid in part", tone: "amber" };
  if (kind === "paid") return { label: "Booked", tone: "indigo" };
  if (kind === "card") return { label: "Held for a card payment", tone: "blue" };
  if (kind === "transfer") return { label: "Held for a transfer", tone: "purple" };
  if (lacksTime) return { label: "Paid, needs a time", tone: "red" };
  if (transfers.length > 0) return { label: "Awaiting transfer", tone: "amber" };
  if (money.dueBackCents > 0) return { label: "Paid too much", tone: "amber" };
  return money.owedCents > 0 ? { label: "Paid in part", tone: "amber" } : { label: "Nothing owed", tone: "grey" };
}
