import { recallOnboarding, rememberOnboarding } from "../../api/onboardingDraft";
import { useFreshQuery } from "../../api/query";
import { useUser } from "../../api/user";
import { AppLink } from "../../components/AppLink";
import { Unseen } from "../../components/Unseen";
import { paths } from "../../paths";
import { clientKey, type Checkout, type CheckoutClient } from "./checkoutApi";
import * as css from "./OrderSummary.module.css";

/** Whose booking it is and where its letters go, with the way to change that: in the form that it came from, or the client's profile. */
export function BookingFor({ project }: { project: Checkout }) {
  const { data: given } = useFreshQuery<CheckoutClient>(project.clientId ? clientKey(project.clientId) : null);
  const user = useUser();
  const client = user?.kind === "client" ? user : null;
  // What was typed may have changed in the profile since.
  const who = project.isOwn && client ? client : (given ?? client);
  if (!who) return null;
  const typedHere = recallOnboarding().projectId === project.id;
  const to = client && project.isOwn ? paths.portalProfile : typedHere ? paths.onboarding : client ? paths.portalProfile : null;
  return (
    <p className={css.person}>
      <span>
        Booking for {who.name} &middot; {who.email}
      </span>{" "}
      {to && project.mayChange && (
        <AppLink to={to} onClick={() => typedHere && rememberOnboarding({ step: 1 })}>
          Change<Unseen> the name or email address</Unseen>
        </AppLink>
      )}
    </p>
  );
}
