/** Bundles: scripts in chunks, two style sheets, and the renderer that runs in Node. */
import { readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { build, transform } from "esbuild";

export const root = join(import.meta.dirname, "..");
export const source = "ui/src";

const target = ["es2022", "chrome111", "firefox128", "safari16.4"];
const pdfFolder = join(root, "node_modules/pdfjs-dist");
const pdfVersion = JSON.parse(await readFile(join(pdfFolder, "package.json"), "utf8")).version;
const pdfDecoders = `assets/pdf-${pdfVersion}/`;
/** pdf.js starts its worker by this address: its name tells the version, as its content does not change otherwise. */
const pdfWorker = `assets/pdf-worker-${pdfVersion}`;

/**
 * Class names of CSS modules must come out alike in the scripts, the sheets and the pages. They do when names are not
 * shortened while bundling (chunks are shortened one by one afterwards) and module files have unique names.
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
  define: {
    "process.env.NODE_ENV": '"production"',
    PDF_WORKER: `"/${pdfWorker}.js"`,
    PDF_DECODERS: `"/${pdfDecoders}"`,
  },
  legalComments: "none",
  logLevel: "warning",
  logOverride: { "import-is-undefined": "error" },
};

/** The packages that have scripts alone: who only wants the style sheet need not read them. */
const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const scripted = Object.keys(dependencies).filter((name) => !name.startsWith("@fontsource"));

function filesOf(result) {
  return result.outputFiles.map((file) => ({ path: relative(root, file.path), contents: file.contents, text: file.text }));
}

/** The class names of CSS modules that a text mentions. */
export function moduleClasses(sheetText) {
  return new Set([...sheetText.matchAll(/\.([A-Z]\w*_\w+)/g)].map(([, name]) => name));
}

function refuseTwins(inputs) {
  const seen = new Map();
  for (const file of Object.keys(inputs).filter((name) => name.endsWith(".module.css"))) {
    const twin = seen.get(basename(file));
    if (twin) throw new Error(`Two CSS modules share a name: ${twin} and ${file}`);
    seen.set(basename(file), file);
  }
}

/** What pdf.js needs beside the page's own scripts: its worker, and decoders. */
async function buildPdf() {
  const worker = { [basename(pdfWorker)]: join(pdfFolder, "legacy/build/pdf.worker.mjs") };
  const made = await build({ ...common, entryPoints: worker, entryNames: "[name]", minify: true, logLevel: "error" });
  const decoders = ["jbig2_nowasm_fallback.js", "openjpeg_nowasm_fallback.js"].map(async (name) => ({
    path: `ui/dist/${pdfDecoders}${name}`,
    contents: await readFile(join(pdfFolder, "wasm", name)),
  }));
  return [...filesOf(made), ...(await Promise.all(decoders))];
}

/** Lets every component import ui/src/core.ts, which tells why. */
const withCore = {
  name: "core",
  setup({ onLoad }) {
    onLoad({ filter: /\/ui\/src\/.*\.tsx$/ }, async ({ path }) => ({
      contents: `import ${JSON.stringify(join(root, source, "core.ts"))};${await readFile(path, "utf8")}`,
      loader: "tsx",
    }));
  },
};

/** The scripts, in chunks. React has one of its own: the browser compiles and runs it apart from the site's, in two short tasks. */
async function buildScripts(entry, plugins = []) {
  const entryPoints = [entry, "react.ts"].map((name) => `${source}/${name}`);
  const result = await build({ ...common, entryPoints, splitting: true, plugins });
  refuseTwins(result.metafile.inputs);
  const all = filesOf(result);
  const files = all.map(async ({ path, contents, text }) => {
    if (!path.endsWith(".js")) return { path, contents };
    const { code } = await transform(text, { minify: true, format: "esm", target, legalComments: "none" });
    return { path, contents: Buffer.from(code) };
  });
  const sheets = all.filter(({ path }) => path.endsWith(".css"));
  return {
    // Style sheets per chunk are of no use: what a page needs of them depends on what was there before.
    files: (await Promise.all(files)).filter(({ path }) => !path.endsWith(".css")),
    outputs: result.metafile.outputs,
    classes: moduleClasses(sheets.map(({ text }) => text).join("\n")),
  };
}

/** An entry in one piece, under a name: whatever it loads later is part of it, and so are the styles of that. */
async function buildWhole(name, entry, options = {}) {
  const result = await build({ ...common, entryPoints: { [name]: `${source}/${entry}` }, ...options });
  const files = filesOf(result);
  return {
    script: files.find(({ path }) => path.endsWith(".js"))?.text,
    sheet: files.find(({ path }) => path.endsWith(".css")),
    rest: files.filter(({ path }) => !/\.(js|css)$/.test(path)),
  };
}

/** Builds everything. `files` have paths from the repository root; `outputs` is esbuild's account of the scripts. */
export async function buildBundles() {
  const forNode = {
    platform: "node",
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  };
  const [site, admin, base, pages, staff, pdf] = await Promise.all([
    buildScripts("site.ts", [withCore]),
    buildScripts("admin.tsx"),
    // What is common to all pages stands in each of them; told again later, fonts make a browser lay the whole page out anew.
    buildWhole("base", "styles/index.css"),
    buildWhole("pages", "server.tsx", forNode),
    buildWhole("staff", "admin.tsx", { external: scripted }),
    buildPdf(),
  ]);
  const ruled = moduleClasses(pages.sheet.text + staff.sheet.text);
  const unknown = [...site.classes, ...admin.classes].filter((name) => !ruled.has(name));
  if (unknown.length) throw new Error(`Scripts and style sheets disagree about class names: ${unknown.join(", ")}`);
  const all = [...site.files, ...admin.files, ...base.rest, ...pages.rest, ...staff.rest, pages.sheet, staff.sheet, ...pdf];
  return {
    files: new Map(all.map(({ path, contents }) => [path, contents])),
    outputs: { ...admin.outputs, ...site.outputs },
    sheets: { base: base.sheet.text, pages: pages.sheet, staff: staff.sheet },
    renderer: pages.script,
  };
}
