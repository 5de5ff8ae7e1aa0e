/**
 * One chunk for what pages share. esbuild gives every set of pages that share a module a chunk of its own: dozens of files
 * of a kilobyte each, for which a browser queues. A first run shows what the pages of a group begin with; in the second, every module
 * imports all of that, so that esbuild finds it in one set.
 */
import { join } from "node:path";
import { build } from "esbuild";

const name = "helios:core";

/** Chunks that only some pages begin with join the core when, with all that they bring along, they are no larger (bytes). */
const small = 1200;

function closure(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") closure(outputs, path, seen);
  return seen;
}

/** The modules of the public pages' first chunks: all that the entry itself begins with, and the small ones beside it. */
function coreModules(outputs, source, entry) {
  const entryFile = Object.keys(outputs).find((file) => outputs[file].entryPoint === `${source}/${entry}.tsx`);
  const always = closure(outputs, entryFile);
  const pages = outputs[entryFile].imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path);
  const shared = new Set(always);
  for (const page of pages) {
    for (const file of closure(outputs, page)) {
      const brought = [...closure(outputs, file)].filter((each) => !always.has(each));
      const weight = brought.reduce((sum, each) => sum + outputs[each].bytes, 0);
      if (!outputs[file].entryPoint && weight <= small) shared.add(file);
    }
  }
  shared.delete(entryFile);
  return [...shared].flatMap((file) => Object.keys(outputs[file].inputs)).filter((file) => /\.tsx?$/.test(file));
}

/** Runs the build of `options` so that what `entry` and its pages share is one chunk. Returns esbuild's result. */
export async function buildWithCore(options, source, entry) {
  const first = await build({ ...options, logLevel: "silent" });
  const modules = coreModules(first.metafile.outputs, source, entry).sort();
  const core = {
    name: "core",
    setup(plugin) {
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: "core" }));
      plugin.onLoad({ filter: /.*/, namespace: "core" }, () => ({
        contents: modules.map((module) => `import ${JSON.stringify(join(options.absWorkingDir, module))};`).join("\n"),
        resolveDir: options.absWorkingDir,
      }));
    },
  };
  return build({ ...options, inject: [name], plugins: [core] });
}
