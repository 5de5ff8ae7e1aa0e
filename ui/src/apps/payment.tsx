import { Route, Routes } from "react-router-dom";
import { lazily } from "../lazily";
import { paths } from "../paths";
import { App } from "../shell/App";

const CheckoutPage = lazily(() => import("../features/payments/CheckoutPage"));
const SuccessPage = lazily(() => import("../features/payments/SuccessPage"));

/** /checkout and /success, where no tracker runs. */
export default function Payment() {
  return (
    <App>
      <Routes>
        <Route path={paths.checkout} element={<CheckoutPage />} />
        <Route path={paths.success} element={<SuccessPage />} />
      </Routes>
    </App>
  );
}

/** The page that is open, so that it can be continued without waiting. */
export function prepare(): Promise<void> {
  return (location.pathname === paths.checkout ? CheckoutPage : SuccessPage).preload();
}

/** Both, for prerendering. */
export async function preloadAll(): Promise<void> {
  await Promise.all([CheckoutPage.preload(), SuccessPage.preload()]);
}
