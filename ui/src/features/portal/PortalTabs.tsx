import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import * as css from "./PortalTabs.module.css";

type Tab = { id: string; title: string; content: ReactNode };

/** Tabs as the ARIA pattern has them: arrow keys, Home and End move between them and open what they reach. */
export function PortalTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [openId, setOpenId] = useState(tabs[0]?.id);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const open = tabs.find(({ id }) => id === openId);

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex(({ id }) => id === openId);
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    setOpenId(target.id);
    buttons.current.get(target.id)?.focus();
  }

  return (
    <div className={css.tabs}>
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
            aria-selected={id === openId}
            aria-controls="tab-content"
            tabIndex={id === openId ? 0 : -1}
            onClick={() => setOpenId(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {open && (
        <div role="tabpanel" id="tab-content" aria-labelledby={`tab-${open.id}`} tabIndex={0} className={css.content}>
          {open.content}
        </div>
      )}
    </div>
  );
}
