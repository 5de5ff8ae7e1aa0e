import type { ReactNode } from "react";
import { usePageTitle } from "../../site/usePageTitle";
import * as css from "./StaffHead.module.css";

/** The top of a page of staff, which the browser's tab names too: what it is, and what can be done for all of it. */
export function StaffHead({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
