import { ButtonLink } from "../../components/Button";
import { ClosingBand } from "../../components/ClosingBand";
import { Section } from "../../components/Section";
import { Drawing } from "../../drawings/Drawing";
import house from "../../drawings/house.svg";
import philosophyDrawing from "../../drawings/philosophy.svg";
import street from "../../drawings/street.svg";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./AboutPage.module.css";

const philosophy = [
  {
    title: "TRANSPARENCY",
    text: "You see what we see: the figures, the letters, the programme, the doubts. We tell you what a thing costs before it is ordered, and what we do not know before it is asked.",
  },
  {
    title: "EXPERTISE",
    text: "Advice from people who have priced, built and administered contracts. We read drawings the way a builder reads them and contracts the way a builder's lawyer wrote them.",
  },
  {
    title: "CLIENT ADVOCACY",
    text: "We work for the person who pays for the building, and for nobody else. No commissions, no referral fees, no builder we have to keep happy.",
  },
];

const values = [
  { title: "INTEGRITY", text: "We say it as it is, also when it means less work for us." },
  { title: "EXCELLENCE", text: "A report is finished when you can act on it without asking what it means." },
  { title: "INNOVATION", text: "Better tools, such as one portal for your documents, where they save you time or doubt." },
  { title: "CLIENT-FIRST", text: "Your budget, your house, your decision. Everything else is our problem." },
];

export function AboutPage() {
  const site = useSite();
  return (
    <>
      <div className={css.top}>
        <div className={css.words}>
          <h1>About {site["business.shortName"]}</h1>
          <p>
            A small practice in {site["business.address"]} that stands between people and the most complicated thing they will ever buy.
          </p>
        </div>
        <Drawing src={street} size={[1200, 272]} eager />
      </div>
      <Section title="OUR STORY" beside>
        <div className={css.story}>
          <p>
            {site["business.name"]} was founded in {site["business.foundedYear"]} by industry veterans who had spent their working lives on the
            other side of the table: running sites, writing tenders, administering contracts. They had watched the same thing happen to good
            people again and again. The house was fine. The paperwork was not, and it cost them dearly.
          </p>
          <p>
            So they changed sides. The name comes from Helios, the Greek sun god, who saw everything from above and could not be deceived. It
            stands for clarity: light falling on a plan, so that you can see what you are agreeing to while it can still be changed.
          </p>
          <p>
            We have stayed small on purpose. The person who answers your first call is the person who reads your contract and walks your site.
          </p>
        </div>
      </Section>
      <section className={css.philosophy} data-tone="stone" aria-labelledby="our-philosophy">
        <div className={css.philosophyInner}>
          <Drawing src={philosophyDrawing} size={[480, 520]} />
          <div className={css.principles}>
            <h2 id="our-philosophy">OUR PHILOSOPHY</h2>
            <ol>
              {philosophy.map(({ title, text }, index) => (
                <li key={title}>
                  <h3>
                    <span className={css.number}>{index + 1}</span> {title}
                  </h3>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </section>
      <Section title="OUR VALUES">
        <div className={css.values}>
          {values.map(({ title, text }) => (
            <article key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </article>
          ))}
        </div>
      </Section>
      <ClosingBand
        title="WORK WITH OUR TEAM"
        drawing={house}
        size={[1200, 264]}
        actions={<ButtonLink to={paths.contact}>CONTACT US</ButtonLink>}
      >
        Bring the question that keeps you awake. {site["business.hours"]}, {site["business.address"]}, by appointment.
      </ClosingBand>
    </>
  );
}
