/** The package that was chosen stays marked: who comes back to the page with Back sees it. */
export function keepChosen(): void {
  addEventListener("click", ({ target }) => {
    const card = (target as Element).closest("[data-chooses]")?.closest("article");
    if (!card) return;
    document.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
    card.dataset.chosen = "";
  });
}
