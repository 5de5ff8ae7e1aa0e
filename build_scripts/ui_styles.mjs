/**
 * What a prerendered page begins with of the sheet stands in the page itself, so that nothing is waited for before the first
 * paint; all of it comes with the parts that are continued.
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

/** Names of the CSS modules that a rule is about. */
function modulesOf(rule) {
  return modulesIn(rule, /(?<![\w-])([A-Z]\w*?)_\w+/g);
}

/** From `sheet`, in its order: every rule of the modules that `body` has classes of. */
export function stylesFor(sheet, body) {
  const shown = modulesIn(body, /[\s"]([A-Z]\w*?)_\w+(?=[\s"])/g);
  const kept = rulesOf(sheet).filter((rule) => {
    return [...modulesOf(rule)].some((name) => shown.has(name));
  });
  return kept.join("");
}
