import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSWRConfig } from "swr";
import { useQuery } from "../../api/query";
import { errorText } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { ConfirmDialog } from "../../components/Dialog";
import { DateTime } from "../../components/DateTime";
import { formatCents } from "../../components/Money";
import { Skeleton } from "../../components/Skeleton";
import { Badge } from "../../components/StatusBadge";
import { formatTime } from "../../components/time";
import { toast } from "../../components/toast";
import { useListAddress } from "./address";
import { consultationsKey, dashboardKey, usePost, type Consultation, type Consultations as Listed } from "./api";
import * as css from "./Consultations.module.css";
import { consultationState } from "./labels";
import { LoadProblem } from "./LoadProblem";

const shownAtFirst = 8;

/** Consultation times that are held or booked, and the money that some of them wait for. */
export function Consultations() {
  const { data, error, mutate } = useQuery<Listed>(consultationsKey);
  const [params] = useSearchParams();
  const address = useListAddress();
  const [all, setAll] = useState(false);
  const marked = Number(params.get("project"));
  const row = useRef<HTMLLIElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const owed = address.waiting === "transfers";
  const items = (data?.items ?? []).filter(({ transfer }) => transfer || !owed);
  const shown = all || owed || items.findIndex((item) => item.projectId === marked) >= shownAtFirst ? items : items.slice(0, shownAtFirst);
  const found = shown.some((item) => item.projectId === marked);

  useEffect(() => {
    if (found) row.current?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [found]);

  // The link that leads here is above, the list may be out of sight.
  useEffect(() => {
    if (owed) title.current?.focus();
  }, [owed]);

  if (error) return <LoadProblem what="The consultations" error={error} retry={() => void mutate()} />;
  return (
    <section className={css.consultations} aria-labelledby="consultations" aria-busy={!data || undefined}>
      <h2 ref={title} className={css.title} id="consultations" tabIndex={-1}>
        {owed ? "Awaited transfers" : "Consultations"} {items.length > 0 && <span className={css.count}>{items.length}</span>}
      </h2>
      {!data && <Skeleton shape="field" count={2} />}
      {data && items.length === 0 && (
        <p className={css.calm}>{owed ? "No transfer is awaited." : "No consultation time is held or booked."}</p>
      )}
      {shown.length > 0 && (
        <ul className={css.list}>
          {shown.map((item) => (
            <Row key={item.projectId} item={item} marked={item.projectId === marked} element={item.projectId === marked ? row : undefined} />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <button type="button" className={css.act} onClick={() => setAll(true)}>
          Show all {items.length}
        </button>
      )}
      {owed && (
        <AppLink className={css.act} to={address.with({ waiting: "" })}>
          Show all consultations
        </AppLink>
      )}
    </section>
  );
}

type RowProps = { item: Consultation; marked: boolean; element: React.RefObject<HTMLLIElement | null> | undefined };

function Row({ item, marked, element }: RowProps) {
  const { label, tone } = consultationState(item);
  return (
    <li ref={element} className={css.row} data-marked={marked || undefined}>
      <p className={css.when}>{item.start ? <DateTime iso={item.start} format="stamp" /> : "No time"}</p>
      <div>
        <p>
          <span className={css.name}>{item.name}</span> {item.reference}, {item.serviceTitle}
        </p>
        <p className={css.reach}>
          <a href={`tel:${item.phone.replaceAll(/\s/g, "")}`}>{item.phone}</a>
          <a href={`mailto:${item.email}`}>{item.email}</a>
        </p>
      </div>
      <div>
        <Badge tone={tone}>{label}</Badge>
        {item.expiresAt && <p className={css.until}>until {formatTime(item.expiresAt, "stamp")}</p>}
      </div>
      {item.transfer && <Transfer item={item} transfer={item.transfer} />}
    </li>
  );
}

type TransferProps = { item: Consultation; transfer: NonNullable<Consultation["transfer"]> };

/** The act that makes a project paid: asked about with client, sum and reference in sight. */
function Transfer({ item, transfer }: TransferProps) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const amount = formatCents(transfer.amountCents);

  async function receive() {
    setBusy(true);
    try {
      await post(`/api/admin/payments/${transfer.paymentId}/receive-transfer`);
      toast({ title: "Transfer received", body: `${amount} from ${item.name}, ${item.reference}. The client has been written to.` });
      await Promise.all([mutate(consultationsKey), mutate(dashboardKey)]);
    } catch (error) {
      toast({
        title: "The transfer was not marked",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <div className={css.transfer}>
      <p>
        <strong>{amount}</strong> awaited since {formatTime(transfer.askedAt, "date")}
      </p>
      <button type="button" className={css.act} aria-label={`Mark transfer received: ${item.reference}`} onClick={() => setAsking(true)}>
        Mark transfer received
      </button>
      <ConfirmDialog
        open={asking}
        title="Mark transfer received?"
        confirmLabel="Mark received"
        busy={busy}
        onConfirm={() => void receive()}
        onCancel={() => setAsking(false)}
      >
        <p>
          <strong>{amount}</strong> from <strong>{item.name}</strong> with the reference <strong>{item.reference}</strong> is on the
          account.
        </p>
        <p>The project becomes paid, and the client receives a confirmation. This cannot be taken back here.</p>
      </ConfirmDialog>
    </div>
  );
}
