/**
 * A style sheet in two parts: what a prerendered page begins with stands in the page itself, so that nothing is waited for before
 * the first paint; the rules of all modules come with the scripts. Fonts and what is common to all pages are not told a second
 * time, because a browser would then lay the whole page out anew.
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

/** Names of the CSS modules that a rule is about; none for what is common to all pages. */
function modulesOf(rule) {
  return modulesIn(rule, /(?<![\w-])([A-Z]\w*?)_\w+/g);
}

/** From `sheet`, in its order: the rules of all modules, without what is common to all pages. */
export function modulesOnly(sheet) {
  return rulesOf(sheet)
    .filter((rule) => modulesOf(rule).size > 0)
    .join("");
}

/** From `sheet`, in its order: what is common to all pages, and every rule of the modules that `body` has classes of. */
export function stylesFor(sheet, body) {
  const shown = modulesIn(body, /[\s"]([A-Z]\w*?)_\w+(?=[\s"])/g);
  const kept = rulesOf(sheet).filter((rule) => {
    const modules = modulesOf(rule);
    return modules.size === 0 || [...modules].some((name) => shown.has(name));
  });
  return kept.join("");
}
