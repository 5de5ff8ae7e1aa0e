import type { CSSProperties, ReactNode } from "react";
import { Unseen } from "../../components/Unseen";
import * as css from "./ListTable.module.css";

type Props = {
  name: string;
  columns: readonly string[];
  /** Of the columns, those whose titles are for screen readers alone. */
  unseen?: readonly string[];
  /** Of a table whose columns are chosen: how wide each is. */
  widths?: readonly string[];
  /** Sets --columns and --areas for each width of the page. */
  className: string | undefined;
  /** The rows: `tr` of the module's `row`. */
  children: ReactNode;
};

/** A table of the back office whose rows are laid out as grids; the roles are written out, since such rows would lose them. */
export function ListTable({ name, columns, unseen = [], widths, className, children }: Props) {
  return (
    <table className={`${css.table} ${className}`} style={widths && ({ "--columns": widths.join(" ") } as CSSProperties)} role="table" aria-label={name}>
      <thead role="rowgroup" className={css.titles}>
        <tr role="row" className={css.row}>
          {columns.map((title) => (
            <th key={title} role="columnheader" scope="col">
              {unseen.includes(title) ? <Unseen>{title}</Unseen> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}
