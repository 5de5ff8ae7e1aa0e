import Swiper from "swiper";

export type StorySlider = {
  /** Slides to a position, counted from 0; beyond the ends it stays. */
  show: (position: number) => void;
  stop: () => void;
};

type Names = { readonly [name: string]: string };

/**
 * Lets the slider take over the scrolling row in `frame`, from where it has been scrolled to. `moved` is told the
 * position and how many there are, now and after every change.
 */
export function startSlider(frame: HTMLElement, { track, slide }: Names, moved: (at: number, of: number) => void): StorySlider {
  const slideWidth = frame.querySelector(`.${slide}`)?.getBoundingClientRect().width ?? 1;
  const initialSlide = Math.round(frame.scrollLeft / slideWidth);
  frame.dataset.live = "";
  frame.scrollLeft = 0;

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const swiper = new Swiper(frame, {
    wrapperClass: track,
    slideClass: slide,
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
  const tell = () => moved(swiper.snapIndex, swiper.snapGrid.length);
  swiper.on("snapIndexChange snapGridLengthChange breakpoint resize", tell);
  tell();

  return {
    show(position) {
      const last = swiper.snapGrid.length - 1;
      swiper.slideTo(Math.max(0, Math.min(last, position)));
    },
    stop() {
      swiper.destroy(true, true);
      delete frame.dataset.live;
    },
  };
}
