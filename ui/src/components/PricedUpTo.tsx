import { pricedUpTo } from "../content/review";
import { paths } from "../paths";
import { AppLink } from "./AppLink";

/** For whom the price of a contract review holds, before it is paid, and the way for everybody else; nothing for other services. */
export function PricedUpTo({ service }: { service: string | null }) {
  if (service !== "contract_review") return null;
  return (
    <p>
      {pricedUpTo} <AppLink to={`${paths.contact}?service=contract_review`}>Book a consultation</AppLink>
    </p>
  );
}
