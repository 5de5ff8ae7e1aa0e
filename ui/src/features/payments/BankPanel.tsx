import type { ReactNode } from "react";
import { CopyButton } from "../../components/CopyButton";
import { formatCents, plainText } from "../../components/Money";
import * as css from "./BankPanel.module.css";

type Props = {
  title: string;
  amountCents: number;
  reference: string;
  accountName: string;
  bsb: string;
  account: string;
  children?: ReactNode;
};

/** What a transfer needs, each line to be copied. */
export function BankPanel({ title, amountCents, reference, accountName, bsb, account, children }: Props) {
  const rows = [
    { name: "Amount", shown: formatCents(amountCents), copied: plainText(amountCents) },
    { name: "Reference", shown: reference, copied: reference },
    { name: "Account name", shown: accountName, copied: accountName },
    { name: "BSB", shown: bsb, copied: bsb },
    { name: "Account", shown: account, copied: account },
  ];
  return (
    <section className={css.panel} aria-labelledby="bank-details">
      <h2 id="bank-details">{title}</h2>
      {children && <p>{children}</p>}
      <dl className={css.rows}>
        {rows.map(({ name, shown, copied }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shown}</dd>
            <dd className={css.copy}>
              <CopyButton text={copied} what={name === "BSB" ? name : name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
