import { useEffect, useRef } from "react";
import * as css from "./Menu.module.css";

type Props = {
  /** On the button that opens it. */
  label: string;
  /** What it is about, where the label does not say so. */
  name?: string | undefined;
  /** How the button looks. */
  summaryClass: string | undefined;
  choices: readonly { key: string; label: string; onChoose: () => void }[];
};

/** Some choices behind a button. Escape and a click beside it close it. */
export function Menu({ label, name, summaryClass, choices }: Props) {
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
    <details ref={menu} className={css.menu}>
      <summary className={summaryClass} aria-label={name}>
        {label}
      </summary>
      <ul className={css.choices}>
        {choices.map(({ key, label: text, onChoose }) => (
          <li key={key}>
            <button
              type="button"
              className={css.choice}
              onClick={() => {
                if (menu.current) menu.current.open = false;
                menu.current?.querySelector("summary")?.focus();
                onChoose();
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
