import { useRef, useState } from "react";
import { ApiError, errorText } from "../../api/client";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { toast } from "../../components/toast";
import { useReturn } from "../../components/useReturn";
import type { Uploads } from "../../components/useUploads";
import { checkoutFor } from "../../paths";
import type { ServiceId } from "./onboardingRules";
import { submit, TimeTaken, type Stage, type Submission } from "./submitChain";

type Problem = { kind: "taken" | "failed"; text: string };

const failure = "There was an error creating your project. Please try again.";

/** Sends everything and goes on to the checkout; what failed stays to be tried again. */
export function useSubmission(uploads: Uploads) {
  const site = useSite();
  const go = useGo();
  const [stage, setStage] = useState<Stage | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Outlives this step where the cause is in another one.
  const told = useRef<() => void>(undefined);

  function clear() {
    told.current?.();
    setProblem(null);
  }

  // As it was when it left for the checkout: still sending.
  useReturn(() => setStage(null));

  return {
    /** What is being done, or null. */
    stage,
    problem,
    clear,
    /** Rejects with what went wrong, after having told it. */
    async send(submission: Omit<Submission, "uploads" | "onStage"> & { service: ServiceId }): Promise<void> {
      clear();
      setStage("client");
      try {
        const projectId = await submit({ ...submission, uploads, onStage: setStage });
        go(checkoutFor(projectId, cents(site[`services.${submission.service}.price`])));
      } catch (error) {
        setStage(null);
        if (error instanceof TimeTaken) setProblem({ kind: "taken", text: error.message });
        else {
          told.current = toast({ title: "Error", body: failure, variant: "destructive" });
          const reason = error instanceof ApiError && error.status < 500 ? errorText(error, "") : "";
          setProblem({ kind: "failed", text: reason });
        }
        throw error;
      }
    },
  };
}

/** "$1,500.00" -> 150000, for the address of the checkout only: what is charged is the server's. */
function cents(price: string): number {
  return Number(price.replace(/\D/g, ""));
}
