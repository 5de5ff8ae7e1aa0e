import { useLocation } from "react-router-dom";
import { PageHead } from "../../components/PageHead";
import { useHydrated } from "../../components/useHydrated";
import { askedCheckout } from "./checkoutAddress";
import { CheckoutLoading, MissingParameters, UnknownProject } from "./CheckoutScreens";
import * as css from "./CheckoutPage.module.css";
import { ProjectCheckout } from "./ProjectCheckout";

/** /checkout?projectId&amount: what is paid for, and how. */
export default function CheckoutPage() {
  const hydrated = useHydrated();
  const { search } = useLocation();
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
