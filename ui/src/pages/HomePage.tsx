import { ButtonLink } from "../components/Button";
import { paths } from "../paths";
import { counted } from "../site/counted";
import { HeroFilm } from "../features/film/HeroFilm";
import * as css from "./HomePage.module.css";
import { HomeSections } from "../features/pages/HomeSections";

export function HomePage() {
  return (
    <>
      <HeroFilm>
        <div className={css.words}>
          <h1 className={css.title}>BOUTIQUE INSIGHT FOR SMARTER PROJECT OUTCOMES</h1>
          <p className={css.lead}>
            Independent project managers and contract advisers, on the side of the people who pay for the building.
          </p>
          <div className={css.actions}>
            <ButtonLink to={paths.services} {...counted("navigation", "hero_services")}>
              OUR SERVICES
            </ButtonLink>
            <ButtonLink to={paths.contact} variant="secondary" {...counted("navigation", "hero_contact")}>
              CONTACT US
            </ButtonLink>
          </div>
        </div>
      </HeroFilm>
      <HomeSections />
    </>
  );
}
