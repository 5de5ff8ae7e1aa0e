import { track } from "../../api/analytics";
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
import { contactFor, paths } from "../../paths";
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

export default function ServicesPage() {
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
              <p className={css.foot}>
                <span>
                  <span className={css.price}>{site[`services.${service}.price`]}</span> inc. GST
                </span>
                <ButtonLink
                  to={contactFor(service)}
                  aria-label={`Book Now: ${title}`}
                  onClick={() => track({ category: "services", action: "button_click", label: service })}
                >
                  Book Now
                </ButtonLink>
              </p>
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
        A consultation takes 45 minutes and costs {site["fee.booking"]}, credited in full towards any service you proceed with.
      </ClosingBand>
    </>
  );
}
