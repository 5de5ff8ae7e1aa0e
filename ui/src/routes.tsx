import { Route, Routes } from "react-router-dom";
import { lazyPage, type LazyPage } from "./lazily";
import { paths } from "./paths";

/** Pages of the public bundle. Checkout and success belong to it too, but open as documents without trackers. */
export const publicPages: Record<string, LazyPage> = {
  [paths.home]: lazyPage("features/pages/HomePage", () => import("./features/pages/HomePage")),
  [paths.services]: lazyPage("features/catalogue/ServicesPage", () => import("./features/catalogue/ServicesPage")),
  [paths.about]: lazyPage("features/pages/AboutPage", () => import("./features/pages/AboutPage")),
  [paths.contact]: lazyPage("features/booking/ContactPage", () => import("./features/booking/ContactPage")),
  [paths.onboarding]: lazyPage("features/onboarding/OnboardingPage", () => import("./features/onboarding/OnboardingPage")),
  [paths.checkout]: lazyPage("features/payments/CheckoutPage", () => import("./features/payments/CheckoutPage")),
  [paths.success]: lazyPage("features/payments/SuccessPage", () => import("./features/payments/SuccessPage")),
  [paths.privacy]: lazyPage("features/pages/PrivacyPage", () => import("./features/pages/PrivacyPage")),
  [paths.terms]: lazyPage("features/pages/TermsPage", () => import("./features/pages/TermsPage")),
  [paths.contractReview]: lazyPage(
    "features/catalogue/ContractReviewPage",
    () => import("./features/catalogue/ContractReviewPage"),
  ),
};

export const NotFound = lazyPage("shell/NotFound", () => import("./shell/NotFound"));

/** The page at `path`, the 404 page where there is none. Trailing slashes do not matter. */
export function publicPageAt(path: string): LazyPage {
  return publicPages[path.length > 1 ? path.replace(/\/+$/, "") : path] ?? NotFound;
}

export function PublicRoutes() {
  return (
    <Routes>
      {Object.entries(publicPages).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
