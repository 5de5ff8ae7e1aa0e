import { AppLink } from "../../components/AppLink";
import { ButtonLink } from "../../components/Button";
import { Section } from "../../components/Section";
import { reviewFeatures, reviewPackages } from "../../content/review";
import { contactFor, onboardingFor } from "../../paths";
import { counted } from "../../site/counted";
import { useSite } from "../../site/SiteContext";
import * as css from "./ReviewPackages.module.css";

/** The three packages as cards, and what they hold side by side. */
export function ReviewPackages() {
  const site = useSite();
  return (
    <Section id="packages" title="Choose your review" lead="Fixed prices including GST, for projects up to $1M.">
      <div className={css.cards}>
        {reviewPackages.map(({ id, subtitle, turnaround, popular, features }) => (
          <article key={id} className={css.card} data-popular={popular || undefined}>
            {popular && <p className={css.popular}>Most Popular</p>}
            <h3>{site[`packages.${id}.title`]}</h3>
            <p>{subtitle}</p>
            <p className={css.price}>
              <span className={css.sum}>{site[`packages.${id}.price`]}</span> inc. GST
            </p>
            <ul className={css.features}>
              <li>
                <strong>{turnaround}</strong>
              </li>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <ButtonLink
              wide
              variant={popular ? "primary" : "secondary"}
              to={contactFor("contract_review", id)}
              data-chooses {...counted("contract_review", `package_${id}`)}
            >
              Choose {site[`packages.${id}.title`]}
            </ButtonLink>
          </article>
        ))}
      </div>
      <p className={css.note}>
        The {site["fee.booking"]} booking fee is deducted from the total agreed service cost.
        <span data-given={site["payments.ways"]}>
          {" "}
          Decided already?{" "}
          <AppLink to={onboardingFor("contract_review")}>
            Start the {site["services.contract_review.title"]} at once, {site["services.contract_review.price"]}
          </AppLink>
          : it is the {site["packages.essential.title"]}, with a first talk at a time that you choose.
        </span>
      </p>
      <Comparison />
    </Section>
  );
}

/** Roles are spelled out because the narrow layout lays rows out as grids, which hides a table's own from some readers. */
function Comparison() {
  const site = useSite();
  return (
    <table className={css.table} role="table" aria-label="The three packages compared">
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell" />
          {reviewPackages.map(({ id, popular }) => (
            <th key={id} role="columnheader" scope="col" data-popular={popular || undefined}>
              {site[`packages.${id}.title`]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {reviewFeatures.map((feature) => (
          <tr key={feature} role="row">
            <th role="rowheader" scope="row">
              {feature}
            </th>
            {reviewPackages.map(({ id, features, popular }) => (
              <td key={id} role="cell" data-of={site[`packages.${id}.title`]} data-popular={popular || undefined}>
                {features.includes(feature) ? (
                  <span className={css.yes}>Included</span>
                ) : (
                  <span className={css.no}>Not included</span>
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr role="row">
          <th role="rowheader" scope="row">
            Delivered
          </th>
          {reviewPackages.map(({ id, turnaround, popular }) => (
            <td key={id} role="cell" data-of={site[`packages.${id}.title`]} data-popular={popular || undefined}>
              {turnaround}
            </td>
          ))}
        </tr>
        <tr role="row">
          <th role="rowheader" scope="row">
            Price inc. GST
          </th>
          {reviewPackages.map(({ id, popular }) => (
            <td key={id} role="cell" data-of={site[`packages.${id}.title`]} data-popular={popular || undefined}>
              <strong>{site[`packages.${id}.price`]}</strong>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
