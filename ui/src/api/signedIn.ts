/** Whether the server left its sign that somebody is signed in here: strangers need not ask, nor load what asks. */
export function seemsSignedIn(): boolean {
  return typeof document !== "undefined" && /(^|; )(__Host-)?helios_signed_in=/.test(document.cookie);
}
