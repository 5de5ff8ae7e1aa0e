import { useState } from "react";
import { useSWRConfig } from "swr";
import { request } from "../../api/client";
import { noteSignedOut } from "../../api/signedOut";
import { userKey } from "../../api/user";
import { Button } from "../../components/Button";
import { toast } from "../../components/toast";
import { paths } from "../../paths";
import { useGo } from "../../site/useGo";
import { profileKey } from "./api";

/** Ends the session; what was loaded for it is forgotten, and the sign-in stands at /client-portal. */
export function SignOutButton() {
  const { mutate } = useSWRConfig();
  const go = useGo();
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    try {
      await request("POST", "/api/client/logout");
    } catch {
      setBusy(false);
      toast({ title: "Logout Error", body: "There was an issue logging out. Please try again.", variant: "destructive" });
      return;
    }
    noteSignedOut();
    toast({ title: "Logged Out" });
    await mutate((key) => key !== profileKey && key !== userKey, undefined, { revalidate: false });
    await mutate(userKey, null, { revalidate: false });
    await mutate(profileKey, null, { revalidate: false });
    go(paths.clientPortal);
    document.getElementById("main")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  return (
    <Button variant="quiet" busy={busy} onClick={() => void signOut()}>
      SIGN OUT
    </Button>
  );
}
