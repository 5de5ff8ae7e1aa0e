import { useEffect, useRef, type FormEvent } from "react";
import { recallOnboarding } from "../../api/onboardingDraft";
import { useFreeSlots, type ChosenSlot } from "../../api/slots";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { MeetingChoice } from "../../components/MeetingChoice";
import { Notice } from "../../components/Notice";
import { SlotPicker } from "../../components/SlotPicker";
import { useErrorToast } from "../../components/useErrorToast";
import { showServerErrors } from "../../components/useZodForm";
import type { Uploads } from "../../components/useUploads";
import { AppointmentSummary } from "./AppointmentSummary";
import { BookedAlready } from "./BookedAlready";
import { LostFiles, type Reminder } from "./LostFiles";
import * as css from "./OnboardingFlow.module.css";
import { detailsSchema } from "./onboardingRules";
import { StepActions } from "./StepActions";
import { SubmitProgress } from "./SubmitProgress";
import { TimeTaken } from "./submitChain";
import type { Onboarding } from "./useOnboarding";
import { useSubmission } from "./useSubmission";

type Props = { flow: Onboarding; uploads: Uploads; reminder: Reminder | null };

const scrollPause = 100;

/** Step 4: a time, a last look, and everything is sent. */
export function ScheduleStep({ flow, uploads, reminder }: Props) {
  const { slots, failed, refresh } = useFreeSlots();
  const submission = useSubmission(uploads);
  const scrolling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const problem = useRef<HTMLDivElement>(null);
  const unasked = useErrorToast();
  const { slot, service, chooseSlot } = flow;
  const held = slot !== null && recallOnboarding().heldSlot === slot.id;
  const gone = slot !== null && slots !== undefined && !held && !slots.some(({ id }) => id === slot.id);
  const chosen = gone ? null : slot;
  const unsent = uploads.items.filter((item) => item.state === "failed");

  useEffect(() => () => clearTimeout(scrolling.current), []);

  function choose(next: ChosenSlot) {
    unasked.clear();
    submission.clear();
    chooseSlot(next);
    clearTimeout(scrolling.current);
    scrolling.current = setTimeout(() => window.scrollTo({ top: 0, behavior: "instant" }), scrollPause);
  }

  async function send(to: ChosenSlot) {
    const details = detailsSchema.safeParse(flow.details.getValues());
    if (!details.success) return flow.open(1);
    if (!service) return flow.open(2);
    try {
      await submission.send({ details: details.data, service, slot: to, way: flow.way });
    } catch (error) {
      if (error instanceof TimeTaken) {
        chooseSlot(null);
        await refresh();
      } else if (showServerErrors(flow.details, error)) flow.open(1);
      problem.current?.scrollIntoView({ block: "center", behavior: "instant" });
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submission.stage) return;
    if (chosen) return void send(chosen);
    unasked.tell("Appointment Required", "Please select an appointment time to continue");
  }

  const taken = submission.problem?.kind === "taken" ? submission.problem.text : gone && "That time has just been taken. Please choose another.";
  return (
    <form className={css.step} noValidate onSubmit={submit}>
      <div ref={problem} className={css.problem}>
        <BookedAlready service={service} />
        {taken && <Notice tone="amber" title={taken} role="alert" />}
        {submission.problem?.kind === "failed" && (
          <Notice tone="red" title={submission.problem.text || "There was an error creating your project. Please try again."} role="alert">
            {unsent.map((item) => (
              <p key={item.key}>
                {item.name}: {item.message}{" "}
                <Button variant="quiet" onClick={() => void uploads.remove(item)} aria-label={`Remove ${item.name}`}>
                  Remove
                </Button>
              </p>
            ))}
            <p>Everything you entered is kept; sending it again makes nothing twice.</p>
          </Notice>
        )}
        {reminder && (
          <LostFiles reminder={reminder}>
            <Button variant="quiet" onClick={() => flow.open(3)}>
              Add documents
            </Button>
          </LostFiles>
        )}
      </div>
      <div className={css.schedule} data-chosen={chosen ? "" : undefined}>
        <SlotPicker slots={slots} failed={failed} onRetry={() => void refresh()} chosen={chosen} own={held ? slot : null} onChoose={choose} />
        <AppointmentSummary slot={chosen} service={service}>
          <MeetingChoice way={flow.way} onChange={flow.chooseWay} />
        </AppointmentSummary>
      </div>
      {submission.stage && <SubmitProgress stage={submission.stage} uploads={uploads} />}
      <StepActions
        next="Proceed to Payment"
        busy={submission.stage !== null}
        onPrevious={flow.previous}
        missing={!chosen}
        note={chosen ? <DateTime iso={chosen.date} format="full" /> : "No appointment selected yet"}
      />
    </form>
  );
}
