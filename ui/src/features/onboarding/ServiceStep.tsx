import { useRef, type FormEvent } from "react";
import { SERVICES } from "../../api/rules.gen";
import { audText } from "../../components/Money";
import { useErrorToast } from "../../components/useErrorToast";
import { useSite } from "../../site/SiteContext";
import type { ServiceId } from "./onboardingRules";
import * as css from "./OnboardingFlow.module.css";
import { ServiceCard } from "./ServiceCard";
import { StepActions } from "./StepActions";
import { useOwnSums } from "./useServiceSums";

const groups = [
  { category: "project", title: "Project Management" },
  { category: "design", title: "Design Management" },
  { category: "business", title: "Business Management" },
] as const;

type Props = {
  chosen: ServiceId | null;
  onChoose: (id: ServiceId) => void;
  onNext: () => void;
  onPrevious: () => void;
};

/** Step 2: one service of the three groups; the groups share one choice, so arrow keys go through them all. */
export function ServiceStep({ chosen, onChoose, onNext, onPrevious }: Props) {
  const site = useSite();
  const own = useOwnSums();
  const form = useRef<HTMLFormElement>(null);
  const unasked = useErrorToast();

  function priced(service: ServiceId): string {
    const price = site[`services.${service}.price`];
    const sums = own.of(service);
    return sums ? `${price} less ${audText(sums.creditCents)} of your booking fee: ${audText(sums.leftCents)}` : price;
  }

  function choose(id: ServiceId) {
    unasked.clear();
    onChoose(id);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) return onNext();
    unasked.tell("Service Required", "Please select a service to continue");
    form.current?.querySelector<HTMLInputElement>("input[type=radio]")?.focus();
  }

  return (
    <form ref={form} className={css.step} noValidate onSubmit={submit}>
      <p className={css.lead}>
        {own.creditCents > 0
          ? `Of the price shown, GST included, ${audText(own.creditCents)} of your booking fee is deducted.`
          : "The price shown is what you pay here, GST included."}{" "}
        Whatever goes beyond the price is agreed with you first.
        {!own.isSignedIn && " If you have paid a booking fee, sign in and it is deducted."}
      </p>
      {groups.map(({ category, title }) => (
        <fieldset key={category} className={css.group}>
          <legend className={css.legend}>{title}</legend>
          <div className={css.cards}>
            {SERVICES.filter((service) => service.category === category).map(({ id }) => (
              <ServiceCard key={id} id={id} checked={id === chosen} onChoose={() => choose(id)} />
            ))}
          </div>
        </fieldset>
      ))}
      <StepActions
        onPrevious={onPrevious}
        note={chosen ? `${site[`services.${chosen}.title`]}, ${priced(chosen)}` : "No service selected yet"}
      />
    </form>
  );
}
