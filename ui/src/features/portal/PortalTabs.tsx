import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { useMedia } from "../../components/useMedia";
import * as css from "./PortalTabs.module.css";

type Tab = { id: string; title: string; content: ReactNode };

/**
 * Tabs as the ARIA pattern has them: arrow keys, Home and End move between them and open what they reach. The open one stands in
 * the address (`?tab=`), the first without; Back leads to the one that was opened by a click before.
 */
export function PortalTabs({ label, tabs, action }: { label: string; tabs: readonly Tab[]; action?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  // Above the tabs, as it is reached: with the keyboard before them.
  const above = useMedia("(max-width: 47.99rem)");
  const open = tabs.find(({ id }) => id === params.get("tab")) ?? tabs[0];

  function show(id: string, replace: boolean) {
    if (id === open?.id) return;
    const next = new URLSearchParams(params);
    if (id === tabs[0]?.id) next.delete("tab");
    else next.set("tab", id);
    setParams(next, { replace });
  }

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab === open);
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    show(target.id, true);
    buttons.current.get(target.id)?.focus();
  }

  return (
    <div className={css.tabs}>
      <div className={css.top}>
        {above && action}
        <div role="tablist" aria-label={label} className={css.row} onKeyDown={move}>
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              ref={(button) => {
                if (button) buttons.current.set(id, button);
              }}
              type="button"
              role="tab"
              id={`tab-${id}`}
              className={css.tab}
              aria-selected={id === open?.id}
              aria-controls="tab-content"
              tabIndex={id === open?.id ? 0 : -1}
              onClick={() => show(id, false)}
            >
              {title}
            </button>
          ))}
        </div>
        {!above && action}
      </div>
      {open && (
        <div role="tabpanel" id="tab-content" aria-labelledby={`tab-${open.id}`} tabIndex={0} className={css.content}>
          {open.content}
        </div>
      )}
    </div>
  );
}
