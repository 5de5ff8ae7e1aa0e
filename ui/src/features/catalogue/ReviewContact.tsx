import { ButtonAnchor, ButtonLink } from "../../components/Button";
import { Section } from "../../components/Section";
import { contactFor } from "../../paths";
import { countedLead } from "../../site/counted";
import { useSite } from "../../site/SiteContext";
import * as css from "./ReviewContact.module.css";

/** The two ways to begin: book at once, or write first. */
export function ReviewContact() {
  const site = useSite();
  return (
    <Section tone="stone" title="Before you&nbsp;sign, talk&nbsp;to&nbsp;us">
      <div className={css.cards}>
        <article className={css.card}>
          <h3>Book now</h3>
          <p>
            Choose your package, upload the documents and pay the {site["fee.booking"]} booking fee. It is deducted from the total agreed
            service cost.
          </p>
          <p>
            <ButtonLink to={contactFor("contract_review")} {...countedLead("Start Your Review", "start_your_review")}>
              Start your review
            </ButtonLink>
          </p>
        </article>
        <article className={css.card} data-given={site["business.email"]}>
          <h3>Email direct</h3>
          <p>
            Not sure what you need? Send a question about your contract, or a clause, to this address. <span className={css.promise}>Priority e-mail response within 2 hours.</span>
          </p>
          <p className={css.address}>{site["business.emailUpper"]}</p>
          <p>
            <ButtonAnchor
              variant="secondary"
              href={`${site["business.emailHref"]}?subject=Contract%20Review%20Enquiry`}
              {...countedLead("Email Enquiry", "email_direct")}
            >
              Write an email
            </ButtonAnchor>
          </p>
        </article>
      </div>
      <p className={css.emergency} data-given={site["business.phone"]}>
        <strong>Emergency reviews available 24/7</strong>
        <span>
          Signing tomorrow? Call <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>, {site["business.hours"]}. At any other hour, book online, and our team contacts you within 24 hours.
        </span>
      </p>
    </Section>
  );
}
