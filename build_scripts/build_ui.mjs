/**
 * Builds ui/dist: prerendered pages, hashed assets (with .br beside them), root files and manifest.json.
 * `--watch` builds again after every change under ui/, without compressing; `--out=FOLDER` writes somewhere else.
 */
import { mkdtemp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { watch } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { buildBundles, moduleClasses, root } from "./ui_bundles.mjs";
import { address, checkDocument, scriptsAndStyles } from "./ui_documents.mjs";
import { report } from "./ui_report.mjs";

const outOption = process.argv.find((argument) => argument.startsWith("--out="));
const dist = outOption ? resolve(outOption.slice("--out=".length)) : join(root, "ui/dist");
const publicFolder = join(root, "ui/public");

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".avif": "image/avif",
  ".webm": "video/webm",
  ".mp4": "video/mp4",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const compressible = new Set([".js", ".css", ".svg", ".ico", ".webmanifest"]);

function typeOf(file) {
  const type = types[extname(file)];
  if (!type) throw new Error(`No content type is known for ${file}`);
  return type;
}

/** Runs the renderer; it lives beside node_modules while it runs, and is gone afterwards. */
async function render(renderer) {
  const folder = await mkdtemp(join(root, "node_modules/.helios-render-"));
  try {
    const file = join(folder, "server.mjs");
    await writeFile(file, renderer);
    const { renderDocuments, documentHtml, factKeys, structuredKeys } = await import(pathToFileURL(file));
    return { pages: await renderDocuments(), documentHtml, known: { factKeys, structuredKeys } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The highest quality takes twice as long for one byte in fifty; what is large, ten times as long for one in twelve. */
const large = 300_000;

/** The contents as Brotli, null where that is no smaller; any other coding is the server's to make. */
async function compress(contents) {
  const quality = contents.length > large ? 9 : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  const packed = await promisify(brotliCompress)(contents, { params });
  return packed.length < contents.length ? packed : null;
}

async function writeAll(folder, files) {
  for (const [path, contents] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

/** Everything that goes into the folder, as path -> contents, and the manifest that describes it to the server. */
async function assemble({ compressed }) {
  const bundles = await buildBundles();
  const { pages, documentHtml, known } = await render(bundles.renderer);
  const out = new Map();
  const manifest = { pages: {}, notFound: "", shells: {}, assets: {}, files: {} };

  const publicPaths = pages.filter(({ meta }) => meta.index).map(({ path }) => path);
  const classes = moduleClasses(bundles.sheets.pages.text);
  for (const page of pages) {
    const html = documentHtml(page, scriptsAndStyles(page, bundles, publicPaths));
    checkDocument(page, html, classes, known);
    const file = `pages/${page.name}.html`;
    out.set(file, html);
    if (page.path) manifest.pages[page.path] = file;
    else if (page.name === "404") manifest.notFound = file;
    else manifest.shells[page.name] = file;
  }

  const assets = [...bundles.files].sort(([a], [b]) => a.localeCompare(b)).map(([file, contents]) => [address(file), contents, manifest.assets]);
  const names = (await readdir(publicFolder)).sort();
  const rooted = await Promise.all(names.map(async (name) => [`/${name}`, await readFile(join(publicFolder, name)), manifest.files]));
  // All at once: each is compressed by one processor alone.
  const added = [...assets, ...rooted].map(async ([url, contents, list]) => {
    const packed = compressed && compressible.has(extname(url)) ? await compress(contents) : null;
    return { url, contents, list, packed };
  });
  for (const { url, contents, list, packed } of await Promise.all(added)) {
    const path = url.slice(1);
    out.set(path, contents);
    if (packed) out.set(`${path}.br`, packed);
    list[url] = { type: typeOf(path), size: contents.length };
  }
  out.set("manifest.json", `${JSON.stringify(manifest, null, 1)}\n`);
  return { out, pages, bundles };
}

/** Writes a new folder beside the old one and puts it in its place, so that a failed build leaves the old one whole. */
async function buildOnce(options) {
  const started = performance.now();
  const { out, pages, bundles } = await assemble(options);
  const fresh = `${dist}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await writeAll(fresh, out);
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
  report(pages, bundles, out);
  console.log(`${out.size} files in ${relative(process.cwd(), dist)}, ${Math.round(performance.now() - started)} ms`);
}

async function buildAndWatch() {
  let wanted = true;
  let wake = () => {};
  watch(join(root, "ui"), { recursive: true }, (_event, name) => {
    if (!name || name.startsWith("dist")) return;
    wanted = true;
    wake();
  });
  for (;;) {
    if (!wanted) await new Promise((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, 80));
    wanted = false;
    await buildOnce({ compressed: false }).catch((error) => console.error(error.message));
  }
}

if (process.argv.includes("--watch")) await buildAndWatch();
else
  await buildOnce({ compressed: true }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
