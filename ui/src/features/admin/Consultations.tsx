import { mailto } from "../../components/mailto";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { Skeleton } from "../../components/Skeleton";
import { Badge } from "../../components/StatusBadge";
import { formatTime } from "../../components/time";
import { useListAddress } from "./address";
import { AwaitedTransfer } from "./AwaitedTransfer";
import { consultationsKey, useStaffQuery, type Consultation, type Consultations as Listed } from "./api";
import * as css from "./Consultations.module.css";
import { consultationState } from "./labels";
import { Steps } from "./ListTools";
import { LoadProblem } from "./LoadProblem";
import { OwnershipNote } from "./Ownership";
import { ProjectMoney } from "./ProjectMoney";

const shownAtFirst = 8;

/** Consultation times that are held or booked, and the money that some of them wait for. */
export function Consultations() {
  const [params] = useSearchParams();
  const address = useListAddress();
  const [all, setAll] = useState(false);
  const marked = Number(params.get("project"));
  const [turned, setTurned] = useState({ page: 0, of: "" });
  const [givenUpPage, setGivenUpPage] = useState(1);
  const row = useRef<HTMLLIElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const owed = address.waiting === "transfers";
  const { waiting } = address;
  // Another list begins at its first page; a marked project leads to its own page until one is turned.
  const page = turned.of === waiting ? turned.page : 0;
  const project = page === 0 && Number.isSafeInteger(marked) && marked > 0 ? marked : null;
  const key = consultationsKey({ waiting, project, page: Math.max(1, page), givenUpPage });
  const { data, error, mutate } = useStaffQuery<Listed>(key, { keepPreviousData: true });
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const listed = new Set(items.map(({ projectId }) => projectId));
  const unproved = owed ? [] : (data?.unproved ?? []).filter(({ ownership }) => !listed.has(ownership.projectId));
  const open = all || owed || page > 0 || (data?.page ?? 1) > 1 || items.findIndex((item) => item.projectId === marked) >= shownAtFirst;
  const shown = open ? items : items.slice(0, shownAtFirst);
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
        {owed ? "Awaited transfers" : "Consultations"} {total > 0 && <span className={css.count}>{total}</span>}
      </h2>
      {!data && <Skeleton shape="field" count={2} />}
      {data && total === 0 && (
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
          {total > items.length ? `Show more of ${total}` : `Show all ${total}`}
        </button>
      )}
      {data && shown.length === items.length && (
        <Steps
          total={total}
          page={data.page}
          pageSize={data.pageSize}
          name="Pages of consultations"
          onPage={(next) => setTurned({ page: next, of: waiting })}
        />
      )}
      {unproved.length > 0 && <UnprovedList lines={unproved} />}
      {data && data.givenUpTotal > 0 && <GivenUp listed={data} page={givenUpPage} onPage={setGivenUpPage} />}
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
          <a href={mailto(item.email)}>{item.email}</a>
        </p>
      </div>
      <div>
        <Badge tone={tone}>{label}</Badge>
        {item.expiresAt && <p className={css.until}>until {formatTime(item.expiresAt, "stamp")}</p>}
      </div>
      <OwnershipNote ownership={item.ownership} />
      <div className={css.transfer}>
        {item.transfer && <AwaitedTransfer from={item} transfer={item.transfer} since="awaited since" />}
        <ProjectMoney of={item} money={item.money} />
      </div>
    </li>
  );
}

/** Submissions without a time that name a known client's address. */
function UnprovedList({ lines }: { lines: Listed["unproved"] }) {
  return (
    <details>
      <summary className={css.summary}>
        Sent with a client&apos;s address, not proved <span className={css.count}>{lines.length}</span>
      </summary>
      <ul className={css.list}>
        {lines.map(({ ownership, phone, serviceTitle, documents, createdAt }) => (
          <li key={ownership.projectId} className={css.row}>
            <p className={css.when}>
              <DateTime iso={createdAt} format="stamp" />
            </p>
            <div>
              <p>
                <span className={css.name}>{ownership.name}</span> {ownership.reference}, {serviceTitle}
              </p>
              <p className={css.reach}>
                <a href={`tel:${phone.replaceAll(/\s/g, "")}`}>{phone}</a>
                <a href={`mailto:${ownership.email}`}>{ownership.email}</a>
              </p>
            </div>
            <p>{documents === 0 ? "No files" : documents === 1 ? "1 file" : `${documents} files`}</p>
            <OwnershipNote ownership={ownership} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Transfers that nobody waits for any more, folded away: now and then one arrives all the same. */
function GivenUp({ listed, page, onPage }: { listed: Listed; page: number; onPage: (page: number) => void }) {
  return (
    <details>
      <summary className={css.summary}>
        Transfers given up <span className={css.count}>{listed.givenUpTotal}</span>
      </summary>
      <p className={css.calm}>
        The client has chosen another way to pay, or the project is closed. If the money is on the account all the same, mark it here.
      </p>
      <ul className={css.list}>
        {listed.givenUp.map((line) => (
          <li key={line.transfer.paymentId} className={css.givenUp}>
            <p>
              <span className={css.name}>{line.name}</span> {line.reference}
            </p>
            <AwaitedTransfer from={line} transfer={line.transfer} since="asked for on" />
          </li>
        ))}
      </ul>
      <Steps total={listed.givenUpTotal} page={page} pageSize={listed.pageSize} name="Pages of transfers given up" onPage={onPage} />
    </details>
  );
}
