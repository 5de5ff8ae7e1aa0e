"""What a page looks like where its text is enlarged: the words that are cut."""

# Of headings, labels, cells and buttons, the words that stand on more than one line: cut where nobody would cut them.
CUT_WORDS = r"""() => {
  const found = [];
  const named = [...document.querySelectorAll("h1, h2, h3, h4, button, label, legend, dt, th, td, summary, a")].filter(
    (each) => (each.tagName !== "A" || getComputedStyle(each).display === "inline-grid") && each.checkVisibility(),
  );
  for (const each of named) {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.push(word[0]);
      }
    }
  }
  return found;
}"""
