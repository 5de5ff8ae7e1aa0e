import { Suspense } from "react";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { Skeleton } from "../../components/Skeleton";
import { Badge } from "../../components/StatusBadge";
import { sydneyDay } from "../../components/time";
import { lazily } from "../../lazily";
import { paths } from "../../paths";
import { attentionKey, useStaffQuery, type AttentionDesk, type AttentionLine } from "./api";
import { calendarKey, type Appointment, type Calendar } from "./appointments/calendar";
import { addDays, dayText, daysFrom, type Day } from "./appointments/days";
import { FoldedPart } from "./FoldedPart";
import { attentionLabel } from "./labels/attention";
import { LoadProblem } from "./LoadProblem";
import { Callable } from "./PhoneLink";
import { RecordLink } from "./RecordLink";
import { usePhone } from "./usePhone";
import * as css from "./Week.module.css";

const Done = lazily(() => import("./Done"));

const often = 60_000;
const days = 7;

/** Today and the six days after it: whose consultations there are, and what was promised by when. */
export function Week() {
  const phone = usePhone();
  const today = sydneyDay(new Date());
  const calendar = useStaffQuery<Calendar>(calendarKey({ first: today, last: addDays(today, days - 1) }), { refreshInterval: often });
  const desk = useStaffQuery<AttentionDesk>(attentionKey);
  const failed = [calendar, desk].find(({ data, error }) => error && !data);
  if (failed) return <LoadProblem what="The week" error={failed.error} retry={() => void Promise.all([calendar.mutate(), desk.mutate()])} />;
  const loaded = calendar.data && desk.data;
  const taken = (calendar.data?.times ?? []).filter(({ project }) => project !== null);
  const late = (desk.data?.lines ?? []).filter(({ urgency }) => urgency === "late");
  const due = (desk.data?.lines ?? []).filter((line) => line.due !== null && line.urgency !== "late");
  const week = daysFrom(today, days).map((day) => ({
    day,
    times: taken.filter(({ start }) => sydneyDay(start) === day),
    dues: due.filter((line) => sydneyDay(line.due!) === day),
  }));
  const [first, ...others] = week;
  const busy = others.filter(({ times, dues }) => times.length + dues.length > 0);
  const ahead = busy.reduce((count, { times, dues }) => count + times.length + dues.length, 0);
  return (
    <div className={css.week} aria-busy={!loaded || undefined}>
      <section className={css.part} aria-labelledby="today">
        <h2 className={css.title} id="today">
          Today, {dayText(today, "brief")}
        </h2>
        {!loaded ? (
          <Skeleton shape="field" count={2} />
        ) : (
          <>
            {late.length > 0 && (
              <p className={css.calm}>{late.length === 1 ? "1 thing is late: it stands above." : `${late.length} things are late: they stand above.`}</p>
            )}
            {first!.times.length + first!.dues.length === 0 ? (
              <p className={css.calm}>{late.length > 0 ? "No consultation today, and nothing else is due." : "No consultation, and nothing is due today."}</p>
            ) : (
              <DayLines {...first!} />
            )}
          </>
        )}
        <Suspense>
          <Done />
        </Suspense>
      </section>
      <FoldedPart id="week" title={phone && ahead > 0 ? `The next six days (${ahead})` : "The next six days"} folded={phone} className={css.part}>
        {!loaded ? (
          <Skeleton shape="field" count={2} />
        ) : busy.length === 0 ? (
          <p className={css.calm}>No consultation, and nothing is due.</p>
        ) : (
          busy.map((each) => (
            <section key={each.day} aria-label={dayText(each.day, "long")}>
              <h3 className={css.day}>
                <AppLink to={`${paths.adminAppointments}?${new URLSearchParams({ day: each.day })}`}>{dayText(each.day, "brief")}</AppLink>
              </h3>
              <DayLines {...each} />
            </section>
          ))
        )}
      </FoldedPart>
    </div>
  );
}

function DayLines({ times, dues }: { day: Day; times: readonly Appointment[]; dues: readonly AttentionLine[] }) {
  return (
    <ul className={css.lines}>
      {times.map((time) => (
        <Meeting key={time.id} time={time} />
      ))}
      {dues.map((line) => (
        <Due key={`${line.kind} ${line.subject}`} line={line} />
      ))}
    </ul>
  );
}

function Meeting({ time: { start, minutes, state, project } }: { time: Appointment }) {
  const { id, reference, name, serviceTitle, meeting, adviser } = project!;
  return (
    <li className={css.line}>
      <span className={css.at}>
        <DateTime iso={start} format="time" />
      </span>
      <span className={css.what}>
        <RecordLink of={id} part="consultation" className={css.name}>
          {name}
        </RecordLink>{" "}
        {reference}
        <span className={css.more}>
          <Callable text={meeting} />, {minutes} minutes, {serviceTitle}. {adviser ? `With ${adviser}.` : "Nobody looks after it yet."}
        </span>
      </span>
      {state === "held" && (
        <span>
          <Badge tone="purple">Held, not paid</Badge>
        </span>
      )}
    </li>
  );
}

function Due({ line }: { line: AttentionLine }) {
  const label = attentionLabel(line);
  return (
    <li className={css.line}>
      <span className={css.at}>
        <DateTime iso={line.due!} format="time" />
      </span>
      <span className={css.what}>
        {line.projectId !== null ? (
          <RecordLink of={line.projectId} className={css.name}>
            {line.who || label}
          </RecordLink>
        ) : line.link ? (
          <AppLink to={line.link} className={css.name}>
            {line.who || label}
          </AppLink>
        ) : (
          <span className={css.name}>{line.who || label}</span>
        )}{" "}
        {line.reference}
        <span className={css.more}>Due: {label.toLowerCase()}.</span>
      </span>
    </li>
  );
}
