import { MEETING_LABELS } from "../api/rules.gen";
import { offeredWays, type Meeting, type Way } from "../api/meetings";
import { useSite } from "../site/SiteContext";
import { RadioGroup } from "./Choice";
import { MeetingText } from "./MeetingText";

type Props = {
  way: Way | null;
  onChange: (way: Way) => void;
  /** How it happens so far, as the server says it to this visitor. */
  meeting?: Meeting | undefined;
};

/** How the consultation happens: a choice where the firm offers one, else a sentence. */
export function MeetingChoice({ way, onChange, meeting }: Props) {
  const site = useSite();
  const ways = offeredWays(site);
  const [only] = ways;
  if (only && ways.length === 1) return <p>{meeting?.way === only ? <MeetingText meeting={meeting} /> : site[`meeting.${only}`]}</p>;
  return (
    <RadioGroup
      legend="How shall we meet?"
      name="way"
      value={way ?? ""}
      onChange={(event) => onChange(event.target.value as Way)}
      options={ways.map((each) => ({ value: each, label: MEETING_LABELS[each], hint: site[`meeting.${each}`] }))}
    />
  );
}
