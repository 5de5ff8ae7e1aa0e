import { useSyncExternalStore } from "react";
import { carriedKey } from "../site/carried";

type ToastVariant = "default" | "destructive";

type ToastContent = {
  title: string;
  body?: string;
  variant?: ToastVariant;
  /** Milliseconds on screen. */
  duration?: number;
};

/** `since`: when it was first on screen, in milliseconds. */
export type ShownToast = ToastContent & { id: number; open: boolean; since: number };

/** Specified: one toast at a time, 5 s on screen, a dismissed one is dropped from memory after 1,000,000 ms. */
const toastLimit = 1;
export const toastDuration = 5000;
/** What went wrong takes longer to read, and nothing else may say it. */
export const errorDuration = 10_000;
/** What was on screen for so long has been read. */
const readAfter = 2000;
const toastRemoveDelay = 1_000_000;

const none: readonly ShownToast[] = [];

let toasts: readonly ShownToast[] = none;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Closes a toast; it leaves the memory later, so that its leaving can be seen. */
export function dismissToast(id: number): void {
  change(toasts.map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), toastRemoveDelay);
}

/** Closes what is on screen. */
export function dismissToasts(): void {
  for (const { id, open } of toasts) if (open) dismissToast(id);
}

/** Shows a toast in place of the one on screen; answers a function that closes it. */
export function toast(content: ToastContent): () => void {
  const id = ++lastId;
  change([{ ...content, id, open: true, since: Date.now() }, ...toasts].slice(0, toastLimit));
  return () => dismissToast(id);
}

/** Takes the toasts on screen along to the document that opens next in this tab. Call it just before leaving. */
export function carryToasts(): void {
  const open = toasts.filter((shown) => shown.open).map(({ title, body, variant }) => ({ title, body, variant }));
  if (open.length) sessionStorage.setItem(carriedKey, JSON.stringify(open));
}

/** The same on the way to `address`, for what has not been read yet; forgotten again where that was only a route. */
export function carryUnreadToasts(address: string): void {
  if (toasts.some(({ open, since }) => open && Date.now() - since > readAfter)) return;
  carryToasts();
  setTimeout(() => location.href === address && sessionStorage.removeItem(carriedKey), readAfter / 4);
}

/** Shows the toasts that the previous document sent along. */
export function showCarriedToasts(): void {
  const carried = sessionStorage.getItem(carriedKey);
  if (!carried) return;
  sessionStorage.removeItem(carriedKey);
  for (const content of JSON.parse(carried) as ToastContent[]) toast(content);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts to draw, newest first. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
}
