import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { STAFF_TEXT_RULES } from "../../api/staffRules.gen";
import { CopyButton } from "../../components/CopyButton";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { mailto } from "../../components/mailto";
import { lazily } from "../../lazily";
import { Act } from "./Act";
import { useListAddress, type Told } from "./address";
import { enquiriesKey, useFiledNote, useStaffQuery, type EnquiryPage } from "./api";
import * as acts from "./Act.module.css";
import * as css from "./EnquiryList.module.css";
import { ListFrame } from "./ListFrame";
import { PhoneLink } from "./PhoneLink";
import { RecordLink } from "./RecordLink";

const EnquiryAnswers = lazily(() => import("./record/EnquiryAnswers"));
const ReasonDialog = lazily(() => import("./record/ReasonDialog"));

/** What visitors wrote who are not ready to book, newest first. */
export default function EnquiryList() {
  const { search, page, enquiry, with: addressWith } = useListAddress();
  const all = addressWith({ search: "", enquiry: "" });
  // What is searched for may stand in any of them.
  const only = search ? "" : enquiry;
  const query = useStaffQuery<EnquiryPage>(enquiriesKey({ search, page, enquiry: only }), { keepPreviousData: true });
  return (
    <ListFrame
      name="enquiries"
      placeholder="Name, email, phone or words"
      one="enquiry"
      many="enquiries"
      query={query}
      all={search || only ? all : null}
      nothing={<EmptyState>No enquiries yet. What visitors write on the contact page arrives here.</EmptyState>}
    >
      {({ items }) => (
        <>
          <ul className={css.list}>
            {items.map((each) => (
              <Enquiry key={each.id} enquiry={each} wanted={String(each.id) === only} reload={query.mutate} />
            ))}
          </ul>
          {only && (
            <AppLink className={acts.act} to={all}>
              Show all enquiries
            </AppLink>
          )}
        </>
      )}
    </ListFrame>
  );
}

/** `wanted`: somebody came for this one, and where a link led them here and nobody has answered it, to answer it. */
function Enquiry({
  enquiry,
  wanted,
  reload,
}: {
  enquiry: EnquiryPage["items"][number];
  wanted: boolean;
  reload: () => Promise<EnquiryPage | undefined>;
}) {
  const [answering, setAnswering] = useState(false);
  /** How many answers stood here when the dialog was opened, and how many its writer was told of since. */
  const [seen, setSeen] = useState({ before: 0, now: 0 });

  function open() {
    setSeen({ before: enquiry.answers.length, now: enquiry.answers.length });
    setAnswering(true);
  }

  async function readAnew() {
    const page = await reload();
    const now = page?.items.find(({ id }) => id === enquiry.id)?.answers.length;
    if (now !== undefined) setSeen(({ before }) => ({ before, now }));
  }

  const act = useRef<HTMLButtonElement>(null);
  const { key, state } = useLocation() as { key: string; state: Told };
  const isAnswered = Boolean(enquiry.answeredAt);
  const begin = useEffectEvent(() => {
    // Where the focus comes back to once the box is closed.
    act.current?.focus();
    if (!isAnswered) open();
  });
  useEffect(() => {
    if (!wanted || !state?.toList) return;
    // Once the page has gone to its list.
    const asked = requestAnimationFrame(begin);
    return () => cancelAnimationFrame(asked);
  }, [wanted, key, state]);
  const filed = useFiledNote();
  return (
    <li className={css.enquiry}>
      <div>
        <h2 className={css.name}>{enquiry.name}</h2>
        <p className={css.line}>
          <a href={mailto(enquiry.email)}>{enquiry.email}</a>
          <CopyButton text={enquiry.email} what="email address" />
        </p>
        <p className={css.line}>
          <PhoneLink number={enquiry.phone} />
          <CopyButton text={enquiry.phone} what="phone number" />
        </p>
        <p>
          <DateTime iso={enquiry.createdAt} format="stamp" />
        </p>
        {enquiry.projectId !== null && (
          <RecordLink of={enquiry.projectId} className={acts.act} label={`Open ${enquiry.reference}, of this address`}>
            Open {enquiry.reference}
          </RecordLink>
        )}
      </div>
      <div>
        <p className={css.message}>{enquiry.message}</p>
        <p className={css.answered}>
          {enquiry.answeredAt && (
            <>
              Answered by {enquiry.answeredBy}, <DateTime iso={enquiry.answeredAt} format="stamp" />.{" "}
            </>
          )}
          <Act ref={act} aria-label={`Answer ${enquiry.name}`} onClick={open}>
            {enquiry.answeredAt ? "Answer again" : "Answer"}
          </Act>
        </p>
        <Suspense>{enquiry.answers.length > 0 && <EnquiryAnswers letters={enquiry.answers} />}</Suspense>
      </div>
      <Suspense>
        {answering && (
          <ReasonDialog
            open
            title={`Answer ${enquiry.name}`}
            url={`/api/admin/enquiries/${enquiry.id}/answer`}
            rule={STAFF_TEXT_RULES.answer}
            name="text"
            label="Your answer"
            more={{ seen: seen.now }}
            onChanged={readAnew}
            confirmLabel={seen.now > seen.before ? "Send mine, too" : "Send the letter"}
            done="The answer is in the outbox"
            told={`The letter is for ${enquiry.email}.${filed}`}
            onClose={() => setAnswering(false)}
          >
            <Asked enquiry={enquiry} />
            <p>
              It goes as a letter to <strong>{enquiry.email}</strong> and is kept here. What they asked is not repeated in it: anybody may have typed that
              address. A greeting and our name are added.
            </p>
            {seen.now > seen.before && (
              <>
                <p>{enquiry.answeredBy} has answered meanwhile:</p>
                <EnquiryAnswers letters={enquiry.answers.slice(seen.before)} />
              </>
            )}
          </ReasonDialog>
        )}
      </Suspense>
    </li>
  );
}

/** What they asked, in sight of whoever answers it. */
function Asked({ enquiry }: { enquiry: EnquiryPage["items"][number] }) {
  return (
    <blockquote className={css.asked} aria-label={`What ${enquiry.name} asked`}>
      <p className={css.message}>{enquiry.message}</p>
      <p>
        {enquiry.name}, <a href={mailto(enquiry.email)}>{enquiry.email}</a>, <PhoneLink number={enquiry.phone} />
      </p>
    </blockquote>
  );
}
