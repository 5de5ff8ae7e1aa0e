import { Suspense, useState } from "react";
import { formatCents } from "../../../components/Money";
import { Select } from "../../../components/Select";
import { formatTime } from "../../../components/time";
import { lazily } from "../../../lazily";
import { Act } from "../Act";
import type { ProjectMoney as Money } from "../api";
import { moneyCame } from "../moneyCame";
import { ifItComes } from "../consequences";
import { ifGivenBack, ifWithdrawnIsPaid } from "./givenBack";

const AmountDialog = lazily(() => import("../AmountDialog"));

type Of = { projectId: number; name: string; reference: string };

/** What came for a project, what went back and what is left to do about it, with the acts of staff. */
export function MoneyActs({ of, money }: { of: Of; money: Money }) {
  const came = moneyCame(money);
  const open = money.transfers.filter(({ leftCents }) => leftCents > 0);
  return (
    <>
      {came && <p>{came}</p>}
      {money.mayRecord && <RecordTransfer of={of} money={money} />}
      {open.map((transfer) => (
        <RecordRefund key={transfer.paymentId} of={of} money={money} transfer={transfer} named={open.length > 1} />
      ))}
    </>
  );
}

function RecordTransfer({ of, money }: { of: Of; money: Money }) {
  const [asked, setAsked] = useState<Money["payable"] | null>(null);
  const [number, setNumber] = useState<number | null>(null);
  const { payable } = money;
  const chosen = payable.find((each) => each.number === number) ?? payable[0];
  if (!chosen) return null;
  const awaited = chosen.awaitedPaymentId;
  return (
    <>
      <Act aria-label={`Record a transfer: ${of.reference}`} onClick={() => setAsked(payable)}>
        Record a transfer
      </Act>
      <Suspense>
        {asked !== null && (
          <AmountDialog
            title="Record a transfer?"
            url={awaited === null ? `/api/admin/projects/${of.projectId}/transfers` : `/api/admin/payments/${awaited}/receive-transfer`}
            {...(awaited === null && { number: chosen.number, seen: asked.find((each) => each.number === chosen.number)?.cameCents ?? 0 })}
            label="What came, in dollars"
            confirmLabel="Record transfer"
            start={chosen.owedCents || null}
            follows={(cents) =>
              chosen.withdrawn ? ifWithdrawnIsPaid(chosen.reference, chosen.prospect.isDisowned) : ifItComes(chosen.prospect, cents, chosen.number > 1)
            }
            done="Transfer recorded"
            from={`from ${of.name}, ${chosen.reference}`}
            onClose={() => setAsked(null)}
          >
            <p>
              Money from <strong>{of.name}</strong> for <strong>{chosen.reference}</strong> is on the account
              {chosen.withdrawn ? ", which we had withdrawn." : awaited === null ? ", which we had not asked for, or which is the rest of what is owed." : ", as was asked for."}
            </p>
            {payable.length > 1 && (
              <Select
                label="What it is for"
                value={String(chosen.number)}
                onChange={({ target }) => setNumber(Number(target.value))}
                options={payable.map(({ number: each, reference, withdrawn, owedCents }) => ({
                  value: String(each),
                  label: withdrawn ? `${reference}: withdrawn, nothing owed` : owedCents > 0 ? `${reference}: ${formatCents(owedCents)} owed` : `${reference}: nothing owed, a second payment`,
                }))}
              />
            )}
          </AmountDialog>
        )}
      </Suspense>
    </>
  );
}

type RefundProps = { of: Of; money: Money; transfer: Money["transfers"][number]; named: boolean };

function RecordRefund({ of, money, transfer, named }: RefundProps) {
  const [asked, setAsked] = useState<number | null>(null);
  const left = transfer.leftCents;
  const which = `the ${formatCents(transfer.amountCents)} of ${formatTime(transfer.paidAt, "date")}`;
  const about = transfer.reference;
  const act = named ? `Record a refund of ${which}` : "Record a refund";
  const words = about === of.reference ? act : `${act} for ${about}`;
  return (
    <>
      <Act aria-label={`${words}: ${about}`} onClick={() => setAsked(left)}>
        {words}
      </Act>
      <Suspense>
        {asked !== null && (
          <AmountDialog
            title="Record a refund?"
            url={`/api/admin/payments/${transfer.paymentId}/refunds`}
            label="What was sent back, in dollars"
            confirmLabel="Record refund"
            start={transfer.dueBackCents > 0 ? Math.min(transfer.dueBackCents, left) : left}
            left={left}
            seen={asked}
            follows={(cents) => ifGivenBack(transfer, money.prospect.isDisowned, cents)}
            done="Refund recorded"
            from={`to ${of.name}, ${about}`}
            onClose={() => setAsked(null)}
          >
            <p>
              Please send it from the firm&apos;s account first: no money moves from here. {formatCents(left)} of {which} from{" "}
              <strong>{of.name}</strong> for <strong>{about}</strong> can be refunded.
            </p>
            {transfer.used && <p>{transfer.used}</p>}
          </AmountDialog>
        )}
      </Suspense>
    </>
  );
}
