type Person = { name: string; email: string };

const plain = (text: string) => text.trim().toLowerCase().replace(/\s+/g, " ");

/** By what a client is known for the caller who is typed: the whole address, the whole name, or its beginning ("near"); "" for none. */
export function knownAs(client: Person & { proved: boolean }, typed: Person): "email" | "name" | "near" | "" {
  if (!client.proved) return "";
  if (plain(typed.email) && plain(typed.email) === plain(client.email)) return "email";
  const name = plain(typed.name);
  if (name && name === plain(client.name)) return "name";
  const theirs = plain(client.name).split(" ");
  return name.length > 2 && name.split(" ").every((word) => theirs.some((each) => each.startsWith(word))) ? "near" : "";
}
