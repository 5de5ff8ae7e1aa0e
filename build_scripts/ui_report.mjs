/** Prints what each page costs its visitor, and holds it to its budget. */
import { gzipSync } from "node:zlib";
import { scriptsOf } from "./ui_documents.mjs";

/** Kilobytes (1000 bytes, gzip) of script before anyone interacts. */
const budgets = { "/contact": 125, "/onboarding": 140, "/checkout": 125 };
const plainBudget = 12;
/** The staff area's lists, of which none is prerendered; charts, calendar of days, viewer, palette and forms come when used. */
const staffLists = ["DashboardPage", "clients/ClientsPage", "DocumentsPage", "AppointmentsPage"];
const staffBudget = 130;

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
  const sum = ({ entry, others }) => [entry, ...others].reduce((bytes, file) => bytes + sizes.get(file), 0);
  console.log("page                 script   style    html   (kB, gzip)");
  for (const page of pages) {
    const scripts = sum(scriptsOf(page, bundles.outputs));
    const name = page.path ?? page.name;
    const html = packed(out.get(`pages/${page.name}.html`));
    console.log(`${name.padEnd(20)}${kilobytes(scripts)} ${kilobytes(sizes.get(bundles.sheets[page.group === "admin" ? "staff" : "pages"].path))} ${kilobytes(html)}`);
    if (scripts > (page.scripts.length || page.group === "admin" ? (budgets[page.path] ?? Infinity) : plainBudget) * 1000) over.push(`${name}: ${kilobytes(scripts)} kB of script`);
  }
  for (const list of staffLists) {
    const scripts = sum(scriptsOf({ group: "admin", scripts: [] }, bundles.outputs, [`features/admin/${list}`]));
    console.log(`${list.padEnd(20)}${kilobytes(scripts)}`);
    if (scripts > staffBudget * 1000) over.push(`${list}: ${kilobytes(scripts)} kB of script`);
  }
  if (over.length) throw new Error(`Over the budget: ${over.join("; ")}`);
}
