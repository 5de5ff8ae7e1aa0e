/** Prints what each page costs its visitor, and holds it to its budget. */
import { gzipSync } from "node:zlib";
import { scriptsOf } from "./ui_documents.mjs";

/** Kilobytes (1000 bytes, gzip) of script before anyone interacts. */
const budgets = { "/": 95, "/contact": 130 };

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
    const needed = [...scriptsOf(page, bundles.outputs), bundles.starter];
    const scripts = needed.reduce((sum, file) => sum + sizes.get(file), 0);
    const name = page.path ?? page.name;
    const html = packed(out.get(`pages/${page.name}.html`));
    console.log(`${name.padEnd(20)}${kilobytes(scripts)} ${kilobytes(sizes.get(bundles.sheets[page.entry].file))} ${kilobytes(html)}`);
    if (scripts > (budgets[page.path] ?? Infinity) * 1000) over.push(`${name}: ${kilobytes(scripts)} kB of script`);
  }
  if (over.length) throw new Error(`Over the budget: ${over.join("; ")}`);
}
