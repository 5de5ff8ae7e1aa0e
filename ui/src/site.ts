import { nullOn401 } from "./api/client";
import { seemsSignedIn } from "./api/signedIn";
import { heedSignOuts } from "./api/signedOut";
import { startConsent } from "./features/consent/consent";
import { groupOf } from "./paths";
import { carriedKey } from "./site/carried";
import { keepChosen } from "./site/choice";
import { countPresses } from "./site/counted";
import { readFacts } from "./site/facts";
import { bringSheet, startIslands } from "./site/islands";
import { startMenu } from "./site/menu";
import { whenNear } from "./site/near";
import { bringPictures } from "./site/pictures";
import { savesData, whenQuiet } from "./site/quiet";
import { markSignedIn } from "./site/signedInMark";

/**
 * The one script that every page begins with; docs/pages.md tells the whole. It knows no framework: what needs one is brought
 * when it is near or touched.
 */
function start(): void {
  heedSignOuts();
  startMenu();
  countPresses();
  keepChosen();
  if (groupOf(location.pathname) === "public") startConsent(readFacts());

  const stage = document.querySelector<HTMLElement>("[data-film]");
  if (stage) {
    whenQuiet(() => {
      import("./features/film/film").then(
        ({ startFilm }) => startFilm(stage),
        () => console.warn("The hero film could not be loaded"),
      );
    });
  }

  const stories = document.querySelector<HTMLElement>("[data-stories]");
  if (stories) {
    whenNear(stories, () => {
      import("./features/pages/storySlider").then(
        ({ startSlider }) => startSlider(stories),
        () => console.warn("The slider could not be loaded; the stories still scroll"),
      );
    });
  }

  if (!savesData()) bringPictures();
  // Where people sign in and out, the portal follows by itself.
  if (seemsSignedIn() && groupOf(location.pathname) !== "portal") {
    nullOn401("/api/user").then(
      (user) => markSignedIn(user !== null),
      () => markSignedIn(false),
    );
  }
  // An application shows toasts, and says by itself when it is ready.
  if (startIslands()) return;
  if (sessionStorage.getItem(carriedKey)) {
    void Promise.all([import("./islands/toasts"), bringSheet()]).then(([{ showToasts }]) => showToasts());
  }
  dispatchEvent(new Event("helios:ready"));
}

start();
