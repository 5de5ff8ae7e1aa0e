import interFont from "../styles/fonts/inter-plain.woff2";
import marcellusFont from "../styles/fonts/marcellus-plain.woff2";
import type { PageMeta } from "./pageMeta";
import type { PageGroup } from "../paths";

type Page = { path: string | null; group: PageGroup; meta: PageMeta; data: object | null; body: string };

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** How the page looks when somebody shares its address. */
function sharing({ title, description, image }: PageMeta, canonical: string | null): string[] {
  const properties: Record<string, string> = {
    "og:type": "website",
    "og:site_name": "{{business.name}}",
    "og:locale": "en_AU",
    "og:title": title,
    "og:description": description,
    "og:url": canonical ?? "",
    "og:image": `{{site.address}}/${image}`,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": title,
  };
  return [
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escape(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** The picture that a page shows first (its image has a high priority), asked for before the scripts queue up. */
function firstPicture(body: string): string[] {
  const picture = /<picture>((?:(?!<\/picture>).)*fetchPriority="high".*?)<\/picture>/s.exec(body)?.[1] ?? "";
  return [...picture.matchAll(/<source ([^>]*type="image\/avif"[^>]*)>/g)].map(([, attributes = ""]) => {
    const value = (name: string) => new RegExp(`${name}="([^"]*)"`, "i").exec(attributes)?.[1];
    return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" media="${value("media")}" href="${value("srcset")}">`;
  });
}

/** The head in the order in which a browser needs it. */
function head(page: Page, brought: readonly string[]): string[] {
  const { title, description, index } = page.meta;
  const canonical = page.path && `{{site.address}}${page.path}`;
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    canonical && `<link rel="canonical" href="${canonical}">`,
    !index && '<meta name="robots" content="noindex">',
    ...firstPicture(page.body),
    ...[marcellusFont, interFont].map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...brought,
    '<meta name="theme-color" content="#fbf8f3">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...(index ? sharing(page.meta, canonical) : []),
    ...(page.data ? [`<script type="application/ld+json">${JSON.stringify(page.data).replaceAll("<", "\\u003c")}</script>`] : []),
  ].filter((line) => typeof line === "string");
}

/**
 * One complete document; `brought` are the elements of its scripts and styles. Places for the server: `{{fact}}` (to be HTML-escaped), `{{siteFacts}}` (the JSON block, with
 * every "<" written as \u003c), the block of structured data (filled as data, not as text) and, on pages that may be
 * tracked, the comment `<!--pixel-fallback-->`.
 */
export function documentHtml(page: Page, brought: readonly string[]): string {
  return `<!doctype html>
<html lang="en-AU">
<head>
${head(page, brought).join("\n")}
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="site-facts">{{siteFacts}}</script>
${page.group === "public" ? "<!--pixel-fallback-->\n" : ""}</body>
</html>
`;
}

