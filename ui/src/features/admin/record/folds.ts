const place = "helios.record.folds";

/** Which parts of a record this browser's user has folded (false) or opened, by title. */
export function readFolds(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "{}") as Record<string, boolean>;
  } catch {
    return {};
  }
}

/** Keeps it; without storage the parts are as they are at first. */
export function writeFold(title: string, open: boolean): void {
  try {
    localStorage.setItem(place, JSON.stringify({ ...readFolds(), [title]: open }));
  } catch {
    // Private windows may refuse it.
  }
}
