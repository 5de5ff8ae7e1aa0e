import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText } from "../../../api/client";
import { ONBOARDING_TEXT_RULES as rules } from "../../../api/onboardingRules.gen";
import { SERVICES } from "../../../api/rules.gen";
import type { components } from "../../../api/schema.gen";
import { timesToGiveKey, useFreeSlots, type ChosenSlot } from "../../../api/slots";
import { RadioGroup } from "../../../components/Choice";
import { Notice } from "../../../components/Notice";
import { textOf } from "../../../components/ruleSchema";
import { Select } from "../../../components/Select";
import { SlotPicker } from "../../../components/SlotPicker";
import { EmailField, TextField } from "../../../components/TextField";
import { formatTime } from "../../../components/time";
import { toast } from "../../../components/toast";
import { refill, showServerErrors, useZodForm } from "../../../components/useZodForm";
import { staffClientPage } from "../../../paths";
import { useSite } from "../../../site/SiteContext";
import { AskingDialog } from "../AskingDialog";
import { Act } from "../Act";
import { clientAddress, isStaffData, useFiledNote, usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { useForgotten, useTyping } from "../typing";
import { useDraft, useKept } from "../useDraft";
import * as css from "./BeginDialog.module.css";
import { KnownCaller } from "./KnownCaller";

type Known = { id: number; name: string; email: string; hasSignIn: boolean; proved: boolean };
type Props = {
  /** For whom; null for somebody new who calls. */
  client: Known | null;
  /** The time that it begins with. */
  time?: ChosenSlot | undefined;
  onClose: () => void;
};

const person = { name: "Name", email: "Email", phone: "Phone" } as const;
const names = Object.keys(person) as (keyof typeof person)[];

/** Begins a project for a client, or for somebody new on the phone, with its time and what to pay for it. */
export default function BeginDialog({ client, time, onClose }: Props) {
  return (
    <AskingDialog open onClose={onClose} title={client ? `New project for ${client.name}` : "Phone booking"} placement="side">
      <BeginForm client={client} time={time} onClose={onClose} />
    </AskingDialog>
  );
}

function BeginForm({ client, time, onClose }: Props) {
  const site = useSite();
  const asked = client ? [] : names;
  const url = client ? `${clientAddress(client.id)}/projects` : "/api/admin/phone-bookings";
  const [schema] = useState(() => z.object({ ...Object.fromEntries(asked.map((name) => [name, textOf(rules[name])])), serviceType: z.string(), when: z.string() }));
  const blank = { ...Object.fromEntries(asked.map((name) => [name, ""])), serviceType: "consultation", when: "now" };
  const draft = useDraft<Record<string, string>>(url, blank);
  // The next caller is somebody else, until staff say that it is the same.
  const [before, setBefore] = useState(client ? "" : draft.values.name || draft.values.email || draft.values.phone);
  const [resumed, setResumed] = useState(false);
  const form = useZodForm<Record<string, string>>(schema, before ? blank : draft.values);
  // Once the button that was pressed has gone, and its focus with it.
  useEffect(() => {
    if (resumed) form.setFocus("name");
  }, [resumed, form]);
  useKept(draft, form);
  const chooses = useWatch({ control: form.control, name: "when" }) === "now";
  const [caller = "", address = ""] = useWatch({ control: form.control, name: ["name", "email"] });
  const { note } = useTyping();
  useForgotten(draft.forget);
  const [slot, setSlot] = useState<ChosenSlot | null>(time ?? null);
  const { slots, failed, refresh } = useFreeSlots(timesToGiveKey);
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const filed = useFiledNote();
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async ({ when, ...values }) => {
    const later = when === "later";
    setProblem(later || slot ? "" : "Please choose a time, or that it is agreed on later.");
    if (!later && !slot) return;
    const body = { ...values, slotId: later ? null : slot?.id };
    try {
      const made = await post<components["schemas"]["Opened"]>(url, body, draft.keyOf(body));
      draft.forget();
      onClose();
      toast({ title: `${made.reference} is begun, and not paid yet`, body: `The letter with what to pay is in the outbox.${filed}` });
      await mutate(isStaffData);
      void navigate(`${staffClientPage(made.clientId)}?project=${made.projectId}`);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        setSlot(null);
        await refresh();
      }
      if (!showServerErrors(form, error)) setProblem(errorText(error, "The server does not answer. Nothing was lost; please try again."));
    }
  });

  return (
    <DialogForm act="Begin it and write to them" busy={isSubmitting} onSubmit={save} problem={problem} onBack={onClose}>
      {client && !client.proved && (
        <Notice tone="amber" title="Nothing has shown yet that this address is theirs">
          <p>By beginning a project you say that it is: please make sure who {client.name} is first.</p>
        </Notice>
      )}
      {before && (
        <Act
          onClick={() => {
            setBefore("");
            refill(form, draft.values);
            setResumed(true);
          }}
        >
          Go on with what was typed for {before}
        </Act>
      )}
      {asked.map((name) => {
        const field = { label: person[name], autoComplete: "off", error: errors[name]?.message, ...form.register(name) };
        return name === "email" ? (
          <EmailField key={name} data-first hint="Read it back letter by letter: the sign-in goes there." {...field} />
        ) : (
          <TextField key={name} data-first type={name === "phone" ? "tel" : "text"} {...field} />
        );
      })}
      {!client && <KnownCaller name={caller} email={address} onLeave={onClose} />}
      <Select
        label="Service"
        data-first
        {...form.register("serviceType")}
        options={SERVICES.map(({ id }) => ({ value: id, label: `${site[`services.${id}.title`]}, ${site[`services.${id}.price`]}` }))}
      />
      <RadioGroup
        legend="Consultation"
        {...form.register("when")}
        options={[
          { value: "now", label: "Hold a time now" },
          { value: "later", label: "Agree on the time once it is paid" },
        ]}
      />
      {chooses && (
        <>
          <p>Every free time is here, also those that clients cannot book themselves.</p>
          <SlotPicker
            slots={slots}
            failed={failed}
            onRetry={() => void refresh()}
            chosen={slot}
            onChoose={(chosen) => {
              note();
              setSlot(chosen);
            }}
          />
        </>
      )}
      <div className={css.follows}>
        <h3>What follows</h3>
        <ul>
          <li>
            {client ? client.email : "They"} {client ? "gets" : "get"} a letter with the price, the account for a bank transfer and the reference.
          </li>
          {chooses && (
            <li>
              {slot ? formatTime(slot.date, "full") : "The time"} is held for three business days and one more, and never beyond the consultation itself. It is booked once the money is here; else it is free
              again, and a letter says so.
            </li>
          )}
          {!client?.hasSignIn && <li>A second letter brings a sign-in for the client portal.</li>}
          {client && <li>What is left of a booking fee is deducted. Where that covers all of it, nothing is asked for, and it is paid at once.</li>}
        </ul>
      </div>
    </DialogForm>
  );
}
