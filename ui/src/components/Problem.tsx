import type { ReactNode } from "react";
import { Notice } from "./Notice";

/** Why an act was refused, once there is something to say. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    children && (
      <Notice tone="red" role="alert">
        {children}
      </Notice>
    )
  );
}
