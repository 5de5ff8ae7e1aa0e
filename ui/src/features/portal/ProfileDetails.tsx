import { useMemo, useState } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { inParts } from "../../api/addressParts";
import { errorText, request } from "../../api/client";
import { PROFILE_TEXT_RULES as rules } from "../../api/signedInRules.gen";
import { userKey } from "../../api/user";
import { Button } from "../../components/Button";
import { ContactFields } from "../../components/ContactFields";
import { Notice } from "../../components/Notice";
import { textOf } from "../../components/ruleSchema";
import { toast } from "../../components/toast";
import { refill, showServerErrors, useZodForm } from "../../components/useZodForm";
import { detailsKey, profileKey, type Details } from "./api";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

const names = ["name", "phone", "company", "addressStreet", "addressCity", "addressState", "addressZip"] as const;
type Values = Pick<Details, (typeof names)[number]>;

const notSaved = "We cannot reach the server. What you typed is still here: please try again.";

/** The client's own details, to be corrected. Only what was changed is sent, so that no other correction is undone. */
export function ProfileDetails({ details }: { details: Details }) {
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState("");
  const kept = useMemo(() => Object.fromEntries(names.map((name) => [name, details[name]])) as Values, [details]);
  const schema = useMemo(
    () =>
      z.object({
        name: textOf(rules.name, kept.name),
        phone: textOf(rules.phone, kept.phone),
        company: textOf(rules.company, kept.company),
        addressStreet: textOf(rules.addressStreet, kept.addressStreet),
        addressCity: textOf(rules.addressCity, kept.addressCity),
        addressState: textOf(rules.addressState, kept.addressState),
        addressZip: textOf(rules.addressZip, kept.addressZip),
      }),
    [kept],
  );
  // What a booking took in one line stands in its parts; saved with the next correction.
  const form = useZodForm<Values>(schema, kept.addressCity ? kept : { ...kept, ...inParts(kept.addressStreet) });
  const { errors, isSubmitting, isDirty } = form.formState;

  const save = form.handleSubmit(async (values) => {
    setProblem("");
    const changed = Object.fromEntries(names.filter((name) => values[name] !== kept[name]).map((name) => [name, values[name]]));
    try {
      const told = await request<Details>("PATCH", detailsKey, changed);
      refill(form, Object.fromEntries(names.map((name) => [name, told[name]])) as Values);
      await mutate(detailsKey, told, { revalidate: false });
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, notSaved));
      return;
    }
    toast({ title: "Your details are saved" });
    void mutate(profileKey);
    void mutate(userKey);
  });

  return (
    <ProjectSection id="details" title="Your details">
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <ContactFields
          field={(name) => ({ error: errors[name]?.message, ...form.register(name) })}
          address="Address"
          addressHint="Street and number."
          state="State"
          postcode="Postcode"
        />
        {problem && (
          <Notice tone="red" role="alert" title="Not saved yet">
            <p>{problem}</p>
          </Notice>
        )}
        <div>
          <Button type="submit" busy={isSubmitting} variant={isDirty ? "primary" : "secondary"}>
            Save your details
          </Button>
        </div>
      </form>
    </ProjectSection>
  );
}
