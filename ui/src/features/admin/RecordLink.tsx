import type { ReactNode } from "react";
import { AppLink } from "../../components/AppLink";
import { useListAddress } from "./address";

type Props = {
  /** The project, or what is none yet: "booking-7". */
  of: number | string;
  /** Of the record: what is to be open and in sight. */
  part?: string;
  className?: string | undefined;
  label?: string;
  children: ReactNode;
};

/** Opens a record beside the list that this stands in. */
export function RecordLink({ of, part, className, label, children }: Props) {
  const address = useListAddress();
  const open = typeof of === "number" ? address.project === of : address.draft === of;
  const to = address.with(typeof of === "number" ? { project: of, part: part ?? null } : { draft: of });
  return (
    <AppLink to={to} className={className} data-record={of} aria-label={label} aria-current={open ? "true" : undefined}>
      {children}
    </AppLink>
  );
}

/** The link in the page that opens a record; null where there is none. */
export function openerOf(record: string | null): HTMLElement | null {
  return record === null ? null : document.querySelector<HTMLElement>(`[data-record="${record}"]`);
}
