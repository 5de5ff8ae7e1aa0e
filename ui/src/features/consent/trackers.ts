import { trackPage } from "../../api/analytics";
import { awaitTag } from "../../api/purchase";
import type { SiteFacts } from "../../site/facts";

type Pixel = ((...call: unknown[]) => void) & {
  queue: unknown[];
  loaded: boolean;
  version: string;
  /** Set by the pixel's own script once it has loaded. */
  callMethod?: (...call: unknown[]) => void;
};

declare global {
  interface Window {
    dataLayer?: unknown[];
    _fbq?: Pixel;
  }
}

let tag: Window["gtag"];
let pixel: Pixel | undefined;

function loadScript(src: string, onload: (() => void) | null = null): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  script.onload = onload;
  script.onerror = () => console.info("A tracker was blocked; the site works without it");
  document.head.append(script);
}

function loadTag(id: string): NonNullable<Window["gtag"]> {
  const layer = (window.dataLayer ??= []);
  const gtag = function gtag() {
    // The tag's script recognises commands by their being `arguments` objects, not arrays.
    // eslint-disable-next-line prefer-rest-params
    layer.push(arguments);
  } as NonNullable<Window["gtag"]>;
  gtag("js", new Date());
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`, awaitTag());
  return gtag;
}

function loadPixel(id: string): Pixel {
  const queue: unknown[] = [];
  const made: Pixel = Object.assign(
    (...call: unknown[]) => {
      if (made.callMethod) made.callMethod(...call);
      else queue.push(call);
    },
    { queue, loaded: true, version: "2.0" },
  );
  window._fbq = window.fbq = made;
  loadScript("https://connect.facebook.net/en_US/fbevents.js");
  made("init", id);
  made("track", "PageView");
  return made;
}

/** The tag's own switch, which also stops what its script does by itself. */
function setTagDisabled(id: string, disabled: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: disabled });
}

/** Loads the configured trackers, each once, and reports the page that is open. */
export function switchOn(site: SiteFacts): void {
  const tagId = site["analytics.gaId"];
  const pixelId = site["analytics.pixelId"];
  if (tagId) {
    setTagDisabled(tagId, false);
    window.gtag = tag ??= loadTag(tagId);
    window.heliosTag = tagId;
    trackPage(location.pathname);
  }
  if (pixelId) {
    if (pixel) pixel("consent", "grant");
    window.fbq = pixel ??= loadPixel(pixelId);
  }
}

/** From now on nothing is sent, and what the trackers stored is removed. */
export function switchOff(site: SiteFacts): void {
  if (site["analytics.gaId"]) setTagDisabled(site["analytics.gaId"], true);
  pixel?.("consent", "revoke");
  window.gtag = window.fbq = undefined;
  const parents = location.hostname.split(".").map((_, level, parts) => parts.slice(level).join("."));
  for (const name of document.cookie.split(/;\s*/).map((each) => each.split("=", 1)[0] ?? "")) {
    if (!/^_(ga|gid|gat|gcl|fbp|fbc)/.test(name)) continue;
    for (const domain of ["", ...parents.map((parent) => `; domain=${parent}`)]) {
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
