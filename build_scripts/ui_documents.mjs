/** What each document brings along, and the checks that it must pass. */
import { source } from "./ui_bundles.mjs";
import { stylesFor } from "./ui_styles.mjs";

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

/**
 * The scripts that run before anyone interacts with the page, in their order; `entry` is the one that the page names.
 * `later`: modules that the page asks for by itself at once.
 */
export function scriptsOf(page, outputs, later = []) {
  const entry = outputOf(outputs, page.group === "admin" ? "admin" : "site");
  const modules = page.scripts.length ? ["continue", ...page.scripts] : later;
  const found = closure(outputs, entry, new Set());
  for (const module of modules) closure(outputs, outputOf(outputs, module), found);
  return { entry, others: [...found].filter((file) => file !== entry) };
}

export function address(file) {
  return `/${file.replace(/^ui\/dist\//, "")}`;
}

function scriptJson(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
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
export function scriptsAndStyles(page, { sheets, outputs }, publicPaths) {
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
    page.scripts.length > 0 && `<link rel="preload" as="style" href="${sheet}" fetchpriority="low">`,
    page.group === "public" && speculation(publicPaths),
  ].filter(Boolean);
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
