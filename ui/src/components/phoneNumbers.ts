const phone = /(\+?\(?\d[\d ()]{6,}\d)/;

/** A text cut at its telephone numbers: every second part is one. */
export function aroundNumbers(text: string): string[] {
  return text.split(phone);
}
