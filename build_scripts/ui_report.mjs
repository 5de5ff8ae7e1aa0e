/** Prints what each page costs its visitor, and holds it to its budget. */
import { gzipSync } from "node:zlib";
import { scriptsOf } from "./ui_documents.mjs";

/** Kilobytes (1000 bytes, gzip) of script before anyone interacts. */
const budgets = { "/contact": 125, "/onboarding": 140, "/checkout": 125 };
const plainBudget = 12;

function packed(contents) {
  return gzipSync(contents, { level: 9 }).length;
}

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1).padStart(7);
}

/** One line per page, sizes in kB after gzip; throws when a page is over its budget. */
export function report(pages, bundles, out) {
  const sizes = new Map([...bundles.files].map(([file, contents]) => [file, packed(contents)]));
  const over = [];
  console.log("page                 script   style    html   (kB, gzip)");
  for (const page of pages) {
    const { entry, others } = scriptsOf(page, bundles.outputs);
    const scripts = [entry, ...others].reduce((sum, file) => sum + sizes.get(file), 0);
    const name = page.path ?? page.name;
    const html = packed(out.get(`pages/${page.name}.html`));
    console.log(`${name.padEnd(20)}${kilobytes(scripts)} ${kilobytes(sizes.get(bundles.sheets[page.group === "admin" ? "staff" : "pages"].path))} ${kilobytes(html)}`);
    if (scripts > (page.scripts.length || page.group === "admin" ? (budgets[page.path] ?? Infinity) : plainBudget) * 1000) over.push(`${name}: ${kilobytes(scripts)} kB of script`);
  }
  if (over.length) throw new Error(`Over the budget: ${over.join("; ")}`);
}
