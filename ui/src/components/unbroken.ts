const phone = /\+?\(?\d[\d ()]{6,}\d/g;

/** A text in which no telephone number breaks across lines: "on 0400 333 444" keeps its digits together. */
export function unbroken(text: string): string {
  return text.replace(phone, (number) => number.replaceAll(" ", "\u00a0"));
}
