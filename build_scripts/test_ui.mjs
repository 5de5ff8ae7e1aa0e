/** Runs the unit tests of ui/tests in Node: each is bundled first, since Node reads no TypeScript. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const tests = join(import.meta.dirname, "../ui/tests");
const folder = mkdtempSync(join(tmpdir(), "helios-ui-tests-"));
try {
  const entryPoints = readdirSync(tests).filter((name) => name.endsWith(".test.ts")).map((name) => join(tests, name));
  await build({ entryPoints, outdir: folder, bundle: true, platform: "node", format: "esm", outExtension: { ".js": ".mjs" }, logLevel: "warning" });
  const files = readdirSync(folder).map((name) => join(folder, name));
  process.exitCode = spawnSync(process.execPath, ["--test", "--test-reporter=dot", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
