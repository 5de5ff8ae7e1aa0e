import { useId, type ReactNode } from "react";
import * as css from "./BankPanel.module.css";
import { CopyButton } from "./CopyButton";
import { formatCents, plainText } from "./Money";

type Props = {
  title: string;
  /** Its level among the headings of the page. */
  heading?: "h2" | "h4";
  amountCents: number;
  reference: string;
  accountName: string;
  bsb: string;
  account: string;
  children?: ReactNode;
};

/** What a transfer needs, each line to be copied. */
export function BankPanel({ title, heading: Heading = "h2", amountCents, reference, accountName, bsb, account, children }: Props) {
  const titleId = useId();
  const rows = [
    { name: "Amount", shown: formatCents(amountCents), copied: plainText(amountCents) },
    { name: "Reference", shown: reference, copied: reference },
    { name: "Account name", shown: accountName, copied: accountName },
    { name: "BSB", shown: bsb, copied: bsb },
    { name: "Account", shown: account, copied: account },
  ];
  return (
    <section className={css.panel} aria-labelledby={titleId}>
      <Heading id={titleId}>{title}</Heading>
      {children && <p>{children}</p>}
      <dl className={css.rows}>
        {rows.map(({ name, shown, copied }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-number={name !== "Account name" || undefined}>{shown}</dd>
            <dd className={css.copy}>
              <CopyButton text={copied} what={name === "BSB" ? name : name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
