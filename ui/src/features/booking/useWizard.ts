import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { track } from "../../api/analytics";
import { ownDetails } from "../../api/ownDetails";
import { typedBefore } from "../../components/typedBefore";
import { refill, useZodForm } from "../../components/useZodForm";
import { paths } from "../../paths";
import { useGo } from "../../site/useGo";
import { hasBooked, loadBooking, type Booking } from "./bookingApi";
import { asked, furthestStep, isUnsaved, noPersonal, noProject, personalSchema, projectSchema, steps, type Personal, type Project } from "./bookingRules";
import { unlessBooked } from "./unlessBooked";
import { answersOf, combined, forget, forgetDraft, hasDraft, projectSaved, recall, remember, rememberDraft } from "./wizardMemory";

/** Name of the first step's form: what is typed into it before the scripts run is found by this. */
export const personalFormName = "personal-information";

/** fresh: the first step as prerendered; ready: restored; failed: the saved draft could not be loaded. */
type Phase = "fresh" | "ready" | "failed";

/**
 * What the browser's history keeps per entry: `step` once what its address asks for was taken over, `afterPrevious` that the entry
 * before is the step before, `returnTo` to which step it goes on, where one answer is changed from there.
 */
type HistoryEntry = { step?: number; afterPrevious?: boolean; returnTo?: number };

export type Wizard = {
  personal: UseFormReturn<Personal>;
  project: UseFormReturn<Project>;
  /** The draft as the server last told it. */
  booking: Booking | null;
  /** The open step, from 1; null while a draft is being fetched. */
  step: number | null;
  failed: boolean;
  /** Fulfilled once the saved draft is shown, or known to be missing or out of reach. */
  restored: Promise<void>;
  /** What was chosen last is not what the draft holds: step 2 asks which of the two it is. */
  asksWhich: boolean;
  /** Answers that question with what the draft holds. */
  keepSaved: () => void;
  /** Opens an earlier step to change an answer: once it is saved, the step of now is open again. */
  change: (step: number) => void;
  /** One step back, through the browser's history where that leads there. */
  previous: () => void;
  /** Saves step `from` with `send`, reports it once, and opens the next one. */
  advance: (from: number, send: () => Promise<Booking>, details?: Record<string, string>) => Promise<void>;
  /** Asks for the draft again; opens the step where it stands and answers it. */
  refresh: () => Promise<Booking | null>;
  /** Forgets everything: the booking is made. */
  clear: () => void;
};

const never = () => () => {};

function promised(): { promise: Promise<void>; fulfil: () => void } {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => (fulfil = resolve));
  return { promise, fulfil };
}

function historyEntry(): HistoryEntry {
  return (window.history.state as { usr?: HistoryEntry | null } | null)?.usr ?? {};
}

function within(step: number, furthest: number): number {
  return Math.max(1, Math.min(step, furthest, steps.length));
}

/** The wizard's state: two forms, the server's draft, and the open step, mirrored in the browser's history. */
export function useWizard(): Wizard {
  const [typed] = useState(() => typedBefore(personalFormName, noPersonal));
  const personal = useZodForm<Personal>(personalSchema, { ...noPersonal, ...typed });
  const project = useZodForm<Project>(projectSchema, noProject);
  const [booking, setBooking] = useState<Booking | null>(null);
  const [phase, setPhase] = useState<Phase>("fresh");
  const [step, setStep] = useState(1);
  const [asksWhich, setAsksWhich] = useState(false);
  const [restored] = useState(promised);
  const expected = useSyncExternalStore(never, hasDraft, () => false);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const go = useGo();

  const open = useCallback(
    (next: number, { replace, returnTo }: { replace: boolean; returnTo?: number }) => {
      const state: HistoryEntry = { step: next, afterPrevious: replace ? historyEntry().afterPrevious : next === step + 1, returnTo };
      void navigate({ pathname, search }, { replace, state });
      setStep(next);
      remember({ step: next });
    },
    [navigate, pathname, search, step],
  );

  /** Opens `wanted`, or the question of what is bought before it; `mark`: the history entry says that its address was taken over. */
  const resume = useCallback(
    (wanted: number, draft: Booking | null, chosen: Project, mark: boolean) => {
      const next = within(wanted, furthestStep(draft, chosen));
      setAsksWhich(isUnsaved(draft, chosen));
      const { step: marked, returnTo } = historyEntry();
      if (next > 1 || marked || mark) open(next, { replace: true, returnTo: next < wanted ? wanted : returnTo });
    },
    [open],
  );

  const toBooking = useCallback(() => {
    forget();
    go(paths.success, { replace: true });
  }, [go]);

  const restore = useCallback(
    (draft: Booking | null, own: Partial<Personal>) => {
      if (!draft) forgetDraft();
      const memory = recall();
      const saved = answersOf(draft);
      const known = combined<Personal>(saved.personal, { ...memory.personal, ...typed }, personal.getValues());
      refill(personal, combined<Personal>(own, known, noPersonal));
      // Asked for by a link that was just followed; a reload and Back find the entry marked, and what was chosen since stands.
      const choice = historyEntry().step ? {} : asked(search);
      const chosen = { ...combined(saved.project, memory.project, noProject), ...choice };
      refill(project, chosen);
      setBooking(draft);
      if (draft) rememberDraft();
      if (choice.serviceType) remember({ project: chosen });
      const stands = draft?.step ?? 1;
      resume(within(historyEntry().step ?? memory.step ?? stands, stands), draft, chosen, Boolean(choice.serviceType));
      setPhase("ready");
    },
    [personal, project, resume, search, typed],
  );

  useEffect(() => {
    if (phase !== "fresh") return;
    let gone = false;
    async function load() {
      const [draft, own] = await Promise.all([loadBooking(), ownDetails()]);
      const { step: last, paying } = recall();
      if (!draft && (paying || last === steps.length) && (await hasBooked())) {
        toBooking();
      } else if (!gone) restore(draft, own ? { fullName: own.name, email: own.email, phone: own.phone } : {});
    }
    load().catch(() => gone || setPhase("failed"));
    return () => {
      gone = true;
    };
  }, [phase, restore, toBooking]);

  useEffect(() => {
    if (phase !== "fresh") restored.fulfil();
  }, [phase, restored]);

  useEffect(() => {
    const stops = [
      personal.subscribe({ formState: { values: true }, callback: ({ values }) => remember({ personal: values }) }),
      project.subscribe({ formState: { values: true }, callback: ({ values }) => remember({ project: values }) }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [personal, project]);

  useEffect(() => {
    const moved = () => {
      const wanted = within(historyEntry().step ?? 1, booking?.step ?? 1);
      // Back from a choice that was not saved: the page before it would be paid for something else.
      const chosen = project.getValues();
      if (wanted > furthestStep(booking, chosen)) return resume(wanted, booking, chosen, true);
      setStep(wanted);
      remember({ step: wanted });
    };
    window.addEventListener("popstate", moved);
    return () => window.removeEventListener("popstate", moved);
  }, [booking, project, resume]);

  return {
    personal,
    project,
    booking,
    step: phase === "fresh" && expected ? null : step,
    failed: phase === "failed" && expected,
    restored: restored.promise,
    asksWhich,
    keepSaved() {
      if (booking) refill(project, { ...project.getValues(), serviceType: booking.serviceType ?? "", package: booking.package ?? "" });
      setAsksWhich(false);
      const { returnTo } = historyEntry();
      if (returnTo) open(within(returnTo, booking?.step ?? 1), { replace: true });
    },
    change: (next) => open(within(next, booking?.step ?? 1), { replace: false, returnTo: step }),
    previous() {
      if (historyEntry().afterPrevious) void navigate(-1);
      else open(within(step - 1, steps.length), { replace: true });
    },
    async advance(from, send, details = {}) {
      const begun = booking !== null || recall().paying;
      const draft = await unlessBooked(from, begun, send, personal.getValues());
      if (!draft) return toBooking();
      setBooking(draft);
      if (from === 2) {
        setAsksWhich(false);
        projectSaved();
      }
      rememberDraft();
      const { reported } = recall();
      if (!reported.includes(from)) {
        track({ category: "booking", name: "booking_step_completed", step: from, ...details });
        remember({ reported: [...reported, from] });
      }
      const { returnTo } = historyEntry();
      const next = Math.min(returnTo ?? from + 1, from === 2 ? steps.length : furthestStep(draft, project.getValues()));
      open(within(next, draft.step), { replace: false, returnTo: returnTo && next < returnTo ? returnTo : undefined });
    },
    async refresh() {
      const draft = await loadBooking();
      setBooking(draft);
      open(within(step, draft?.step ?? 1), { replace: true });
      return draft;
    },
    clear() {
      forget();
      void navigate({ pathname }, { replace: true, state: null });
      // Back leads here again, to the head of a page that says what was booked.
      window.scrollTo({ top: 0, behavior: "instant" });
    },
  };
}
