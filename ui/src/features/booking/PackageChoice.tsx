import { useWatch, type UseFormReturn } from "react-hook-form";
import { BOOKING_SERVICES, PACKAGES, PRICED_UP_TO_1M } from "../../api/rules.gen";
import { RadioGroup } from "../../components/Choice";
import { Badge } from "../../components/StatusBadge";
import { boughtAs } from "../../site/bought";
import { useSite } from "../../site/SiteContext";
import type { Project } from "./bookingRules";
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
