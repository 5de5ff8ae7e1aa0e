import type { ReactNode } from "react";
import { paths } from "../paths";
import { useSite } from "../site/SiteContext";
import { ButtonLink } from "./Button";
import { Notice } from "./Notice";
import * as css from "./OpenForBooking.module.css";

/**
 * A form that ends with a payment; where nothing can be paid, what to do instead, before anything is typed. Which of the two is
 * seen stands in an attribute that the server fills in, so that it is right on the first paint and without scripts. `wide`: the form has the page's whole width.
 */
export function OpenForBooking({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const site = useSite();
  return (
    <div className={css.gate} data-ways={site["payments.ways"]}>
      <div className={css.open}>{children}</div>
      <div className={css.closed} data-wide={wide || undefined}>
        <Notice tone="amber">
          <p>{site["payments.closed"]}</p>
        </Notice>
        <ButtonLink to={`${paths.contact}#enquiry`}>Send us an enquiry</ButtonLink>
      </div>
    </div>
  );
}
