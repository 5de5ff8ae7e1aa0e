import { ButtonAnchor, ButtonLink } from "../../components/Button";
import { PageHead } from "../../components/PageHead";
import { Section } from "../../components/Section";
import { reviewFigures, reviewStories, variationsClaim } from "../../content/claims";
import { reviewQuestions } from "../../content/review";
import { Drawing, sheet } from "../../drawings/Drawing";
import dangerCost from "../../drawings/danger-cost.svg";
import dangerRisk from "../../drawings/danger-risk.svg";
import dangerScope from "../../drawings/danger-scope.svg";
import journey1 from "../../drawings/journey-1.svg";
import journey2 from "../../drawings/journey-2.svg";
import journey3 from "../../drawings/journey-3.svg";
import journey4 from "../../drawings/journey-4.svg";
import review from "../../drawings/review.svg";
import stars from "../../drawings/stars.svg";
import { contactFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./ContractReviewPage.module.css";
import { ReviewContact } from "./ReviewContact";
import { ReviewPackages } from "./ReviewPackages";

const dangers = [
  {
    title: "Hidden cost escalation",
    drawing: dangerCost,
    text: (
      <>
        Provisional sums that were never measured, margins on every change, ground that is your problem by clause 14. {variationsClaim}{" "}
        Most of it can be read in the contract before you sign.
      </>
    ),
  },
  {
    title: "Unfair risk transfer",
    drawing: dangerRisk,
    text: "Rock, rain, late consultants and rising prices have to rest on somebody. A contract can be balanced on paper and still leave the whole load with you.",
  },
  {
    title: "Incomplete specifications",
    drawing: dangerScope,
    text: "What is not drawn or written is not in the price. “To builder's standard” and “by owner” are where two people first find out that they meant different things.",
  },
];

const steps = [
  {
    title: "Book initial consultation",
    drawing: journey1,
    text: "Choose a package and pay the booking fee online. It is deducted from the total agreed service cost.",
  },
  {
    title: "Secure document upload",
    drawing: journey2,
    text: "Contract, tender, drawings, specification: upload what you have. Only you and we can open them.",
  },
  {
    title: "Expert consultation",
    drawing: journey3,
    text: "Forty-five minutes with the person who reads your contract: your project, your worries, your deadline.",
  },
  {
    title: "Complete review package",
    drawing: journey4,
    text: "A written report in plain English: what is fair, what is not, and the words to ask for instead.",
  },
];

export function ContractReviewPage() {
  const site = useSite();
  return (
    <div className={css.page}>
      <div>
        <PageHead
          title="Read it before you sign it."
          drawing={<Drawing src={review} size={[540, 560]} eager className={css.headDrawing} />}
          actions={
            <>
              <ButtonAnchor href="#packages">Choose your review</ButtonAnchor>
              <span className={css.turnaround}>48-hour turnaround guaranteed</span>
            </>
          }
        >
          <strong>Contract and tender review.</strong> A building contract is the most expensive document that most people ever sign, and the
          builder has read it many times. Have it read once for you.
        </PageHead>

        <Section title="Three dangers that do not look like dangers">
          <div className={css.dangers}>
            {dangers.map(({ title, drawing, text }) => (
              <article key={title} className={css.danger}>
                <Drawing src={drawing} size={sheet.detail} />
                <h3>{title}</h3>
                <p>{text}</p>
              </article>
            ))}
          </div>
        </Section>

        <Section tone="stone" title="What a review has changed">
          <div className={css.stories}>
            {reviewStories.map(({ quote, name, role, project }) => (
              <figure key={name} className={css.story}>
                <Drawing src={stars} size={sheet.stars} alt="Five stars out of five" />
                <blockquote>
                  <p>{quote}</p>
                </blockquote>
                <figcaption>
                  <strong>{name}</strong>
                  <span>{role}</span>
                  <span>{project}</span>
                </figcaption>
              </figure>
            ))}
          </div>
        </Section>
        <p className={css.sticky}>
          <ButtonAnchor wide href="#packages">
            Reviews from {site["packages.essential.price"]} inc. GST
          </ButtonAnchor>
        </p>
      </div>

      <ReviewPackages />

      <div>
        <Section tone="stone" title="Four steps to a clear answer">
          <ol className={css.steps}>
            {steps.map(({ title, drawing, text }, index) => (
              <li key={title} className={css.step}>
                <Drawing src={drawing} size={sheet.step} />
                <span className={css.number} aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </Section>

        <section className={css.guarantee} aria-labelledby="guarantee">
          <div className={css.guaranteeInner}>
            <p className={css.hours} aria-hidden="true">
              48
            </p>
            <div>
              <h2 id="guarantee">Our 48-hour guarantee</h2>
              <p>
                Your review is with you within 48 hours of your package being booked and paid and your documents reaching us, or we refund 50% of the fee. No form to fill in, and the
                review is still yours.
              </p>
            </div>
          </div>
        </section>

        <section className={css.figures} data-tone="ink" aria-labelledby="deadline">
          <div className={css.figuresInner}>
            <h2 id="deadline">A signing date is a deadline</h2>
            <p>Before it, every clause can be changed with a sentence. After it, every change has a price.</p>
            <dl>
              {reviewFigures.map(({ figure, unit, text }) => (
                <div key={figure}>
                  <dt>
                    <span className={css.figure}>{figure}</span> {unit}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>

        <Section title="Asked before you asked" beside>
          <div className={css.questions}>
            {reviewQuestions(site).map(({ question, answer }, index) => (
              <details key={question} open={index === 0}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </Section>
        <p className={css.sticky}>
          <ButtonLink wide to={contactFor("contract_review")}>
            Start your review
          </ButtonLink>
        </p>
      </div>

      <ReviewContact />
    </div>
  );
}
