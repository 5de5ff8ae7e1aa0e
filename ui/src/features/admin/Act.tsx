import type { ComponentProps } from "react";
import * as css from "./Act.module.css";

/** An act of staff beside what it is about; reads as a link. Links and summaries among acts wear the module's `act`. */
export function Act(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button type="button" className={css.act} {...props} />;
}
