import { AppLink } from "../components/AppLink";
import { paths } from "../paths";
import { useGroup } from "../site/group";
import { useSite } from "../site/SiteContext";
import * as css from "./Footer.module.css";
import { Logo } from "./Logo";

/** Each service with its place on the services page. */
const services = [
  ["planning_approvals", "planning"],
  ["contract_advisory", "contract"],
  ["scope_tender", "scope"],
  ["construction_support", "construction"],
  ["premium_advisory", "premium"],
  ["building_information", "building-info"],
] as const;

/** Laid out as the title block of a drawing: ruled cells, one subject in each. */
export function Footer() {
  const site = useSite();
  const group = useGroup();
  return (
    <footer className={css.footer} data-tone="ink" data-inside={group === "portal" || undefined}>
      <div className={css.block}>
        <div className={css.brand}>
          <Logo />
          <p>Project management, approvals and building-contract advice for people who build in New South Wales.</p>
        </div>
        <nav className={css.cell} aria-label="Services">
          <h2>Services</h2>
          <ul>
            {services.map(([id, anchor]) => (
              <li key={id}>
                <AppLink to={`${paths.services}#${anchor}`}>
                  {site[`services.${id}.title`]}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav className={css.cell} aria-label="Company">
          <h2>Company</h2>
          <ul>
            <li>
              <AppLink to={paths.about}>About</AppLink>
            </li>
            <li>
              <AppLink to={paths.contractReview}>Contract review</AppLink>
            </li>
            <li data-given={site["payments.ways"]}>
              <AppLink to={paths.onboarding}>Start a service</AppLink>
            </li>
            <li>
              <AppLink to={paths.privacy}>Privacy Policy</AppLink>
            </li>
            <li>
              <AppLink to={paths.terms}>Terms &amp; Conditions</AppLink>
            </li>
            <li data-privacy-choices hidden>
              <button type="button" className={css.choice}>
                Privacy choices
              </button>
            </li>
          </ul>
        </nav>
        <address className={css.cell}>
          <h2>Contact</h2>
          <ul>
            <li data-given={site["business.phone"]}>
              <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
            </li>
            <li data-given={site["business.email"]}>
              <a href={site["business.emailHref"]}>{site["business.email"]}</a>
            </li>
            <li className={css.plain}>{site["business.address"]}</li>
            <li className={css.plain}>{site["business.appointmentNote"]}</li>
          </ul>
        </address>
        <p className={css.line}>
          <span>
            &copy; {site["business.foundedYear"]} {site["business.name"]}
          </span>
          <span>{site["business.abnLine"]}</span>
        </p>
      </div>
    </footer>
  );
}
