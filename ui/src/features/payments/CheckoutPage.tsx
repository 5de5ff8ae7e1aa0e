import { useLocation } from "react-router-dom";
import { PageHead } from "../../components/PageHead";
import { useHydrated } from "../../components/useHydrated";
import { useReturn } from "../../components/useReturn";
import { askedCheckout } from "./checkoutAddress";
import { CheckoutLoading, MissingParameters, UnknownProject } from "./CheckoutScreens";
import * as css from "./CheckoutPage.module.css";
import { takePaymentReturn } from "./paymentReturn";
import { ProjectCheckout } from "./ProjectCheckout";

// When this page opens as a document, that is before the router has read the address.
if (typeof window !== "undefined") takePaymentReturn();

/** /checkout?projectId&amount: what is paid for, and how. */
export default function CheckoutPage() {
  const hydrated = useHydrated();
  const { search } = useLocation();
  // It may have been paid, changed or given up since it was left, and a payment under way then has its answer elsewhere.
  useReturn(() => location.reload());
  return (
    <>
      <PageHead compact title="Checkout" />
      <div className={css.page}>{hydrated ? <Asked search={search} /> : <CheckoutLoading />}</div>
    </>
  );
}

function Asked({ search }: { search: string }) {
  const asked = askedCheckout(search);
  switch (asked.state) {
    case "missing":
      return <MissingParameters />;
    case "unknown":
      return <UnknownProject />;
    case "project":
      return <ProjectCheckout id={asked.id} />;
  }
}
