import { useEffect } from "react";
import { Outlet, useLocation, useNavigate, useOutletContext, useSearchParams } from "react-router-dom";
import { useQuery } from "../../api/query";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { useCarriedFocus } from "../../components/focus";
import { Notice } from "../../components/Notice";
import { PageHead } from "../../components/PageHead";
import { Skeleton } from "../../components/Skeleton";
import { useReturn } from "../../components/useReturn";
import { toast } from "../../components/toast";
import { pageAfterSignIn } from "../../paths";
import { fetchProfile, profileKey, type Profile } from "./api";
import { ClientLogin } from "./ClientLogin";
import { Offline } from "./Offline";
import { PasswordReset } from "./PasswordReset";
import * as css from "./PortalPage.module.css";
import { Uploading } from "./Uploading";

/** Sign-in, the forced change of password or the portal's page at the address, whichever the session asks for. */
export default function PortalPage() {
  usePaymentToast();
  // Whoever presses Back may have signed out since.
  useReturn(() => location.reload());
  const back = pageAfterSignIn(useLocation().search);
  const { data: profile, error, mutate } = useQuery<Profile | null>(profileKey, { fetcher: fetchProfile });

  useCarriedFocus(!!profile && !(back && !profile.passwordChangeRequired));

  useEffect(() => {
    if (back && profile && !profile.passwordChangeRequired) location.replace(back);
  }, [back, profile]);

  if (error && !profile) {
    return (
      <>
        <PageHead compact title="Client Portal" />
        <div className={css.body}>
          <Notice tone="red" role="alert" title="Your portal could not be loaded">
            <p>{errorText(error, "Unable to connect to server. Please try again.")}</p>
          </Notice>
          <div>
            <Button onClick={() => void mutate()}>Try again</Button>
          </div>
        </div>
      </>
    );
  }
  if (profile === undefined) return <PortalLoading />;
  if (profile === null) return <ClientLogin />;
  if (profile.passwordChangeRequired) return <PasswordReset profile={profile} />;
  if (back) return <PortalLoading />;
  return (
    <Uploading>
      <Offline />
      <Outlet context={profile} />
    </Uploading>
  );
}

/** Whose portal it is, for the pages in it. */
export function useProfile(): Profile {
  return useOutletContext<Profile>();
}

function PortalLoading() {
  return (
    <>
      <PageHead compact title="Client Portal" />
      <div className={css.body} aria-busy="true">
        <p role="status">Loading your portal...</p>
        <Skeleton shape="card" />
        <Skeleton count={3} />
      </div>
    </>
  );
}

/** What the payment page says about its outcome, once: afterwards the address is clean. */
function usePaymentToast() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const payment = params.get("payment");

  useEffect(() => {
    if (payment === null) return;
    if (payment === "success") toast({ title: "Payment Successful!" });
    if (payment === "cancelled") toast({ title: "Payment Cancelled", variant: "destructive" });
    const rest = new URLSearchParams(location.search);
    rest.delete("payment");
    void navigate({ search: rest.toString() }, { replace: true });
  }, [payment, navigate]);
}
