import type { FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "./PasswordField";

type Fields = { newPassword: string; confirmPassword: string };

type Props = { register: (name: keyof Fields) => UseFormRegisterReturn; errors: FieldErrors<Fields> };

/** The password that somebody chooses, twice. */
export function ChosenPassword({ register, errors }: Props) {
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
    </>
  );
}
