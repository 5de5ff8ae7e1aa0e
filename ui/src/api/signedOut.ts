/**
 * What a browser remembers of a person goes when they sign out, in every tab: names, addresses and drafts that the next person at
 * this computer would find. A tab that is open hears of it at once, one that was asleep when it opens its next page.
 */
import { forgetLatestBooking } from "./latestBooking";

const key = "helios.signedOut";
/** What a tab remembers of a person: the forms of the wizard and of the enquiry, what the portal showed, that its session ended, and its payments, unsent messages and other drafts. */
const personal = /^helios\.(booking|ended|enquiry|portal|paymentIntent(\.\d+)?|(message|draft)\..+)$/;

function forgetThisTab(at: string): void {
  for (const name of Object.keys(sessionStorage)) if (personal.test(name)) sessionStorage.removeItem(name);
  sessionStorage.setItem(key, at);
}

/** The person has signed out here: the session with its drafts has ended on the server. */
export function noteSignedOut(): void {
  const now = String(Date.now());
  forgetLatestBooking();
  for (const name of ["helios.draft", "helios.onboarding"]) localStorage.removeItem(name);
  forgetThisTab(now);
  localStorage.setItem(key, now);
}

function catchUp(): boolean {
  const last = localStorage.getItem(key);
  if (last === null || last === sessionStorage.getItem(key)) return false;
  forgetThisTab(last);
  return true;
}

/** Forgets what this tab remembers of somebody who has signed out since; call it before anything is read. */
export function heedSignOuts(): void {
  try {
    catchUp();
  } catch {
    // Storage is switched off: nothing is remembered.
    return;
  }
  // What another tab shows, or the browser's buttons bring back, is theirs, too.
  addEventListener("storage", (event) => {
    if (event.key === key && catchUp()) location.reload();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && catchUp()) location.reload();
  });
}
