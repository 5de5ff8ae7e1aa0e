/** This tab's session of a client has ended otherwise than by signing out in this browser, which forgets it with all else. */
const key = "helios.ended";

export function noteEnded(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Storage is switched off: the sign-in then stands without a reason.
  }
}

export function wasEnded(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function forgetEnded(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
