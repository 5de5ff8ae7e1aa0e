import type { ReactNode } from "react";
import { ButtonLink } from "../../components/Button";
import { paths } from "../../paths";
import * as css from "./ComingPage.module.css";
import { usePageTitle } from "./usePageTitle";

type Props = { title: string; children: ReactNode };

/** A page that is not built yet: what it will be for, and where its contents are until then. */
export function ComingPage({ title, children }: Props) {
  usePageTitle(title);
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      {children}
      <p>
        <ButtonLink variant="secondary" to={paths.adminDashboard}>
          Open the dashboard
        </ButtonLink>
      </p>
    </div>
  );
}
