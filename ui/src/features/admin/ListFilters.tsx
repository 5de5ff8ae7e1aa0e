import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useListAddress, type Filters } from "./address";
import * as css from "./ListFrame.module.css";

export type Choice = { name: keyof Filters; label: string; first: string; options: readonly { value: string; label: string }[] };

/** How a list is filtered and sorted, which the address keeps; what else belongs beside that. */
export function ListFilters({ choices, children }: { choices: readonly Choice[]; children?: ReactNode }) {
  const address = useListAddress();
  const navigate = useNavigate();
  return (
    <div className={css.filters} role="group" aria-label="Filter and sort">
      {choices.map(({ name, label, first, options }) => (
        <select
          key={name}
          className={css.filter}
          aria-label={label}
          value={address[name]}
          data-set={(address[name] !== "" && name !== "sort") || undefined}
          onChange={(event) => void navigate(address.with({ [name]: event.target.value }))}
        >
          {first && <option value="">{first}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      {children}
    </div>
  );
}
