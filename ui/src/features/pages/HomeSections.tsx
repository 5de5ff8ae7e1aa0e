import { AppLink } from "../../components/AppLink";
import { ButtonAnchor, ButtonLink } from "../../components/Button";
import { Section } from "../../components/Section";
import { Drawing, sheet } from "../../drawings/Drawing";
import approvalManagement from "../../drawings/approval-management.svg";
import contractNight from "../../drawings/contract-night.svg";
import locationNight from "../../drawings/location-night.svg";
import projectManagement from "../../drawings/project-management.svg";
import whyExpert from "../../drawings/why-expert.svg";
import whyTransparent from "../../drawings/why-transparent.svg";
import whyValue from "../../drawings/why-value.svg";
import { paths } from "../../paths";
import { counted } from "../../site/counted";
import { useSite } from "../../site/SiteContext";
import * as css from "./HomeSections.module.css";
import { Stories } from "./Stories";

const solutions = [
  {
    title: "PROJECT MANAGEMENT",
    drawing: projectManagement,
    text: "From the first budget to the last key, one person holds the programme, the money and the people together. You decide; we make sure that you are asked in time.",
    points: ["Brief, budget and programme", "Builder selection and contract", "Claims, variations, quality", "Handover and defects"],
    to: `${paths.services}#construction`,
    link: "How we support construction",
  },
  {
    title: "APPROVAL MANAGEMENT",
    drawing: approvalManagement,
    text: "What may be built on your land, by which pathway, and how long it will take. We prepare the application, answer council and the certifier, and tell you every week where it stands.",
    points: ["Site and pathway advice", "Consultants briefed and compared", "Lodgement and follow-up", "Conditions and certificates"],
    to: `${paths.services}#planning`,
    link: "How we manage approvals",
  },
];

const reasons = [
  {
    title: "EXPERT GUIDANCE",
    drawing: whyExpert,
    text: "Your adviser has run building sites and written building contracts. You get a straight answer, down to the detail that costs money if it is wrong.",
  },
  {
    title: "TRANSPARENT PROCESS",
    drawing: whyTransparent,
    text: "Nothing sits under the roof unseen. Fixed prices before we begin, your documents in a portal of your own, and advice that nobody but you pays for: no commissions from builders.",
  },
  {
    title: "VALUE-DRIVEN",
    drawing: whyValue,
    text: "We count what you keep: gaps found before you sign, variations that were already in the price, claims reduced to what was done.",
  },
];

/** Everything on the home page below the hero. */
export function HomeSections() {
  const site = useSite();
  return (
    <>
      <Section id="services" title="PREMIER PROJECT SOLUTIONS" lead={<span className={css.strapline}>OFFERING END TO END SOLUTIONS, SAVING TIME AND MONEY</span>}>
        <div className={css.solutions}>
          {solutions.map(({ title, drawing, text, points, to, link }) => (
            <article key={title} className={css.solution}>
              <Drawing src={drawing} size={sheet.wide} />
              <div className={css.solutionWords}>
                <h3>{title}</h3>
                <p>{text}</p>
                <ul className={css.points}>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
                <p>
                  <AppLink className={css.more} to={to}>
                    {link}
                  </AppLink>
                </p>
              </div>
            </article>
          ))}
        </div>
      </Section>

      <section className={css.review} data-tone="ink" aria-labelledby="about-to-sign">
        <div className={css.reviewInner}>
          <div className={css.reviewWords}>
            <h2 id="about-to-sign">About to sign a building contract?</h2>
            <p>
              Most of what a house ends up costing is settled on the day the contract is signed. We read it first: price, scope, time and
              risk, clause by clause, within 48 hours, from {site["packages.essential.price"]} inc. GST.
            </p>
            <p>
              <ButtonLink to={paths.contractReview}>See the contract review</ButtonLink>
            </p>
          </div>
          <Drawing src={contractNight} size={sheet.card} />
        </div>
      </section>

      <Section
        tone="stone"
        title={
          <>
            WHY CHOOSE <span className={css.capitals}>{site["business.shortName"]}</span>
          </>
        }
      >
        <div className={css.reasons}>
          {reasons.map(({ title, drawing, text }) => (
            <article key={title} className={css.reason}>
              <Drawing src={drawing} size={sheet.detail} />
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>

      <Stories />

      <section id="contact" className={css.contact} data-tone="stone" aria-labelledby="contact-title">
        <div className={css.contactInner}>
          <div className={css.contactWords}>
            <h2 id="contact-title">READY TO ELEVATE YOUR PROJECT?</h2>
            <p>
              Tell us where the project stands: a sketch, an offer, a contract on the table or a site that has gone quiet. In one call you will
              know whether we can help, and what it would cost.
            </p>
            <p className={css.calls}>
              <ButtonAnchor
                href={site["business.phoneHref"]}
                {...counted("contact", "home_call")}
                data-given={site["business.phone"]}
              >
                Call Us
              </ButtonAnchor>
              <ButtonLink to={paths.contact} variant="secondary">
                Book a consultation
              </ButtonLink>
            </p>
          </div>
          <address className={css.box}>
            <h3>Contact</h3>
            <dl>
              <dt data-given={site["business.phone"]}>Phone</dt>
              <dd data-given={site["business.phone"]}>
                <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
              </dd>
              <dt data-given={site["business.email"]}>Email</dt>
              <dd data-given={site["business.email"]}>
                <a href={site["business.emailHref"]}>{site["business.emailUpper"]}</a>
              </dd>
              <dt>Office hours</dt>
              <dd>{site["business.hours"]}</dd>
            </dl>
          </address>
          <div className={css.location} data-tone="ink">
            <Drawing src={locationNight} size={[560, 400]} className={css.map} />
            <div className={css.place}>
              <h3>Location</h3>
              <p>{site["business.address"]}</p>
              <p>{site["business.appointmentNote"]}</p>
            </div>
          </div>
        </div>
      </section>
    </>
  );
}
