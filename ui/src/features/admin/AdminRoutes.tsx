import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { lazyPage } from "../../lazily";
import { paths } from "../../paths";
import { AdminLoading } from "./AdminLoading";
import { RequireStaff } from "./RequireStaff";

const NotFound = lazyPage("shell/NotFound", () => import("../../shell/NotFound"));
const LoginPage = lazyPage("features/admin/LoginPage", () => import("./LoginPage"));
const DashboardPage = lazyPage("features/admin/DashboardPage", () => import("./DashboardPage"));
const ClientsPage = lazyPage("features/admin/clients/ClientsPage", () => import("./clients/ClientsPage"));
const ClientPage = lazyPage("features/admin/clients/ClientPage", () => import("./clients/ClientPage"));
const DocumentsPage = lazyPage("features/admin/DocumentsPage", () => import("./DocumentsPage"));
const AppointmentsPage = lazyPage("features/admin/AppointmentsPage", () => import("./AppointmentsPage"));

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
