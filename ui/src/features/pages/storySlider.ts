import Swiper from "swiper";
import * as css from "./Stories.module.css";

function mark(element: HTMLElement | null, name: "aria-current" | "aria-disabled", holds: boolean): void {
  if (holds) element?.setAttribute(name, "true");
  else element?.removeAttribute(name);
}

/** Lets the slider take over the scrolling row, from where it has been scrolled to, and its buttons lead it. */
export function startSlider(stories: HTMLElement): void {
  const part = (name: string) => stories.querySelector<HTMLElement>(`[data-${name}]`);
  const [frame, controls, place] = [part("frame"), part("controls"), part("place")];
  const [before, after] = [part("before"), part("after")];
  if (!frame || !controls) return;
  const bullets = [...controls.querySelectorAll<HTMLElement>("[data-bullet]")];

  const slideWidth = frame.querySelector(`.${css.slide}`)?.getBoundingClientRect().width ?? 1;
  const initialSlide = Math.round(frame.scrollLeft / slideWidth);
  frame.dataset.live = controls.dataset.live = "";
  frame.scrollLeft = 0;

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const swiper = new Swiper(frame, {
    wrapperClass: css.track ?? "",
    slideClass: css.slide ?? "",
    initialSlide,
    speed: still ? 0 : 300,
    slidesPerView: 1,
    spaceBetween: 20,
    breakpointsBase: "window",
    breakpoints: {
      640: { slidesPerView: 1, spaceBetween: 20 },
      768: { slidesPerView: 2, spaceBetween: 24 },
      1024: { slidesPerView: 3, spaceBetween: 30 },
    },
  });

  function show(position: number) {
    swiper.slideTo(Math.max(0, Math.min(swiper.snapGrid.length - 1, position)));
  }

  function tell() {
    const [at, of] = [swiper.snapIndex, swiper.snapGrid.length];
    bullets.forEach((bullet, index) => {
      bullet.hidden = index >= of;
      mark(bullet, "aria-current", index === at);
    });
    // At an end the button stays focusable, so that the keyboard does not lose its place.
    mark(before, "aria-disabled", at === 0);
    mark(after, "aria-disabled", at === of - 1);
    place?.replaceChildren(`Position ${at + 1} of ${of}`);
  }

  swiper.on("snapIndexChange snapGridLengthChange breakpoint resize", tell);
  tell();
  bullets.forEach((bullet, index) => bullet.addEventListener("click", () => show(index)));
  before?.addEventListener("click", () => show(swiper.snapIndex - 1));
  after?.addEventListener("click", () => show(swiper.snapIndex + 1));
  stories.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(swiper.snapIndex + step);
  });
}
