/** Calls back once when the element comes within half a screen of sight. */
export function whenNear(element: Element, then: () => void): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      then();
    },
    { rootMargin: "50% 0px" },
  );
  watch.observe(element);
}
