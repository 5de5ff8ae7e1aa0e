/** What the address of the checkout asks for. */
export type Asked = { state: "missing" } | { state: "unknown" } | { state: "project"; id: number };

/** Both parameters must be there; the amount decides nothing, the server has its own. */
export function askedCheckout(search: string): Asked {
  const query = new URLSearchParams(search);
  const id = query.get("projectId");
  if (!id || !query.get("amount")) return { state: "missing" };
  return /^[1-9]\d{0,14}$/.test(id) ? { state: "project", id: Number(id) } : { state: "unknown" };
}

/** The way to pay that is to be looked at first, null for none; an address alone never gives up the other. */
export function askedMethod(search: string): "card" | "bank" | null {
  const method = new URLSearchParams(search).get("method");
  return method === "card" || method === "bank" ? method : null;
}
