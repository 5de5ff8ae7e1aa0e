import type { ReactNode } from "react";
import Onboarding from "../apps/onboarding";
import Payment from "../apps/payment";
import { ContractReviewPage } from "../features/catalogue/ContractReviewPage";
import { ServicesPage } from "../features/catalogue/ServicesPage";
import { AboutPage } from "../features/pages/AboutPage";
import { PrivacyPage } from "../features/pages/PrivacyPage";
import { TermsPage } from "../features/pages/TermsPage";
import { Island } from "../islands/Island";
import { paths } from "../paths";
import { ContactPage } from "./ContactPage";
import { HomePage } from "./HomePage";

/** What stands at an address, and the modules that are continued as soon as it has been painted: the build preloads them. */
type PublicPage = { page: ReactNode; scripts?: readonly string[] };

/** Every page but those of clients and staff. */
export const publicPages: Record<string, PublicPage> = {
  [paths.home]: { page: <HomePage /> },
  [paths.services]: { page: <ServicesPage /> },
  [paths.about]: { page: <AboutPage /> },
  [paths.contact]: { page: <ContactPage />, scripts: ["apps/wizard"] },
  [paths.onboarding]: {
    page: (
      <Island name="onboarding" when="now">
        <Onboarding />
      </Island>
    ),
    scripts: ["apps/onboarding"],
  },
  ...Object.fromEntries(
    [
      [paths.checkout, "features/payments/CheckoutPage"] as const,
      [paths.success, "features/payments/SuccessPage"] as const,
    ].map(([path, own]) => [
      path,
      {
        page: (
          <Island name="payment" when="now">
            <Payment />
          </Island>
        ),
        scripts: ["apps/payment", own],
      },
    ]),
  ),
  [paths.privacy]: { page: <PrivacyPage /> },
  [paths.terms]: { page: <TermsPage /> },
  [paths.contractReview]: { page: <ContractReviewPage /> },
};
