import { useWatch, type UseFormReturn } from "react-hook-form";
import { BOOKING_SERVICES, PACKAGES, PRICED_UP_TO_1M } from "../../api/rules.gen";
import { Button } from "../../components/Button";
import { RadioGroup } from "../../components/Choice";
import { Notice } from "../../components/Notice";
import { Badge } from "../../components/StatusBadge";
import { boughtAs } from "../../site/bought";
import { useSite } from "../../site/SiteContext";
import type { Booking } from "./bookingApi";
import { isUnsaved, type Project } from "./bookingRules";
import * as css from "./PackageChoice.module.css";

const turnaround = {
  essential: "48-hour turnaround",
  professional: "24-hour turnaround, with builder vetting and compliance reports",
  premium: "Same-day delivery, with builder vetting and compliance reports",
};

/** The review packages with their prices; choosing one is left open. */
export function PackageChoice({ form }: { form: UseFormReturn<Project> }) {
  const site = useSite();
  const [chosen, value] = useWatch({ control: form.control, name: ["package", "projectValue"] });
  const isLarger = value !== "" && !(PRICED_UP_TO_1M as readonly string[]).includes(value);
  const packages = PACKAGES.map((id) => ({
    value: id,
    label: (
      <span className={css.offer}>
        <span className={css.title}>
          {site[`packages.${id}.title`]} {id === "professional" && <Badge tone="amber">Most Popular</Badge>}
        </span>
        <span className={css.price}>{site[`packages.${id}.price`]}</span>
      </span>
    ),
    hint: turnaround[id],
  }));
  return (
    <div className={css.packages}>
      <RadioGroup
        legend="Review package"
        options={[...packages, { value: "", label: "Not sure yet", hint: "We recommend one when we speak" }]}
        name="package"
        value={chosen}
        onChange={(event) => form.setValue("package", event.target.value, { shouldDirty: true })}
      />
      <p className={css.note}>
        For projects up to $1M, prices inc. GST. Today you pay the booking fee of {site["fee.booking"]} only; it is deducted from
        the price.
        {isLarger && <strong> Your project costs more: you receive a fixed price before we begin.</strong>}
      </p>
    </div>
  );
}

type WhichOneProps = { form: UseFormReturn<Project>; booking: Booking; onKeep: () => void };

/** Which of two is booked: what was chosen last, or what the draft holds. Nothing once both are the same. */
export function WhichOne({ form, booking, onKeep }: WhichOneProps) {
  const site = useSite();
  const [review, asked] = useWatch({ control: form.control, name: ["package", "serviceType"] });
  const service = BOOKING_SERVICES.find((each) => each === asked);
  if (!service || !booking.serviceType || !isUnsaved(booking, { serviceType: service, package: review })) return null;
  const saved = boughtAs(site, booking.serviceType, booking.package);
  const chosen = boughtAs(site, service, PACKAGES.find((each) => each === review));
  return (
    <Notice tone="amber" title={`You chose ${chosen}`} role="status">
      <p>
        Your booking says {saved}. NEXT STEP takes {chosen} in its place.
      </p>
      <p>
        <Button variant="secondary" onClick={onKeep}>
          Keep {saved}
        </Button>
      </p>
    </Notice>
  );
}

/** The service that was chosen on the way here, with its package, from the first step on; nothing where none was. */
export function ChosenService({ form }: { form: UseFormReturn<Project> }) {
  const site = useSite();
  const [chosen, asked] = useWatch({ control: form.control, name: ["package", "serviceType"] });
  const service = BOOKING_SERVICES.find((each) => each === asked);
  const id = PACKAGES.find((each) => each === chosen);
  if (!service) return null;
  return (
    <p className={css.chosen}>
      <span>
        Service: <strong>{boughtAs(site, service, id)}</strong>
      </span>
      {id && service === "contract_review" && <span>{site[`packages.${id}.price`]} inc. GST</span>}
    </p>
  );
}
