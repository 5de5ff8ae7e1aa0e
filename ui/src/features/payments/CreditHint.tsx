import { AppLink } from "../../components/AppLink";
import { useUser } from "../../api/user";
import { checkoutFor, signInFor } from "../../paths";
import type { Checkout } from "./checkoutApi";

/** For everybody who is not signed in, so that it tells nobody whether an address has a credit. */
export function CreditHint({ project }: { project: Checkout }) {
  if (useUser()?.kind === "client") return null;
  const link = <AppLink to={signInFor(checkoutFor(project.id, project.totalCents))}>Sign in</AppLink>;
  return (
    <p>
      Paid a booking fee before? {link}
      {project.method === "bank" && ", choose anew"} and it is deducted.
    </p>
  );
}
