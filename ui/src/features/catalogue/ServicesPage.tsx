import { AppLink } from "../../components/AppLink";
import { ButtonLink } from "../../components/Button";
import { ClosingBand } from "../../components/ClosingBand";
import { PageHead } from "../../components/PageHead";
import { serviceCards } from "../../content/services";
import { Drawing, sheet } from "../../drawings/Drawing";
import buildingInfo from "../../drawings/building-info.svg";
import construction from "../../drawings/construction.svg";
import contract from "../../drawings/contract.svg";
import house from "../../drawings/house.svg";
import planning from "../../drawings/planning.svg";
import premium from "../../drawings/premium.svg";
import scope from "../../drawings/scope.svg";
import { contactFor, onboardingFor, paths } from "../../paths";
import type { ServiceId } from "../../site/facts";
import { counted } from "../../site/counted";
import { useSite } from "../../site/SiteContext";
import * as css from "./ServicesPage.module.css";

const drawings: Record<string, string> = { planning, contract, scope, construction, premium, "building-info": buildingInfo };

/** The register of this set of drawings: what there is, at what price, and where. */
function Register() {
  const site = useSite();
  return (
    <nav className={css.register} aria-label="On this page">
      <p className={css.registerHead}>
        <span>Service</span>
        <span>Price inc. GST</span>
      </p>
      <ol>
        {serviceCards.map(({ anchor, service }, index) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>
              <span className={css.place}>{index + 1}</span>
              <span>{site[`services.${service}.title`]}</span>
              <span className={css.figure}>{site[`services.${service}.price`]}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** To a service: a consultation first, or the service at once. Where nothing can be paid, the first leads to an enquiry. */
function WaysIn({ service }: { service: ServiceId }) {
  const site = useSite();
  const title = site[`services.${service}.title`];
  const open = site["payments.ways"];
  return (
    <>
      <div className={css.ways}>
        <p className={css.way}>
          <ButtonLink wide to={contactFor(service)} aria-label={`Book Now: ${title}`} {...counted("services", service)}>
            Book Now
          </ButtonLink>
          <span data-given={open}>Consultation first, {site["fee.booking"]}, credited</span>
        </p>
        <p className={css.way} data-given={open}>
          <ButtonLink
            wide
            variant="secondary"
            to={onboardingFor(service)}
            aria-label={`Start this service: ${title}, ${site[`services.${service}.price`]}`}
            {...counted("services", `start_${service}`)}
          >
            Start this service
          </ButtonLink>
          <span>The whole service, {site[`services.${service}.price`]}</span>
        </p>
      </div>
      <p data-given={open}>Either way we talk for {site["consultation.minutes"]} minutes first: book now and decide afterwards, or start at once and pay the whole price.</p>
    </>
  );
}

export function ServicesPage() {
  const site = useSite();
  return (
    <>
      <PageHead title="Services" drawing={<Register />}>
        Six ways to have somebody on your side, from the first question to council to the last certificate. Take one, or let them follow
        each other. Prices are fixed and include GST.
      </PageHead>
      <ol className={css.cards}>
        {serviceCards.map(({ anchor, service, lines }, index) => {
          const title = site[`services.${service}.title`];
          return (
            <li key={anchor} id={anchor} className={css.card}>
              <Drawing src={drawings[anchor] ?? ""} size={sheet.card} eager={index < 2} className={css.drawing} />
              <div className={css.head}>
                <span className={css.number} aria-hidden="true">
                  {index + 1}
                </span>
                <h2>{title}</h2>
              </div>
              <p>{site[`services.${service}.text`]}</p>
              <ul className={css.lines}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <div className={css.foot}>
                <p>
                  <span className={css.price}>{site[`services.${service}.price`]}</span> inc. GST
                </p>
                <WaysIn service={service} />
              </div>
            </li>
          );
        })}
      </ol>
      <section className={css.review} aria-labelledby="one-contract">
        <div className={css.reviewInner}>
          <h2 id="one-contract">Only a contract to check?</h2>
          <p>
            The <AppLink to={paths.contractReview}>contract and tender review</AppLink> is a package of its own: fixed price, written
            report, 48 hours.
          </p>
        </div>
      </section>
      <ClosingBand
        title="Ready to Start Your Project?"
        drawing={house}
        size={[1200, 264]}
        actions={
          <>
            <ButtonLink to={paths.contact}>Schedule Consultation</ButtonLink>
            <ButtonLink to={paths.contact} variant="secondary">
              Get In Touch
            </ButtonLink>
          </>
        }
      >
        A consultation takes {site["consultation.minutes"]} minutes and costs {site["fee.booking"]}, credited in full towards any service you proceed with.
      </ClosingBand>
    </>
  );
}
