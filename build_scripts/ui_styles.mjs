/**
 * The part of a style sheet that a prerendered page begins with. It stands in the page itself, so that nothing is waited for
 * before the first paint; the whole sheet comes with the scripts.
 */

/** The rules of a minified sheet that stand on their own: `.a{}`, `@media{...}`, `@font-face{}`. */
function rulesOf(sheet) {
  const rules = [];
  let depth = 0;
  let begin = 0;
  for (const { 0: mark, index } of sheet.matchAll(/"(?:[^"\\]|\\.)*"|[{};]/g)) {
    if (mark === "{") depth += 1;
    if (mark === "}") depth -= 1;
    if (depth > 0 || (mark !== "}" && mark !== ";")) continue;
    rules.push(sheet.slice(begin, index + 1));
    begin = index + 1;
  }
  return rules;
}

/** Names of the CSS modules whose classes or animations a text mentions (`Button_primary` is of the module Button). */
function modulesIn(text, pattern) {
  return new Set([...text.matchAll(pattern)].map(([, name]) => name));
}

/** From `sheet`, in its order: what is common to all pages, and every rule of the modules that `body` has classes of. */
export function stylesFor(sheet, body) {
  const shown = modulesIn(body, /[\s"]([A-Z]\w*?)_\w+(?=[\s"])/g);
  const kept = rulesOf(sheet).filter((rule) => {
    const modules = modulesIn(rule, /(?<![\w-])([A-Z]\w*?)_\w+/g);
    return modules.size === 0 || [...modules].some((name) => shown.has(name));
  });
  return kept.join("");
}
