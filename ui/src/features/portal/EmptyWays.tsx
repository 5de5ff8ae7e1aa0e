import { ButtonLink } from "../../components/Button";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./EmptyWays.module.css";

/** Both ways to a project, for a list that is empty; where nothing can be paid, the enquiry. `book`: the first one's words. */
export function EmptyWays({ book }: { book: string }) {
  const site = useSite();
  if (!site["payments.ways"]) return <ButtonLink to={`${paths.contact}#enquiry`}>Send us an enquiry</ButtonLink>;
  return (
    <div className={css.ways}>
      <p>
        <ButtonLink wide to={paths.contact}>
          {book}
        </ButtonLink>
        <span>Consultation first, {site["fee.booking"]}, credited</span>
      </p>
      <p>
        <ButtonLink wide variant="secondary" to={paths.onboarding}>
          Start a service
        </ButtonLink>
        <span>With its whole price and a time at once</span>
      </p>
    </div>
  );
}
