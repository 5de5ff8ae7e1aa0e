/** Documents: the complete HTML around each rendered page, and the checks that it must pass. */
import { source } from "./ui_bundles.mjs";
import { stylesFor } from "./ui_styles.mjs";

const fonts = ["marcellus-plain", "inter-plain"];

function outputOf(outputs, module) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.replace(/\.tsx?$/, "") === `${source}/${module}`);
  if (!found) throw new Error(`No chunk was built from ${source}/${module}`);
  return found[0];
}

/** All that a chunk imports statically, and the chunk itself last: the order in which they can be run one by one. */
function closure(outputs, file, found) {
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement" && !found.has(path)) closure(outputs, path, found);
  }
  return found.add(file);
}

/** The scripts that run before anyone interacts with the page, in their order; `entry` is the one that the page names. */
export function scriptsOf(page, outputs) {
  const entry = outputOf(outputs, page.group === "admin" ? "admin" : "site");
  const modules = page.scripts.length ? ["continue", ...page.scripts] : [];
  const found = closure(outputs, entry, new Set());
  for (const module of modules) closure(outputs, outputOf(outputs, module), found);
  return { entry, others: [...found].filter((file) => file !== entry) };
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

/** What links may be prepared: pages that anybody may read, whose opening has no effect. Never files, payments or anybody's own. */
function speculation(publicPaths) {
  const where = { href_matches: publicPaths.map((pathname) => ({ pathname, search: "*", hash: "*" })) };
  return `<script type="speculationrules">${scriptJson({ prefetch: [{ where, eagerness: "moderate" }] })}</script>`;
}

/**
 * The page's scripts and style sheet. Pages carry the rules that they begin with; the whole sheet follows with what needs it. The
 * staff area, of which nothing is prerendered, brings its own at once.
 */
function scriptsAndStyles(page, { sheets, outputs }, publicPaths) {
  const { entry, others } = scriptsOf(page, outputs);
  const script = `<script type="module" src="${address(entry)}"`;
  const preloads = others.map((file) => `<link rel="modulepreload" href="${address(file)}" fetchpriority="low">`);
  if (page.group === "admin") {
    return [`<link rel="stylesheet" href="${address(sheets.staff.path)}">`, `${script}></script>`, ...preloads];
  }
  const sheet = address(sheets.pages.path);
  return [
    `<style>${sheets.base}${stylesFor(sheets.pages.text, page.body)}</style>`,
    `${script} data-sheet="${sheet}"></script>`,
    ...preloads,
    page.scripts.length && `<link rel="preload" as="style" href="${sheet}" fetchpriority="low">`,
    page.group === "public" && speculation(publicPaths),
  ];
}

/** The head in the order in which a browser needs it. */
function head(page, bundles, publicPaths) {
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
    ...scriptsAndStyles(page, bundles, publicPaths),
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
export function documentHtml(page, bundles, publicPaths) {
  return `<!doctype html>
<html lang="en-AU">
<head>
${head(page, bundles, publicPaths).join("\n")}
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="site-facts">{{siteFacts}}</script>
${page.group === "public" ? "<!--pixel-fallback-->\n" : ""}</body>
</html>
`;
}

/** Throws, with every fault of the document at once, when it breaks the content policy or names what does not exist. */
export function checkDocument(page, html, ruled, { factKeys, structuredKeys }) {
  const faults = [];
  if (/\sstyle="/.test(html)) faults.push("a style attribute");
  if (html.match(/<style[\s>]/g)?.length > 1 || /<style\s/.test(html)) faults.push("a style sheet that the policy does not know");
  if (/"undefined"/.test(html)) faults.push("an attribute that was never told its value");
  if (/<script(?![^>]*(?:src=|application\/(?:ld\+)?json|speculationrules))/.test(html)) faults.push("an inline script");
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
  if (page.group !== "admin" && headings !== 1) faults.push(`${headings} first-level headings`);
  for (const [, names] of html.matchAll(/\sclass="([^"]+)"/g)) {
    for (const name of names.split(/\s+/)) {
      if (/^[A-Z]\w*_/.test(name) && !ruled.has(name)) faults.push(`the class ${name} without a rule`);
    }
  }
  if (faults.length) throw new Error(`${page.name}.html has ${faults.join(", ")}`);
}
