import type { UseFormReturn } from "react-hook-form";
import { ChosenPassword } from "./ChosenPassword";
import type { noPasswords } from "./passwordChange";
import { PasswordField } from "./PasswordField";

type Props = {
  form: UseFormReturn<typeof noPasswords>;
  /** Whose password it is, for what keeps passwords. */
  account: string;
  currentHint?: string;
};

/** The fields of a change of password. */
export function PasswordChangeFields({ form, account, currentHint }: Props) {
  const { errors } = form.formState;
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={account} />
      <PasswordField
        label="Current password"
        hint={currentHint}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <ChosenPassword register={form.register} errors={errors} />
    </>
  );
}
