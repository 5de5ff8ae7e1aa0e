import { useEffect, useRef, useState } from "react";
import { formatTime } from "../../components/time";
import { Unseen } from "../../components/Unseen";
import * as css from "./HoldCountdown.module.css";

type Props = {
  /** The server's clock when it told `until`; both as ISO instants. The visitor's own clock may be wrong. */
  now: string;
  until: string;
  onEnd: () => void;
};

const hour = 3_600_000;
/** Said aloud, in minutes before the end; the seconds are only to be seen. */
const announced = [5, 1];
/** So that the server, asked at the end, is past it too. */
const grace = 800;

/** How long the time is still kept, quietly. A longer hold is told as a moment. */
export function HoldCountdown({ now, until, onEnd }: Props) {
  const span = new Date(until).getTime() - new Date(now).getTime();
  if (span > hour) {
    return <p className={css.hold}>Your time is kept until {formatTime(until, "full")}, Sydney time.</p>;
  }
  return <Ticking span={span} onEnd={onEnd} />;
}

function Ticking({ span, onEnd }: { span: number; onEnd: () => void }) {
  const [endsAt] = useState(() => Date.now() + span);
  const [left, setLeft] = useState(span);
  const end = useRef(onEnd);

  useEffect(() => {
    end.current = onEnd;
  }, [onEnd]);

  useEffect(() => {
    let ended = false;
    const timer = setInterval(() => {
      const rest = endsAt - Date.now();
      setLeft(Math.max(0, rest));
      if (rest > -grace || ended) return;
      ended = true;
      clearInterval(timer);
      end.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [endsAt]);

  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const said = announced.find((each) => minutes < each && seconds > 0 && minutes >= each - 1);
  return (
    <p className={css.hold}>
      <span>
        Your time is kept for you for another{" "}
        <span className={css.clock} role="timer" aria-live="off">
          {minutes}:{String(seconds % 60).padStart(2, "0")}
        </span>
      </span>
      <Unseen role="status">
        {said && `Your time is kept for less than ${said} more ${said === 1 ? "minute" : "minutes"}.`}
      </Unseen>
    </p>
  );
}
