import { useSite } from "../site/SiteContext";
import { Notice } from "./Notice";

/** In place of a form's help where scripts are off; `promise` ends "and we will ...": what a call or a letter leads to. */
export function NeedsScripts({ promise }: { promise: string }) {
  const site = useSite();
  return (
    <noscript>
      <Notice tone="amber" title="This form needs scripts">
        <p data-given={site["business.phone"] + site["business.email"]}>
          Please{" "}
          <span data-given={site["business.phone"]}>
            call <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
            <span data-given={site["business.email"]}> or</span>{" "}
          </span>
          <span data-given={site["business.email"]}>
            write to <a href={site["business.emailHref"]}>{site["business.email"]}</a>
          </span>{" "}
          and we will {promise}.
        </p>
      </Notice>
    </noscript>
  );
}
