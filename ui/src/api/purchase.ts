/**
 * The purchase event: once for each confirmed payment. Where payments are confirmed late, or at the checkout, no tracker may run;
 * there the purchase is noted, and told on the next public page.
 */
import { trackConversion } from "./analytics";

const key = "helios.purchases";

/** By the payment's id: the dollars that are still to be told, 0 for a purchase that has been or never will be. */
type Purchases = Record<string, number>;

function read(): Purchases {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Purchases;
  } catch {
    // Unreadable, or storage is switched off.
    return {};
  }
}

/** Notes a confirmed payment of `value` dollars; `counted` is whether the visitor had agreed to be. The first note stands. */
export function notePurchase(transaction: string, value: number, counted: boolean): void {
  const purchases = read();
  if (transaction in purchases) return;
  localStorage.setItem(key, JSON.stringify({ ...purchases, [transaction]: counted ? value : 0 }));
}

let tagIsOnItsWay = false;

/** The analytics tag's own script has been asked for: purchases are told once the returned function says that it is there. */
export function awaitTag(): () => void {
  tagIsOnItsWay = true;
  return () => {
    tagIsOnItsWay = false;
    tellPurchases();
  };
}

/** Tells the analytics tag of the purchases that it has not been told of; one that has yet to arrive might never send them. */
export function tellPurchases(): void {
  if (tagIsOnItsWay || !window.gtag) return;
  const purchases = read();
  for (const [transaction, value] of Object.entries(purchases)) {
    if (value === 0) continue;
    localStorage.setItem(key, JSON.stringify({ ...read(), [transaction]: 0 }));
    trackConversion("purchase", value, { transaction_id: transaction });
  }
}
