const dollars = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

/** 150000 -> "$1,500.00"; below zero with a minus sign and no hyphen, as the server writes it. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100).replace("-", "\u2212");
}

/** 150000 -> "$1,500.00 AUD", as receipts write it. */
export function audText(cents: number): string {
  return `${formatCents(cents)} AUD`;
}

/** 150000 -> "1500.00", as machines read it. */
export function plainText(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An amount in Australian dollars with two decimals and aligned figures. */
export function Money({ cents }: { cents: number }) {
  return <data value={plainText(cents)}>{formatCents(cents)}</data>;
}
