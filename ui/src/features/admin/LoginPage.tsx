import { useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { useSWRConfig } from "swr";
import { useQuery } from "../../api/query";
import * as z from "zod/mini";
import { errorText, nullOn401, request } from "../../api/client";
import { userKey, type CurrentUser } from "../../api/user";
import { Button } from "../../components/Button";
import { messages } from "../../components/messages";
import { PasswordField } from "../../components/PasswordField";
import { Problem } from "../../components/Problem";
import { TextField } from "../../components/TextField";
import { showServerErrors, useZodForm } from "../../components/useZodForm";
import { addressAfterLogin } from "./address";
import { AdminLoading } from "./AdminLoading";
import * as css from "./LoginPage.module.css";
import { StaffDoor } from "./StaffDoor";

const required = z.string().check(z.minLength(1, messages.required));
const credentials = z.object({ username: required, password: required });
const unreachable = "The server does not answer. Check the connection, then try again.";

/** Sign-in of staff; afterwards the page that was asked for. */
export default function LoginPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const { data: user, isLoading } = useQuery<CurrentUser | null>(userKey, { fetcher: nullOn401<CurrentUser> });
  const form = useZodForm(credentials, { username: "", password: "" });
  const [problem, setProblem] = useState("");
  const { errors, isSubmitting } = form.formState;
  const next = addressAfterLogin(params);

  const signIn = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await request("POST", "/api/admin/login", values);
      await mutate((key) => key !== userKey, undefined, { revalidate: false });
      await mutate(userKey);
      void navigate(next, { replace: true });
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, unreachable));
      form.setFocus("password", { shouldSelect: true });
    }
  });

  if (isLoading) return <AdminLoading />;
  if (user?.kind === "staff") return <Navigate to={next} replace />;
  return (
    <StaffDoor title="Staff sign-in">
      <form className={css.form} noValidate onSubmit={(event) => void signIn(event)}>
        <TextField
          label="Username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register("username")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Problem>{problem}</Problem>
        <Button type="submit" wide busy={isSubmitting}>
          Sign in
        </Button>
      </form>
      <p className={css.help}>
        Forgotten it? Whoever runs the server sets a new one there: <code>.venv/bin/python -m app staff reset</code> and your username, or{" "}
        <code>helios staff reset</code> where Helios came as a package.
      </p>
    </StaffDoor>
  );
}
