import { useState } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../../api/client";
import { MOST_BILL_LINES, STAFF_TEXT_RULES as rules } from "../../../api/staffRules.gen";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { formatCents } from "../../../components/Money";
import { problem as problemOf, tidy, type TextRule } from "../../../components/ruleSchema";
import { TextField } from "../../../components/TextField";
import { sydneyDay } from "../../../components/time";
import { toast } from "../../../components/toast";
import { amountProblem, creditFor, owedText, parseAmount } from "../amounts";
import { isStaffData, projectAddress, useFiledNote, usePost, type ProjectRecord } from "../api";
import { DialogForm } from "../DialogForm";
import * as css from "../DialogForm.module.css";
import { useDraft, useKept } from "../useDraft";

type Props = { record: ProjectRecord; onClose: () => void };
type Values = { lines: { description: string; amount: string }[]; dueOn: string; note: string };

/** Bills further work: its lines and the day it is due on. */
export default function BillDialog({ record, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={`Bill further work: ${record.reference}`} placement="side" stays>
      <BillForm record={record} onClose={onClose} />
    </Dialog>
  );
}

const inTwoWeeks = () => sydneyDay(new Date(Date.now() + 14 * 86_400_000));
function ruled(name: "billLine" | "billNote") {
  const rule: TextRule = rules[name];
  return (value: string) => problemOf(tidy(value, rule.lines), rule) ?? true;
}

function BillForm({ record, onClose }: Props) {
  const url = `${projectAddress(record.projectId)}/bills`;
  const draft = useDraft<Values>(url, { lines: [{ description: "", amount: "" }], dueOn: inTwoWeeks(), note: "" });
  const form = useForm<Values>({ defaultValues: draft.values });
  useKept(draft, form);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "lines" });
  const { errors, isSubmitting } = form.formState;
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const typed = useWatch({ control: form.control, name: "lines" });
  const sum = typed.reduce((total, { amount }) => total + (parseAmount(amount) ?? 0), 0);
  const credit = creditFor(sum, record.feeLeftCents);

  const save = form.handleSubmit(async ({ lines, dueOn, note }) => {
    setProblem("");
    const billed = lines.map(({ description, amount }) => ({ description, cents: parseAmount(amount) }));
    try {
      const body = { lines: billed, dueOn, note, owedCents: sum - credit };
      await post(url, body, draft.keyOf(body));
    } catch (error) {
      const named = error instanceof ApiError ? Object.values(error.body.fields).join(" ") : "";
      setProblem(named || errorText(error, "The server does not answer. Nothing was billed; please try again."));
      await mutate(isStaffData);
      return;
    }
    draft.forget();
    onClose();
    toast({ title: "Billed", body: `The letter with the tax invoice is in the outbox.${filed}` });
    await mutate(isStaffData);
  });

  return (
    <DialogForm act={`Bill ${formatCents(sum)}`} busy={isSubmitting} onSubmit={save} problem={problem} onBack={onClose}>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={css.form}>
          <TextField
            label={fields.length > 1 ? `What for, line ${index + 1}` : "What for"}
            autoComplete="off"
            error={errors.lines?.[index]?.description?.message}
            {...form.register(`lines.${index}.description`, { validate: ruled("billLine") })}
          />
          <TextField
            label={fields.length > 1 ? `Dollars inc. GST, line ${index + 1}` : "Dollars inc. GST"}
            inputMode="decimal"
            autoComplete="off"
            error={errors.lines?.[index]?.amount?.message}
            {...form.register(`lines.${index}.amount`, { validate: (value) => amountProblem(value) ?? true })}
          />
          {fields.length > 1 && (
            <Button variant="quiet" onClick={() => remove(index)}>
              Leave out line {index + 1}
            </Button>
          )}
        </fieldset>
      ))}
      {fields.length < MOST_BILL_LINES && (
        <Button variant="quiet" onClick={() => append({ description: "", amount: "" })}>
          Add a line
        </Button>
      )}
      <TextField label="Due on" type="date" error={errors.dueOn?.message} {...form.register("dueOn", { required: "Please choose a day" })} />
      <TextField label="Note on the invoice" optional autoComplete="off" error={errors.note?.message} {...form.register("note", { validate: ruled("billNote") })} />
      <p aria-live="polite">
        {sum > 0 ? `${formatCents(sum)} is billed. A` : "A"} tax invoice is made, and a letter with a link to it goes to {record.client.email}.{" "}
        {owedText(sum, credit, record.feeLeftCents)}
      </p>
    </DialogForm>
  );
}
