import { Route, Routes } from "react-router-dom";
import { KeptQueries } from "../../api/KeptQueries";
import { paths } from "../../paths";
import ConfirmPage from "./ConfirmPage";
import { EmailChangePage } from "./EmailChangePage";
import { PortalDashboard } from "./PortalDashboard";
import PortalPage from "./PortalPage";
import { ProfilePage } from "./ProfilePage";
import { ProjectPage } from "./ProjectPage";
import { ResetPage } from "./ResetPage";

export function PortalRoutes() {
  return (
    <KeptQueries>
      <Routes>
        <Route path={paths.portalConfirm} element={<ConfirmPage />} />
        <Route path={paths.portalReset} element={<ResetPage />} />
        <Route path={paths.portalEmail} element={<EmailChangePage />} />
        <Route element={<PortalPage />}>
          <Route path={paths.portalProfile} element={<ProfilePage />} />
          <Route path={`${paths.clientPortal}/projects/:reference`} element={<ProjectPage />} />
          <Route path="*" element={<PortalDashboard />} />
        </Route>
      </Routes>
    </KeptQueries>
  );
}
