import type { KeyboardEvent } from "react";

const moves: Record<string, [column: number, row: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Arrow keys among `[data-column][data-row]` elements below the one that hears them: up and down to the next row, to the
 * sides to the nearest row of the next column that has any. Home and End lead to the first and the last.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const at = event.target as HTMLElement;
  if (at.dataset["column"] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-column]")].filter((each) => each.checkVisibility());
  const next = event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : nearest(all, at, moves[event.key]);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nearest(all: HTMLElement[], at: HTMLElement, move: [number, number] | undefined): HTMLElement | undefined {
  if (!move) return undefined;
  const [column, row] = placeOf(at);
  const [right, down] = move;
  const ahead = all.filter((each) => {
    const [itsColumn, itsRow] = placeOf(each);
    return right ? Math.sign(itsColumn - column) === right : itsColumn === column && Math.sign(itsRow - row) === down;
  });
  const away = (each: HTMLElement) => {
    const [itsColumn, itsRow] = placeOf(each);
    return Math.abs(itsColumn - column) * 1000 + Math.abs(itsRow - row);
  };
  return ahead.sort((one, other) => away(one) - away(other))[0];
}

function placeOf({ dataset }: HTMLElement): [number, number] {
  return [Number(dataset["column"]), Number(dataset["row"])];
}
