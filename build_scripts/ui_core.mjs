/**
 * Few chunks for what pages share. esbuild gives every set of pages that share a module a chunk of its own: dozens of files of a
 * kilobyte each, for which a browser queues. A first run shows what the pages of a group begin with; in the second, modules that
 * shall be one chunk import each other, so that esbuild finds them in one set.
 */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build } from "esbuild";

/** Chunks that only some pages begin with join the core when, with all that they bring along, they are no larger (bytes). */
const small = 800;

/** All that a chunk imports statically, and the chunk itself last: the order in which they can be run one by one. */
export function closure(outputs, file, found = new Set(), begun = new Set(found)) {
  if (begun.has(file)) return found;
  begun.add(file);
  for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") closure(outputs, path, found, begun);
  return found.add(file);
}

function modulesOf(outputs, files) {
  return [...files].flatMap((file) => Object.keys(outputs[file].inputs)).filter((file) => /\.tsx?$/.test(file));
}

function pagesOf(outputs, entryFile) {
  return outputs[entryFile].imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path);
}

/** The modules of the public pages' first chunks: all that the entry itself begins with, and the small ones beside it. */
function coreModules(outputs, entryFile) {
  const always = closure(outputs, entryFile);
  const shared = new Set(always);
  for (const page of pagesOf(outputs, entryFile)) {
    for (const file of closure(outputs, page)) {
      const brought = [...closure(outputs, file)].filter((each) => !always.has(each));
      const weight = brought.reduce((sum, each) => sum + outputs[each].bytes, 0);
      if (!outputs[file].entryPoint && weight <= small) shared.add(file);
    }
  }
  shared.delete(entryFile);
  return modulesOf(outputs, shared);
}

/** The modules that all pages with `sign` share, and no page without it has. */
function sharedWith(outputs, entryFile, sign) {
  const pages = pagesOf(outputs, entryFile).map((page) => modulesOf(outputs, closure(outputs, page)));
  const [first = [], ...rest] = pages.filter((modules) => modules.includes(sign));
  const others = new Set(pages.filter((modules) => !modules.includes(sign)).flat());
  return first.filter((module) => !others.has(module) && rest.every((modules) => modules.includes(module)));
}

/**
 * Runs the build of `options` so that what `entry` and its pages share is one chunk (the core), what all its pages with a module
 * of `signs` share is one more for each sign, and the module `apart` with all that it imports another. Returns esbuild's result.
 */
export async function buildWithCore(options, { source, entry, signs, apart }) {
  const all = { ...options, entryPoints: [...options.entryPoints, apart] };
  const { outputs } = (await build({ ...all, logLevel: "silent" })).metafile;
  const entryFile = Object.keys(outputs).find((file) => outputs[file].entryPoint === `${source}/${entry}.tsx`);
  const sets = { "chunk:core": coreModules(outputs, entryFile).sort() };
  for (const sign of signs) {
    const taken = Object.values(sets).flat();
    sets[`chunk:${sign}`] = sharedWith(outputs, entryFile, sign)
      .filter((module) => !taken.includes(module))
      .sort();
  }
  const plugin = {
    name: "chunks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path, namespace: "chunk" }));
      onLoad({ filter: /.*/, namespace: "chunk" }, ({ path }) => ({
        contents: sets[path].map((module) => `import ${JSON.stringify(join(options.absWorkingDir, module))};`).join("\n"),
        resolveDir: options.absWorkingDir,
      }));
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const module = relative(options.absWorkingDir, path);
        if (module === apart || !module.startsWith(source)) return undefined;
        const wanted = Object.keys(sets).filter((name) => name === "chunk:core" || sets[name].includes(module));
        const imports = wanted.map((name) => `import "${name}";`).join("");
        return { contents: imports + (await readFile(path, "utf8")), loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
  return build({ ...all, plugins: [plugin] });
}
