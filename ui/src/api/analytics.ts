/** Events for the trackers. Without a configured id, or without consent, no tracker is there and nothing is sent. */

/** A generic event: `action`, or `name` for one that stands alone, within a category. */
type TrackedEvent = { label?: string; value?: number; [detail: string]: string | number | undefined } & (
  | { category: string; action: string }
  | { category?: string; name: string }
);

type Send = (...call: unknown[]) => void;

declare global {
  interface Window {
    /** The analytics tag, while it may be used (features/consent/trackers.ts). */
    gtag?: Send | undefined;
    /** The advertising pixel, while it may be used. */
    fbq?: Send | undefined;
    /** The id of the analytics tag that is in use. */
    heliosTag?: string;
  }
}

/** Tells the analytics tag which page is shown, without the query: it may name a payment. */
export function trackPage(path: string): void {
  window.gtag?.("config", window.heliosTag, { page_path: path });
}

/** Sends one event to the analytics tag; does nothing when none is configured. */
export function track(event: TrackedEvent): void {
  const { category, action, name, label, value, ...details } = event;
  window.gtag?.("event", action ?? name, { event_category: category, event_label: label, value, ...details });
}

/** Sends a conversion-style event; `value` in Australian dollars. */
export function trackConversion(name: string, value: number, details: Record<string, string> = {}): void {
  window.gtag?.("event", name, { currency: "AUD", value, ...details });
}

/** Sends a lead to the advertising pixel, if present; `value` in Australian dollars. */
export function trackLead(contentName: string, category: string, value: number): void {
  window.fbq?.("track", "Lead", { content_name: contentName, content_category: category, value, currency: "AUD" });
}
