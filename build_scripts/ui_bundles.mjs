/** Bundles: scripts per group of pages in chunks, one style sheet per group, and the renderer that runs in Node. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { build, transform } from "esbuild";
import { buildWithCore } from "./ui_core.mjs";
import { modulesOnly } from "./ui_styles.mjs";

export const root = join(import.meta.dirname, "..");
export const source = "ui/src";
export const groups = ["main", "portal", "admin"];

const target = ["es2022", "chrome111", "firefox128", "safari16.4"];

/** What pdf.js needs beside the page's own scripts: its worker, and decoders under a name that tells its version. */
async function buildPdf() {
  const folder = join(root, "node_modules/pdfjs-dist");
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const made = await build({
    absWorkingDir: root,
    entryPoints: { "pdf-worker": join(folder, "legacy/build/pdf.worker.mjs") },
    outdir: "ui/dist/assets",
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target,
    legalComments: "none",
    logLevel: "error",
  });
  const decoders = `ui/dist/assets/pdf-${version}`;
  const files = filesOf(made);
  for (const name of ["jbig2_nowasm_fallback.js", "openjpeg_nowasm_fallback.js"]) {
    files.push({ path: `${decoders}/${name}`, contents: await readFile(join(folder, "wasm", name)) });
  }
  const address = (path) => JSON.stringify(path.replace("ui/dist", ""));
  return { files, define: { PDF_WORKER: address(files[0].path), PDF_DECODERS: address(`${decoders}/`) } };
}

const pdf = await buildPdf();

/**
 * Class names of CSS modules must come out alike in every build. They do when the settings are the same, names are
 * not shortened while bundling (chunks are shortened one by one afterwards) and module files have unique names.
 */
const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  minifyWhitespace: true,
  minifySyntax: true,
  jsx: "automatic",
  format: "esm",
  target,
  outdir: "ui/dist/assets",
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".module.css": "local-css", ".woff2": "file", ".webm": "file", ".mp4": "file", ".avif": "file", ".jpg": "file", ".svg": "file" },
  // React has had this hook itself since version 18; the stand-in for older ones need not travel.
  alias: { "use-sync-external-store/shim": "react" },
  define: { "process.env.NODE_ENV": '"production"', ...pdf.define },
  legalComments: "none",
  logLevel: "warning",
  logOverride: { "import-is-undefined": "error" },
};

function entries(names) {
  return names.map((name) => `${source}/${name}.tsx`);
}

function refuseTwins(inputs) {
  const seen = new Map();
  for (const file of Object.keys(inputs).filter((name) => name.endsWith(".module.css"))) {
    const twin = seen.get(basename(file));
    if (twin) throw new Error(`Two CSS modules share a name: ${twin} and ${file}`);
    seen.set(basename(file), file);
  }
}

function filesOf(result) {
  return result.outputFiles.map((file) => ({ path: relative(root, file.path), contents: file.contents }));
}

/** The class names of CSS modules that a style sheet has rules for. */
export function moduleClasses(sheetText) {
  return new Set([...sheetText.matchAll(/\.([A-Z]\w*_\w+)/g)].map(([, name]) => name));
}

function classesIn(files) {
  const sheets = files.filter((file) => file.path.endsWith(".css"));
  return moduleClasses(sheets.map((file) => new TextDecoder().decode(file.contents)).join("\n"));
}

/** The module that gets a chunk of its own, with React in it. */
const apart = `${source}/react.ts`;

/** Scripts in chunks. The style sheets that esbuild cuts up per chunk are left out, but their class names are kept. */
async function buildScripts() {
  const result = await buildWithCore(
    { ...common, entryPoints: entries(groups), splitting: true },
    { source, entry: "main", signs: ["components/useZodForm.ts", "api/client.ts"].map((module) => `${source}/${module}`), apart },
  );
  refuseTwins(result.metafile.inputs);
  const all = filesOf(result);
  const scripts = await Promise.all(all.filter(({ path }) => path.endsWith(".js")).map(shortened));
  const needless = scripts.filter(({ path, code }) => !code || result.metafile.outputs[path].entryPoint === apart);
  const { outputs, files } = withoutScripts(needless.map(({ path }) => path), result.metafile.outputs, scripts);
  files.push(...all.filter(({ path }) => !/\.(js|css)$/.test(path)));
  return { files, outputs, classes: classesIn(all) };
}

async function shortened({ path, contents }) {
  const text = new TextDecoder().decode(contents);
  const { code } = await transform(text, { minify: true, format: "esm", target, legalComments: "none" });
  return { path, code: code.trim() };
}

/** Scripts, and esbuild's account of them, without those that nobody needs (empty ones, and the way in to the part that stands apart). */
function withoutScripts(needless, outputs, scripts) {
  const needed = ({ path }) => !needless.includes(path);
  const shorter = (code) => needless.reduce((rest, path) => rest.replaceAll(`import"/assets/${basename(path)}";`, ""), code);
  const kept = scripts.filter(needed).map(({ path, code }) => ({ path, code: shorter(code) }));
  const left = kept.filter(({ code }) => needless.some((path) => code.includes(basename(path))));
  if (left.length) throw new Error(`Needless scripts are still asked for: ${left.map(({ path }) => path).join(", ")}`);
  const account = Object.entries(outputs).filter(([path]) => needed({ path }));
  return {
    outputs: Object.fromEntries(account.map(([path, output]) => [path, { ...output, imports: output.imports.filter(needed) }])),
    files: kept.map(({ path, code }) => ({ path, contents: new TextEncoder().encode(code) })),
  };
}

/** The public pages' sheet, which comes after their own rules. Its name follows from what is left in it. */
function laterSheet(text) {
  const contents = new TextEncoder().encode(modulesOnly(text));
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  return { path: `ui/dist/assets/main-${hash}.css`, contents };
}

/**
 * Without splitting, lazily loaded pages are part of their entry, and so are their styles: one sheet for each group.
 * One build for each, because esbuild numbers the names of modules that two entries of a build share.
 * `sheets` tells each group's file and its whole text.
 */
async function buildStyles() {
  const sheets = {};
  const files = [];
  for (const group of groups) {
    const result = await build({ ...common, entryPoints: entries([group]) });
    const entry = Object.values(result.metafile.outputs).find((output) => output.entryPoint);
    if (!entry.cssBundle) throw new Error(`${group}.tsx has no style sheet`);
    const all = filesOf(result);
    const whole = all.find((file) => file.path === entry.cssBundle);
    const text = new TextDecoder().decode(whole.contents);
    const sheet = group === "main" ? laterSheet(text) : whole;
    sheets[group] = { file: sheet.path, text };
    files.push(sheet, ...all.filter((file) => !/\.(js|css)$/.test(file.path)));
  }
  return { files, sheets, classes: classesIn(files) };
}

/** The renderer as one module for Node. */
async function buildRenderer() {
  const result = await build({
    ...common,
    entryPoints: entries(["server"]),
    entryNames: "[name]",
    platform: "node",
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  const script = filesOf(result).find((file) => file.path.endsWith("server.js"));
  return new TextDecoder().decode(script.contents);
}

/** The small classic script that brings the public pages' modules after the first paint. */
async function buildStarter() {
  const result = await build({ ...common, entryPoints: [`${source}/start.ts`], format: "iife", minify: true });
  return filesOf(result);
}

/** Builds everything. `files` have paths from the repository root; `outputs` is esbuild's account of the scripts. */
export async function buildBundles() {
  const [scripts, styles, renderer, starter] = await Promise.all([buildScripts(), buildStyles(), buildRenderer(), buildStarter()]);
  const unknown = [...scripts.classes].filter((name) => !styles.classes.has(name));
  if (unknown.length) throw new Error(`Scripts and style sheets disagree about class names: ${unknown.join(", ")}`);
  const files = new Map([...scripts.files, ...styles.files, ...starter, ...pdf.files].map((file) => [file.path, file.contents]));
  return { files, outputs: scripts.outputs, sheets: styles.sheets, starter: starter[0].path, renderer };
}
