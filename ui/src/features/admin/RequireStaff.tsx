import { Suspense } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { nullOn401 } from "../../api/client";
import { useQuery } from "../../api/query";
import { userKey, type CurrentUser } from "../../api/user";
import { Button, ButtonLink } from "../../components/Button";
import { useReturn } from "../../components/useReturn";
import { paths } from "../../paths";
import { AdminFrame } from "./AdminFrame";
import { AdminLoading } from "./AdminLoading";
import { loginFor } from "./address";
import { useNoteSignedOut } from "./api";
import { StaffDoor } from "./StaffDoor";

/** Lets staff in. Everyone else is led to the sign-in page, which brings them back to the address they asked for. */
export function RequireStaff() {
  const { pathname, search } = useLocation();
  const { data: user, error, mutate } = useQuery<CurrentUser | null>(userKey, { fetcher: nullOn401<CurrentUser> });
  const noteSignedOut = useNoteSignedOut();
  // Whoever presses Back may have signed out since.
  useReturn(() => location.reload());

  if (error) {
    return (
      <StaffDoor title="The server does not answer">
        <p>Nothing is lost. Check the connection, then try again.</p>
        <Button onClick={() => void mutate()}>Try again</Button>
      </StaffDoor>
    );
  }
  if (user === undefined) return <AdminLoading />;
  if (user === null) return <Navigate to={loginFor(pathname + search)} replace />;
  if (user.kind !== "staff") {
    return (
      <StaffDoor title="This area is for staff">
        <p>You are signed in as a client, {user.name}. Your projects and documents are in the client portal.</p>
        <ButtonLink to={paths.clientPortal}>Open the client portal</ButtonLink>
        <ButtonLink variant="secondary" to={loginFor(pathname + search)}>
          Sign in as staff
        </ButtonLink>
      </StaffDoor>
    );
  }
  return (
    <SWRConfig value={{ onError: noteSignedOut }}>
      <AdminFrame user={user}>
        <Suspense fallback={<p role="status">Loading...</p>}>
          <Outlet />
        </Suspense>
      </AdminFrame>
    </SWRConfig>
  );
}
