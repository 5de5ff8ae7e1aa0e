import { useCallback, useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { recallOnboarding, rememberOnboarding, type OnboardingDetails, type OnboardingDraft } from "../../api/onboardingDraft";
import { inParts } from "../../api/addressParts";
import { offeredWays, type Way } from "../../api/meetings";
import type { ChosenSlot } from "../../api/slots";
import { useSite } from "../../site/SiteContext";
import { ownDetails } from "../../api/ownDetails";
import { typedBefore } from "../../components/typedBefore";
import { useZodForm } from "../../components/useZodForm";
import { detailsFormName, detailsSchema, furthestStep, knownService, noDetails, type ServiceId } from "./onboardingRules";

/** What the browser's history keeps per entry; `afterPrevious` says that the entry before is the step before. */
type HistoryEntry = { step?: number; afterPrevious?: boolean };

const reached = ["name", "email", "phone", "company"] as const;
const placed = ["addressStreet", "addressCity", "addressState", "addressZip"] as const;

export type Onboarding = {
  details: UseFormReturn<OnboardingDetails>;
  service: ServiceId | null;
  chooseService: (id: ServiceId) => void;
  slot: ChosenSlot | null;
  chooseSlot: (slot: ChosenSlot | null) => void;
  /** How to meet: the firm's usual way until another one is chosen; null where there is no choice. */
  way: Way | null;
  chooseWay: (way: Way) => void;
  /** The open step, from 1. */
  step: number;
  open: (step: number) => void;
  /** One step back, through the browser's history where that leads there. */
  previous: () => void;
};

function historyEntry(): HistoryEntry {
  return (window.history.state as { usr?: HistoryEntry | null } | null)?.usr ?? {};
}

/** The form's state, kept in the browser's memory with every change, and the open step, mirrored in the browser's history. */
export function useOnboarding(restored: boolean): Onboarding {
  const [start] = useState(recallIf(restored));
  const details = useZodForm<OnboardingDetails>(detailsSchema, {
    ...noDetails,
    ...start?.details,
    ...useState(() => typedBefore(detailsFormName, noDetails))[0],
  });
  const { pathname, search } = useLocation();
  const [service, setService] = useState(() => asked(search, start) ?? knownService(start?.service ?? ""));
  const [slot, setSlot] = useState(start?.slot ?? null);
  const ways = offeredWays(useSite());
  const [wanted, setWanted] = useState(start?.way ?? null);
  const [step, setStep] = useState(() => (start ? reachable(historyEntry().step ?? start.step) : 1));
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
    if (asked(search, recallOnboarding())) rememberOnboarding({ service: service ?? "", asked: search });
    if (step > 1 && historyEntry().step !== step) void navigate({ pathname, search }, { replace: true, state: { step } });
    // Once: the service that the address names is taken over, and the entry that was loaded learns which step it shows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(
    () => details.subscribe({ formState: { values: true }, callback: ({ values }) => rememberOnboarding({ details: values }) }),
    [details],
  );

  useEffect(() => {
    void ownDetails().then((own) => {
      if (!own) return;
      const typed = details.getValues();
      for (const name of reached) if (!typed[name]) details.setValue(name, own[name] ?? "");
      // Half of one address and half of another would be neither.
      if (placed.some((name) => typed[name])) return;
      const place = own.addressCity ? own : { ...own, ...inParts(own.addressStreet ?? "") };
      for (const name of placed) details.setValue(name, place[name] ?? "");
    });
  }, [details]);

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
    way: ways.length > 1 ? (ways.find((each) => each === wanted) ?? ways[0] ?? null) : null,
    chooseWay(next) {
      setWanted(next);
      rememberOnboarding({ way: next });
    },
    step,
    open,
    previous() {
      if (historyEntry().afterPrevious) void navigate(-1);
      else open(step - 1, { replace: true });
    },
  };
}

/** The service that the address asks for, null where it names none or was heeded before. */
function asked(search: string, start: OnboardingDraft | null): ServiceId | null {
  return start?.asked === search ? null : knownService(new URLSearchParams(search).get("service") ?? "");
}

function recallIf(restored: boolean) {
  return () => (restored ? recallOnboarding() : null);
}

function reachable(step: number): number {
  const { details, service } = recallOnboarding();
  return Math.max(1, Math.min(step, furthestStep(details, service)));
}
