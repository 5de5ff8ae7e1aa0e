import { Columns3 } from "lucide-react";
import * as css from "./ColumnChoice.module.css";
import { columns, type Column } from "./columns";
import { Unseen } from "../../../components/Unseen";

/** Which columns the list shows. */
export function ColumnChoice({ chosen, toggle }: { chosen: readonly Column[]; toggle: (name: Column) => void }) {
  return (
    <details
      className={css.choice}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <summary className={css.summary}>
        <Columns3 size={18} strokeWidth={1.5} aria-hidden />
        Columns
      </summary>
      <fieldset className={css.list}>
        <Unseen as="legend">Columns</Unseen>
        {columns.map(({ name, label }) => (
          <label key={name} className={css.one}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
