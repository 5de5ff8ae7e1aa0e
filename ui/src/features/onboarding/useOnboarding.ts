import { useCallback, useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { recallOnboarding, rememberOnboarding, type OnboardingDetails } from "../../api/onboardingDraft";
import type { ChosenSlot } from "../../api/slots";
import { typedBefore } from "../../components/typedBefore";
import { useZodForm } from "../../components/useZodForm";
import { detailsFormName, detailsSchema, furthestStep, knownService, noDetails, type ServiceId } from "./onboardingRules";

/** What the browser's history keeps per entry; `afterPrevious` says that the entry before is the step before. */
type HistoryEntry = { step?: number; afterPrevious?: boolean };

export type Onboarding = {
  details: UseFormReturn<OnboardingDetails>;
  service: ServiceId | null;
  chooseService: (id: ServiceId) => void;
  slot: ChosenSlot | null;
  chooseSlot: (slot: ChosenSlot | null) => void;
  /** The open step, from 1. */
  step: number;
  open: (step: number) => void;
  /** One step back, through the browser's history where that leads there. */
  previous: () => void;
};

function historyEntry(): HistoryEntry {
  return (window.history.state as { usr?: HistoryEntry | null } | null)?.usr ?? {};
}

/** The form's state, kept in the tab's memory with every change, and the open step, mirrored in the browser's history. */
export function useOnboarding(restored: boolean): Onboarding {
  const [start] = useState(recallIf(restored));
  const details = useZodForm<OnboardingDetails>(detailsSchema, {
    ...noDetails,
    ...start?.details,
    ...useState(() => typedBefore(detailsFormName, noDetails))[0],
  });
  const [service, setService] = useState(() => knownService(start?.service ?? ""));
  const [slot, setSlot] = useState(start?.slot ?? null);
  const [step, setStep] = useState(() => (start ? reachable(historyEntry().step ?? start.step) : 1));
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  const open = useCallback(
    (next: number, { replace = false } = {}) => {
      const state: HistoryEntry = { step: next, afterPrevious: replace ? historyEntry().afterPrevious : next === step + 1 };
      void navigate({ pathname, search }, { replace, state });
      setStep(next);
      rememberOnboarding({ step: next });
    },
    [navigate, pathname, search, step],
  );

  useEffect(() => {
    if (step > 1 && historyEntry().step !== step) void navigate({ pathname, search }, { replace: true, state: { step } });
    // Once: the entry that was loaded learns which step it shows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(
    () => details.subscribe({ formState: { values: true }, callback: ({ values }) => rememberOnboarding({ details: values }) }),
    [details],
  );

  useEffect(() => {
    const moved = () => {
      const next = reachable(historyEntry().step ?? 1);
      setStep(next);
      rememberOnboarding({ step: next });
    };
    window.addEventListener("popstate", moved);
    return () => window.removeEventListener("popstate", moved);
  }, []);

  return {
    details,
    service,
    chooseService(id) {
      setService(id);
      rememberOnboarding({ service: id });
    },
    slot,
    chooseSlot(next) {
      setSlot(next);
      rememberOnboarding({ slot: next && { id: next.id, date: next.date } });
    },
    step,
    open,
    previous() {
      if (historyEntry().afterPrevious) void navigate(-1);
      else open(step - 1, { replace: true });
    },
  };
}

function recallIf(restored: boolean) {
  return () => (restored ? recallOnboarding() : null);
}

function reachable(step: number): number {
  const { details, service } = recallOnboarding();
  return Math.max(1, Math.min(step, furthestStep(details, service)));
}
