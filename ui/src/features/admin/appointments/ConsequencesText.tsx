import { formatTime, sydneyDay } from "../../../components/time";
import { AppLink } from "../../../components/AppLink";
import { paths } from "../../../paths";
import type { Consequences } from "./calendar";
import { dayText } from "./days";
import { grouped } from "./grouped";
import * as css from "./forms.module.css";

const most = 12;

/** What a change would do: the free times that come and go by their days, and whose times stay outside the rules. */
export function ConsequencesText({ of: { appear, disappear, touched, told } }: { of: Consequences }) {
  const fresh = touched.filter(({ was }) => !was);
  const before = touched.filter(({ was }) => was);
  return (
    <div className={css.follows} role="status">
      <h3>What follows</h3>
      {told.map((said) => (
        <p key={said}>{said}</p>
      ))}
      {appear.length + disappear.length === 0 && <p>No free time comes or goes.</p>}
      <Times times={disappear} one="free time disappears" many="free times disappear" />
      <Times times={appear} one="free time appears" many="free times appear" />
      {fresh.length > 0 ? (
        <>
          <p>
            {fresh.length === 1 ? "One time that is somebody's is" : `${fresh.length} times that are somebody's are`} outside these rules.{" "}
            <strong>They stay as they are, and no letter is sent.</strong> Move or cancel them in their records if they cannot take place.
          </p>
          <Theirs times={fresh} />
        </>
      ) : (
        <p>Nobody's time is touched.</p>
      )}
      {before.length > 0 && (
        <>
          <p>{before.length === 1 ? "One other time was" : `${before.length} other times were`} outside the rules before; nothing changes for {before.length === 1 ? "it" : "them"}:</p>
          <Theirs times={before} />
        </>
      )}
    </div>
  );
}

function Theirs({ times }: { times: Consequences["touched"] }) {
  return (
    <ul>
      {times.map(({ start, state, project }) => (
        <li key={start}>
          <AppLink to={`${paths.adminDashboard}?project=${project.id}&part=consultation`} target="_blank">
            {project.name || project.reference}, {project.reference}
          </AppLink>
          : {formatTime(start, "full")}, {state}
        </li>
      ))}
    </ul>
  );
}

function Times({ times, one, many }: { times: string[]; one: string; many: string }) {
  if (times.length === 0) return null;
  const days = [...grouped(times, (start) => sydneyDay(start))];
  return (
    <details open={days.length <= most}>
      <summary>
        {times.length} {times.length === 1 ? one : many}
      </summary>
      <ul>
        {days.map(([day, starts]) => (
          <li key={day}>
            {dayText(day, "brief")}: {starts.map((start) => formatTime(start, "time")).join(", ")}
          </li>
        ))}
      </ul>
    </details>
  );
}
