import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { lazily } from "../../lazily";
import { paths } from "../../paths";
import { toList, toProjects } from "./address";
import { AdminLoading } from "./AdminLoading";
import { RequireStaff } from "./RequireStaff";

const NotFound = lazily(() => import("../../shell/NotFound"));
const LoginPage = lazily(() => import("./LoginPage"));
const DashboardPage = lazily(() => import("./DashboardPage"));
const ClientsPage = lazily(() => import("./clients/ClientsPage"));
const ClientPage = lazily(() => import("./clients/ClientPage"));
const DocumentsPage = lazily(() => import("./DocumentsPage"));
const AppointmentsPage = lazily(() => import("./AppointmentsPage"));

/** The staff area's pages, each in a chunk of its own. */
export function AdminRoutes() {
  return (
    <Suspense fallback={<AdminLoading />}>
      <Routes>
        <Route path={paths.adminLogin} element={<LoginPage />} />
        <Route element={<RequireStaff />}>
          <Route path={paths.adminDashboard} element={<DashboardPage />} />
          <Route path={paths.adminClients} element={<ClientsPage />} />
          <Route path={`${paths.adminClients}/:client`} element={<ClientPage />} />
          <Route path={paths.adminDocuments} element={<DocumentsPage />} />
          <Route path={paths.adminAppointments} element={<AppointmentsPage />} />
          <Route path="/admin/projects" element={<Navigate to={toProjects} state={toList} replace />} />
        </Route>
        <Route
          path="*"
          element={
            <main>
              <NotFound />
            </main>
          }
        />
      </Routes>
    </Suspense>
  );
}
