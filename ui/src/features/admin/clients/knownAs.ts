type Person = { name: string; email: string };

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");

/** By what a client is known for the caller who is typed: the whole address, or the whole name; "" for neither. */
export function knownAs(client: Person & { proved: boolean }, typed: Person): "email" | "name" | "" {
  if (!client.proved) return "";
  if (plain(typed.email) && plain(typed.email) === plain(client.email)) return "email";
  return plain(typed.name) && plain(typed.name) === plain(client.name) ? "name" : "";
}
