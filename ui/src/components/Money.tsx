const dollars = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

/** 150000 -> "$1,500.00". */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

type Props = (
  | {
      /** Whole cents. */
      cents: number;
    }
  | {
      /** Dollars, where the server's answer is in dollars. */
      dollars: number;
    }
) & {
  /** Adds "inc. GST": for prices, not for sums received. */
  gst?: boolean;
};

/** An amount in Australian dollars with two decimals and aligned figures. */
export function Money({ gst = false, ...amount }: Props) {
  const cents = "cents" in amount ? amount.cents : Math.round(amount.dollars * 100);
  return (
    <>
      <data value={(cents / 100).toFixed(2)}>{formatCents(cents)}</data>
      {gst && " inc. GST"}
    </>
  );
}
