import { useEffect, useRef } from "react";
import * as acts from "./Act.module.css";
import * as css from "./Attention.module.css";
import type { AttentionDesk } from "./api";

type Props = { about: string; moments: AttentionDesk["moments"]; onChoose: (until: string) => void };

/** Until when a line is put off. Escape and a click beside it close it. */
export function SnoozeMenu({ about, moments, onChoose }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    function close(event: Event) {
      const open = menu.current;
      if (!open?.open) return;
      const within = event.target instanceof Node && open.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : within) return;
      open.open = false;
      if (within) open.querySelector("summary")?.focus();
    }
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={menu} className={css.snooze}>
      <summary className={acts.act} aria-label={`Snooze: ${about}`}>
        Snooze
      </summary>
      <ul className={css.moments}>
        {moments.map(({ label, until }) => (
          <li key={until}>
            <button
              type="button"
              className={css.moment}
              onClick={() => {
                if (menu.current) menu.current.open = false;
                menu.current?.querySelector("summary")?.focus();
                onChoose(until);
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
