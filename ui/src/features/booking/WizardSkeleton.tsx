import { Skeleton } from "../../components/Skeleton";
import { Unseen } from "../../components/Unseen";
import * as css from "./BookingWizard.module.css";

/** The shape of a step while the saved draft is on its way. */
export function WizardSkeleton() {
  return (
    <section className={css.sheet} aria-busy="true">
      <Unseen as="p" role="status">
        Loading your saved booking...
      </Unseen>
      <div className={css.ghost}>
        <Skeleton />
        <Skeleton shape="field" />
        <Skeleton shape="field" count={6} />
      </div>
    </section>
  );
}
