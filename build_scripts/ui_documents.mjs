/** Documents: the complete HTML around each rendered page, and the checks that it must pass. */
import { moduleClasses, source } from "./ui_bundles.mjs";
import { closure } from "./ui_core.mjs";
import { stylesFor } from "./ui_styles.mjs";

const fonts = ["marcellus-plain", "inter-plain"];

function outputOf(outputs, module) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === `${source}/${module}.tsx`);
  if (!found) throw new Error(`No chunk was built from ${source}/${module}.tsx`);
  return found[0];
}

/** The scripts that run before anyone interacts with the page, in their order; the last is the entry. */
export function scriptsOf(page, outputs) {
  const scripts = page.source ? closure(outputs, outputOf(outputs, page.source)) : new Set();
  return [...closure(outputs, outputOf(outputs, page.entry), scripts)];
}

export function address(file) {
  return `/${file.replace(/^ui\/dist\//, "")}`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function scriptJson(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** How the page looks when somebody shares its address. */
function sharing({ title, description, image }, canonical) {
  const properties = {
    "og:type": "website",
    "og:site_name": "{{business.name}}",
    "og:locale": "en_AU",
    "og:title": title,
    "og:description": description,
    "og:url": canonical,
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
function firstPicture(body) {
  const picture = /<picture>((?:(?!<\/picture>).)*fetchPriority="high".*?)<\/picture>/s.exec(body)?.[1] ?? "";
  return [...picture.matchAll(/<source ([^>]*type="image\/avif"[^>]*)>/g)].map(([, attributes]) => {
    const value = (name) => new RegExp(`${name}="([^"]*)"`, "i").exec(attributes)?.[1];
    return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" media="${value("media")}" href="${value("srcset")}">`;
  });
}

/**
 * The page's scripts and style sheet. Public pages carry the rules that they begin with; the whole sheet and the scripts follow
 * the first paint. The others bring theirs at once. The starter also remembers what was pressed before the scripts came.
 */
function scriptsAndStyles(page, { sheets, outputs, starter }) {
  const scripts = scriptsOf(page, outputs).map(address);
  const { file: sheet, text } = sheets[page.entry];
  if (page.entry === "main") {
    return [
      `<style>${stylesFor(text, page.body)}</style>`,
      `<script defer src="${address(starter)}" data-scripts="${scripts.join(" ")}" data-sheet="${address(sheet)}"></script>`,
    ];
  }
  return [
    `<link rel="stylesheet" href="${address(sheet)}">`,
    `<script defer src="${address(starter)}"></script>`,
    `<script type="module" src="${scripts.pop()}"></script>`,
    ...scripts.map((file) => `<link rel="modulepreload" href="${file}">`),
  ];
}

/** The head in the order in which a browser needs it. */
function head(page, bundles) {
  const { files } = bundles;
  const { title, description, index } = page.meta;
  const canonical = page.path && `{{site.address}}${page.path}`;
  const fontFiles = fonts.map((font) => {
    const file = [...files.keys()].find((name) => name.startsWith(`ui/dist/assets/${font}-`));
    if (!file) throw new Error(`The font ${font} is not among the files`);
    return address(file);
  });
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    canonical && `<link rel="canonical" href="${canonical}">`,
    !index && '<meta name="robots" content="noindex">',
    ...firstPicture(page.body),
    ...fontFiles.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...scriptsAndStyles(page, bundles),
    '<meta name="theme-color" content="#fbf8f3">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...(index ? sharing(page.meta, canonical) : []),
    ...(page.data ? [`<script type="application/ld+json">${scriptJson(page.data)}</script>`] : []),
  ].filter(Boolean);
}

/**
 * One complete document. Places for the server: `{{fact}}` (to be HTML-escaped), `{{siteFacts}}` (the JSON block, with
 * every "<" written as \u003c), the block of structured data (filled as data, not as text) and, on pages that may be
 * tracked, the comment `<!--pixel-fallback-->`.
 */
export function documentHtml(page, bundles) {
  return `<!doctype html>
<html lang="en-AU">
<head>
${head(page, bundles).join("\n")}
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="site-facts">{{siteFacts}}</script>
${page.group === "public" ? "<!--pixel-fallback-->\n" : ""}</body>
</html>
`;
}

/** Throws, with every fault of the document at once, when it breaks the content policy or names what does not exist. */
export function checkDocument(page, html, sheetText, { factKeys, structuredKeys }) {
  const faults = [];
  if (/\sstyle="/.test(html)) faults.push("a style attribute");
  if (html.match(/<style[\s>]/g)?.length > 1 || /<style\s/.test(html)) faults.push("a style sheet that the policy does not know");
  if (/"undefined"/.test(html)) faults.push("an attribute that was never told its value");
  if (/<script(?![^>]*(?:src=|application\/(?:ld\+)?json))/.test(html)) faults.push("an inline script");
  if (/\son[a-z]+="/.test(html)) faults.push("an inline event handler");
  const known = new Set([...factKeys, "siteFacts"]);
  const dataBlocks = /<script type="application\/ld\+json">.*?<\/script>/gs;
  const unknown = (text, extra = []) =>
    [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, key]) => key).filter((key) => !known.has(key) && !extra.includes(key));
  const markers = [
    ...unknown(html.replace(dataBlocks, "")),
    ...(html.match(dataBlocks) ?? []).flatMap((block) => unknown(block, structuredKeys)),
  ];
  for (const key of markers) faults.push(`the unknown marker {{${key}}}`);
  const headings = html.match(/<h1[\s>]/g)?.length ?? 0;
  if (page.entry !== "admin" && headings !== 1) faults.push(`${headings} first-level headings`);
  const ruled = moduleClasses(sheetText);
  for (const [, names] of html.matchAll(/\sclass="([^"]+)"/g)) {
    for (const name of names.split(/\s+/)) {
      if (/^[A-Z]\w*_/.test(name) && !ruled.has(name)) faults.push(`the class ${name} without a rule`);
    }
  }
  if (faults.length) throw new Error(`${page.name}.html has ${faults.join(", ")}`);
}
