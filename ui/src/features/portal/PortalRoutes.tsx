import { Route, Routes } from "react-router-dom";
import { paths } from "../../paths";
import ConfirmPage from "./ConfirmPage";
import PortalPage from "./PortalPage";

export function PortalRoutes() {
  return (
    <Routes>
      <Route path={paths.portalConfirm} element={<ConfirmPage />} />
      <Route path="*" element={<PortalPage />} />
    </Routes>
  );
}
