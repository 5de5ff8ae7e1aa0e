/** Where Back is a button of the device and the menu takes the whole screen. */
const phone = "(max-width: 47.99rem)";

function hasEntry(): boolean {
  return (history.state as { menu?: boolean } | null)?.menu === true;
}

/**
 * The menu of narrow screens, a native modal dialog: focus stays inside and Escape closes it. On a phone it has an entry of its
 * own in the browser's history, so that Back closes it.
 */
export function startMenu(): void {
  const opener = document.querySelector<HTMLButtonElement>("[command=show-modal]");
  const menu = document.querySelector<HTMLDialogElement>("#menu");
  if (!opener || !menu) return;
  const { style } = document.body;
  let top = 0;
  /** A step back of our own has not arrived yet: an entry made meanwhile would be taken back by it. */
  let leaving = false;

  function enter() {
    if (leaving || hasEntry() || !matchMedia(phone).matches) return;
    history.pushState({ ...(history.state as object | null), menu: true }, "");
  }

  function open(dialog: HTMLDialogElement) {
    // Asked before anything changes: afterwards the browser would style the whole page once more to answer.
    top = scrollY;
    style.paddingRight = `${innerWidth - document.documentElement.clientWidth}px`;
    style.overflow = "hidden";
    if (!dialog.open) dialog.showModal();
    opener?.setAttribute("aria-expanded", "true");
    enter();
  }

  opener.addEventListener("click", (event) => {
    // The browser would open it as well, a moment later.
    event.preventDefault();
    open(menu);
  });
  menu.addEventListener("close", () => {
    // Browsers tell of it late: it may have been opened again by now.
    if (menu.open) return;
    style.overflow = style.paddingRight = "";
    scrollTo({ top, behavior: "instant" });
    opener.setAttribute("aria-expanded", "false");
    if (leaving || !hasEntry()) return;
    leaving = true;
    history.back();
  });
  menu.addEventListener("click", (event) => {
    const target = event.target as Element;
    const [link, button] = [target.closest("a"), target.closest("button")];
    // Its own button closes it by itself, where the browser knows how.
    if (!link && target !== menu && (!button || "commandForElement" in button)) return;
    if (link?.origin === location.origin && hasEntry() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // The page takes the place of the menu's entry: Back leads to where the menu was opened.
      event.preventDefault();
      history.replaceState({ ...(history.state as object | null), menu: false }, "");
      location.replace(link.href);
    }
    menu.close();
  });
  addEventListener("popstate", () => {
    if (leaving) {
      leaving = false;
      if (menu.open) enter();
    } else if (!hasEntry()) menu.close();
    else if (!menu.open) open(menu);
  });
  if (menu.open) open(menu);
}
