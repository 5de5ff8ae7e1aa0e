import { useEffect, useRef, useState } from "react";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { Skeleton } from "../../components/Skeleton";
import { Badge } from "../../components/StatusBadge";
import { formatTime } from "../../components/time";
import { Act } from "./Act";
import * as acts from "./Act.module.css";
import { useListAddress } from "./address";
import { AwaitedTransfer } from "./AwaitedTransfer";
import { consultationsKey, useStaffQuery, type Consultation, type Consultations as Listed } from "./api";
import * as css from "./Consultations.module.css";
import { consultationState } from "./labels/times";
import { Steps } from "./ListTools";
import { LoadProblem } from "./LoadProblem";
import { moneyCame, prospectOf } from "./moneyCame";
import { Callable } from "./PhoneLink";
import { RecordLink } from "./RecordLink";
import { usePhone } from "./usePhone";

const shownAtFirst = 8;
const shownOnPhone = 3;

/** Consultation times that are held or booked, and the money that some of them wait for. */
export default function Consultations() {
  const address = useListAddress();
  const phone = usePhone();
  const [all, setAll] = useState(false);
  const [turned, setTurned] = useState({ page: 1, of: "" });
  const [givenUpPage, setGivenUpPage] = useState(1);
  const title = useRef<HTMLHeadingElement>(null);
  const owed = address.waiting === "transfers";
  const { waiting } = address;
  // Another list begins at its first page.
  const page = turned.of === waiting ? turned.page : 1;
  const { data, error, mutate } = useStaffQuery<Listed>(consultationsKey({ waiting, page, givenUpPage }), { keepPreviousData: true });
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const listed = new Set(items.map(({ projectId }) => projectId));
  const unproved = owed ? [] : (data?.unproved ?? []).filter(({ ownership }) => !listed.has(ownership.projectId));
  const shown = all || owed || page > 1 ? items : items.slice(0, phone ? shownOnPhone : shownAtFirst);

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
            <Row key={item.projectId} item={item} />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <Act onClick={() => setAll(true)}>
          {total > items.length ? `Show more of ${total}` : `Show all ${total}`}
        </Act>
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
        <AppLink className={acts.act} to={address.with({ waiting: "" })}>
          Show all consultations
        </AppLink>
      )}
    </section>
  );
}

function Row({ item }: { item: Consultation }) {
  const { label, tone } = consultationState(item);
  const came = moneyCame(item.money);
  return (
    <li className={css.row}>
      <p className={css.when}>{item.start ? <DateTime iso={item.start} format="stamp" /> : "No time"}</p>
      <div>
        <p>
          <RecordLink of={item.projectId} className={css.name}>
            {item.name}
          </RecordLink>{" "}
          {item.reference}, {item.serviceTitle}
          {item.start && <Callable text={`, ${item.meeting.toLowerCase()}`} />}
        </p>
        {came && <p>{came}</p>}
      </div>
      <div>
        <Badge tone={tone}>{label}</Badge>
        {item.expiresAt && <p className={css.until}>until {formatTime(item.expiresAt, "stamp")}</p>}
      </div>
      {item.transfers.map((transfer) => (
        <div key={transfer.paymentId} className={css.transfer}>
          <AwaitedTransfer
            from={{ name: item.name, reference: transfer.reference, prospect: prospectOf(item.money, transfer.number) }}
            transfer={transfer}
            isBill={transfer.number > 1}
          />
        </div>
      ))}
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
        {lines.map(({ ownership, serviceTitle, documents, createdAt }) => (
          <li key={ownership.projectId} className={css.row}>
            <p className={css.when}>
              <DateTime iso={createdAt} format="stamp" />
            </p>
            <div>
              <p>
                <RecordLink of={ownership.projectId} className={css.name}>
                  {ownership.name}
                </RecordLink>{" "}
                {ownership.reference}, {serviceTitle}
              </p>
            </div>
            <p>
              <Badge tone={ownership.disownedAt ? "red" : "amber"}>{ownership.disownedAt ? "Said not to be theirs" : "Not proved"}</Badge>
            </p>
            <p>{documents === 0 ? "No files" : documents === 1 ? "1 file" : `${documents} files`}</p>
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
              <RecordLink of={line.projectId} className={css.name}>
                {line.name}
              </RecordLink>{" "}
              {line.reference}
            </p>
            <AwaitedTransfer from={{ ...line, prospect: line.money.prospect }} transfer={line.transfer} givenUp />
          </li>
        ))}
      </ul>
      <Steps total={listed.givenUpTotal} page={page} pageSize={listed.pageSize} name="Pages of transfers given up" onPage={onPage} />
    </details>
  );
}
