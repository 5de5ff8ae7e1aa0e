/**
 * The last known state of a client's lists, so that a page shows it at once while it asks anew. It lies in the tab's session
 * storage: it ends with the tab, at the sign-out (signedOut.ts), with the session and when somebody else signs in.
 */
import type { Cache } from "swr";
import { noteRead, readAt } from "./client";
import { seemsSignedIn } from "./signedIn";

const name = "helios.portal";
const longest = 1_000_000;
/** What is kept: addresses of a client's own lists, never one with something else in it. */
const own = /^\/api\/client\/[\w/-]+$/;

type Kept = Record<string, { data: object; at: string }>;
const before = new WeakSet<object>();

/** Something has happened since `data` was loaded: who shows it next has to ask for it. */
export function noteOutdated(data: unknown): void {
  if (typeof data === "object" && data !== null) before.add(data);
}

/** Whether `data` was loaded by an earlier page or is outdated, so that it has to be asked for. */
export function isFromBefore(data: unknown): boolean {
  return typeof data === "object" && data !== null && before.has(data);
}

/** Puts what an earlier page of this tab has loaded into `cache`, where this one knows nothing yet. */
export function restore(cache: Cache): void {
  for (const [key, { data, at }] of Object.entries(read())) {
    if (cache.get(key)?.data !== undefined) continue;
    before.add(data);
    noteRead(data, new Date(at));
    cache.set(key, { ...cache.get(key), data });
  }
}

function read(): Kept {
  try {
    if (seemsSignedIn()) return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Kept;
    sessionStorage.removeItem(name);
  } catch {
    // Storage is switched off, or holds something else: nothing is known.
  }
  return {};
}

/** Keeps what `cache` holds now, in place of what was kept. */
export function keep(cache: Cache): void {
  const kept: Kept = {};
  for (const key of cache.keys()) {
    const data: unknown = cache.get(key)?.data;
    const at = typeof data === "object" && data ? readAt(data) : undefined;
    if (own.test(key) && at) kept[key] = { data: data as object, at: at.toISOString() };
  }
  const text = JSON.stringify(kept);
  try {
    if (seemsSignedIn() && text.length <= longest) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    // No room: the next page asks without showing anything before.
  }
}
