import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { Fold } from "../../components/Fold";
import { useListAddress, type Filters } from "./address";
import * as css from "./ListFrame.module.css";
import { usePhone } from "./usePhone";

export type Choice = { name: keyof Filters; label: string; first: string; options: readonly { value: string; label: string }[] };

/** In which order a list stands: as every list can, and as this one can besides. */
export function orderChoice(more: Choice["options"] = [], newest = "Newest first"): Choice {
  const all = [{ value: "newest", label: newest }, { value: "oldest", label: "Oldest first" }, { value: "name", label: "By name" }];
  return { name: "sort", label: "Order", first: "", options: [...all, ...more] };
}

/** How a list is filtered and sorted, which the address keeps; what else belongs beside that. */
export function ListFilters({ choices, children }: { choices: readonly Choice[]; children?: ReactNode }) {
  const address = useListAddress();
  const navigate = useNavigate();
  const phone = usePhone();
  const isSet = (name: Choice["name"]) => address[name] !== "" && name !== "sort";
  const count = choices.filter(({ name }) => isSet(name)).length;
  return (
    <Fold title={count > 0 ? `Filter and sort (${count} set)` : "Filter and sort"} when={phone && choices.length > 2}>
      <div className={css.filters} role="group" aria-label="Filter and sort">
        {choices.map(({ name, label, first, options }) => (
          <select
            key={name}
            className={css.filter}
            aria-label={label}
            value={address[name]}
            data-set={isSet(name) || undefined}
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
    </Fold>
  );
}
