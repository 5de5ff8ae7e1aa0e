import { Suspense } from "react";
import { track } from "../../api/analytics";
import { ButtonLink } from "../../components/Button";
import { lazyPart } from "../../lazyPart";
import { paths } from "../../paths";
import { HeroFilm } from "../film/HeroFilm";
import * as css from "./HomePage.module.css";

const HomeSections = lazyPart(() => import("./HomeSections"));

function trackHero(label: "hero_services" | "hero_contact") {
  track({ category: "navigation", action: "button_click", label });
}

export default function HomePage() {
  return (
    <>
      <HeroFilm>
        <div className={css.words}>
          <h1 className={css.title}>BOUTIQUE INSIGHT FOR SMARTER PROJECT OUTCOMES</h1>
          <p className={css.lead}>
            Independent project managers and contract advisers, on the side of the people who pay for the building.
          </p>
          <div className={css.actions}>
            <ButtonLink to={paths.services} onClick={() => trackHero("hero_services")}>
              OUR SERVICES
            </ButtonLink>
            <ButtonLink to={paths.contact} variant="secondary" onClick={() => trackHero("hero_contact")}>
              CONTACT US
            </ButtonLink>
          </div>
        </div>
      </HeroFilm>
      <Suspense>
        <HomeSections />
      </Suspense>
    </>
  );
}
