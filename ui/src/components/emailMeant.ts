/** Where most people here have their mailbox; what is one of these is not taken for a slip. */
const known = [
  "gmail.com", "hotmail.com", "outlook.com", "icloud.com", "yahoo.com", "yahoo.com.au", "bigpond.com", "bigpond.net.au",
  "optusnet.com.au", "live.com", "live.com.au", "hotmail.com.au", "outlook.com.au", "me.com", "msn.com", "aol.com", "mail.com",
  "email.com", "ymail.com", "gmx.com", "tpg.com.au", "iinet.net.au", "westnet.com.au", "proton.me", "protonmail.com", "fastmail.com",
];

/** The address that was probably meant: `ann@gmial.com` -> `ann@gmail.com`; "" where nothing looks like a slip. */
export function emailMeant(typed: string): string {
  const [name, domain, ...more] = typed.trim().split("@");
  if (!name || !domain || more.length > 0) return "";
  const said = domain.toLowerCase();
  if (known.includes(said)) return "";
  const near = known.map((each) => ({ each, slips: slips(said, each) })).sort((a, b) => a.slips - b.slips)[0];
  return near && near.slips <= (near.each.length < 9 ? 1 : 2) ? `${name}@${near.each}` : "";
}

/** How many letters are missing, too many, other ones or exchanged with their neighbour. */
function slips(said: string, meant: string): number {
  const rows = [Array.from({ length: meant.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= said.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const same = said[i - 1] === meant[j - 1];
      const before = rows[i - 1] ?? [];
      let least = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && said[i - 1] === meant[j - 2] && said[i - 2] === meant[j - 1]) {
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[said.length]?.[meant.length] ?? 0;
}
