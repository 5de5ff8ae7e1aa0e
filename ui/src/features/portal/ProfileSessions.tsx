import { useState } from "react";
import { errorText, request } from "../../api/client";
import { useQuery } from "../../api/query";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Badge } from "../../components/StatusBadge";
import { toast } from "../../components/toast";
import { sessionsKey, type SignedIn } from "./api";
import { Loaded } from "./Loaded";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

/** Where the client is signed in, and the way out of each. */
export function ProfileSessions() {
  const loaded = useQuery<SignedIn[]>(sessionsKey);
  const [busy, setBusy] = useState("");

  async function signOut(address: string, done: string) {
    setBusy(address);
    try {
      await request("DELETE", address);
      toast({ title: done });
      await loaded.mutate();
    } catch (error) {
      const body = errorText(error, "We cannot reach the server. Please try again.");
      toast({ title: "Not signed out", body, variant: "destructive" });
    }
    setBusy("");
  }

  return (
    <ProjectSection id="sessions" title="Where you are signed in">
      <Loaded loaded={loaded} what="sign-ins">
        {(sessions) => (
          <div className={css.part}>
            <ul className={css.sessions}>
              {sessions.map(({ name, browser, since, isThis }) => (
                <li key={name}>
                  <div>
                    <p className={css.value}>{browser}</p>
                    {since && (
                      <p className={css.since}>
                        Since <DateTime iso={since} format="stamp" />
                      </p>
                    )}
                  </div>
                  {isThis ? (
                    <Badge tone="green">This device</Badge>
                  ) : (
                    <Button
                      variant="quiet"
                      busy={busy === `${sessionsKey}/${name}`}
                      aria-label={`Sign out ${browser}`}
                      onClick={() => void signOut(`${sessionsKey}/${name}`, `Signed out: ${browser}`)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button
                variant="secondary"
                busy={busy === sessionsKey}
                onClick={() => void signOut(sessionsKey, "Signed out everywhere else")}
              >
                Sign out everywhere else
              </Button>
            )}
            <p className={css.since}>We do not record where each device connects from. A sign-in ends by itself after a week.</p>
          </div>
        )}
      </Loaded>
    </ProjectSection>
  );
}
