import { useEffect, useState } from "react";
import { nullOn401 } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { seemsSignedIn } from "../../api/signedIn";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { projectPage } from "../../paths";
import type { ServiceId } from "./onboardingRules";

type Project = components["schemas"]["ProjectOut"];

/** The signed-in client's consultation about this service that is still to come; null for everybody else. */
function useBookedAlready(service: ServiceId | null): Project | null {
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const [now] = useState(() => Date.now());
  useEffect(() => {
    if (!seemsSignedIn()) return;
    // Without an answer nothing is said: the time can be chosen all the same.
    nullOn401<Project[]>("/api/client/projects").then(
      (mine) => setProjects(mine ?? []),
      () => {},
    );
  }, []);
  const isAhead = ({ appointmentDate }: Project) => appointmentDate !== null && new Date(appointmentDate).getTime() > now;
  return projects.find((each) => each.serviceType === service && isAhead(each)) ?? null;
}

/** Keeps a client from taking a second time for what they have booked a consultation about. */
export function BookedAlready({ service }: { service: ServiceId | null }) {
  const booked = useBookedAlready(service);
  if (!booked?.appointmentDate) return null;
  return (
    <Notice title={`You have a consultation about ${booked.serviceTitle}`} role="status">
      <p>
        {booked.reference}: <DateTime iso={booked.appointmentDate} format="full" />. If it is about the same project, you need no other time: go on from the page of{" "}
        <AppLink to={projectPage(booked.id)}>{booked.reference}</AppLink>.
      </p>
    </Notice>
  );
}
