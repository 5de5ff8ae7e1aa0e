import { useState } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText, request } from "../../api/client";
import { PROFILE_TEXT_RULES as rules } from "../../api/signedInRules.gen";
import { textOf } from "../../components/ruleSchema";
import { TextField } from "../../components/TextField";
import { toast } from "../../components/toast";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { Act } from "./Act";
import * as css from "./DetailsForm.module.css";
import { clientAddress, isStaffData, usePost, type ClientPage, type ProjectRecord } from "./api";
import { DialogForm } from "./DialogForm";

type Details = ProjectRecord["client"]["details"];

/** A client as the details were read, with the version that they had then. */
export type KeptClient = { id: number; version: number; details: Details };

const labels = {
  name: "Name",
  phone: "Phone",
  company: "Company",
  addressStreet: "Street",
  addressCity: "Suburb",
  addressState: "State",
  addressZip: "Postcode",
} as const;
const names = Object.keys(labels) as (keyof typeof labels)[];
const unreached = "The server does not answer. Nothing has changed; please try again.";

type Props = { client: KeptClient; onClose: () => void };

/**
 * Corrects what we keep of a client; an address that was never given may stay empty. What somebody else changed
 * meanwhile is shown beside what was typed, and nothing is saved before one of the two is chosen.
 */
export function DetailsForm({ client, onClose }: Props) {
  const [schema] = useState(() => z.object(Object.fromEntries(names.map((name) => [name, textOf(rules[name], client.details[name])]))));
  // What the typing began from; after a clash, what somebody else has made of it.
  const [base, setBase] = useState({ version: client.version, details: client.details });
  const [clashing, setClashing] = useState<readonly (keyof typeof labels)[]>([]);
  const form = useZodForm(schema, Object.fromEntries(names.map((name) => [name, client.details[name]])));
  const { errors, isSubmitting } = form.formState;
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();

  async function meet() {
    const { version, details } = await request<ClientPage>("GET", clientAddress(client.id));
    const mine = form.getValues();
    const untouched = names.filter((name) => mine[name] === base.details[name]);
    for (const name of untouched) form.setValue(name, details[name]);
    setClashing(names.filter((name) => !untouched.includes(name) && details[name] !== base.details[name] && details[name] !== mine[name]));
    setBase({ version, details });
  }

  const save = form.handleSubmit(async (values) => {
    const changed = Object.fromEntries(names.filter((name) => values[name] !== base.details[name]).map((name) => [name, values[name]]));
    setProblem("");
    try {
      await post(`${clientAddress(client.id)}/details`, { ...changed, version: base.version }, undefined, "PATCH");
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await meet().catch(() => setProblem(unreached));
      if (!showServerErrors(form, error)) setProblem(errorText(error, unreached));
      return;
    }
    onClose();
    toast({ title: "Details corrected", body: "No letter is written. What was kept before stays on record." });
    await mutate(isStaffData);
  });

  return (
    <DialogForm
      name="Correct details"
      act={clashing.length > 0 ? "Save mine" : "Save"}
      busy={isSubmitting}
      onSubmit={save}
      problem={
        problem && (
          <>
            <p>{problem}</p>
            {clashing.length > 0 && <p>What you typed is above, with what it was changed to beside it. Saving keeps what stands in the fields.</p>}
          </>
        )
      }
      onBack={onClose}
    >
      <p>The client sees the corrected details in the portal; no letter is written. The email address is changed by the client, and confirmed from both addresses.</p>
      <div className={css.fields}>
        {names.map((name) => (
          <div key={name} className={css.field} data-clash={clashing.includes(name) || undefined}>
            <TextField label={labels[name]} autoComplete="off" error={errors[name]?.message} {...form.register(name)} />
            {clashing.includes(name) && (
              <div className={css.theirs} role="group" aria-label={`${labels[name]}, as it was changed meanwhile`}>
                <p className={css.which}>Changed meanwhile to</p>
                <p className={css.now}>{base.details[name] || "Nothing"}</p>
                <Act
                  onClick={() => {
                    form.setValue(name, base.details[name]);
                    setClashing(clashing.filter((each) => each !== name));
                    form.setFocus(name);
                  }}
                >
                  Take this
                </Act>
              </div>
            )}
          </div>
        ))}
      </div>
    </DialogForm>
  );
}
