/** A step of the scale, or a sum of steps; pixels and em belong to what is drawn, and what flows with the page's width is its own. */
const step = String.raw`(?:var\(.+\)|0|auto|-?\d+px|-?[\d.]+em|-?[\d.]+%|(?:calc|clamp|min|max)\(.+\)|env\(.+\))`;
const spaces = [new RegExp(`^${step}(?: ${step}){0,3}$`), "inherit", "normal"];

/** Sheets keep to the scales of styles/tokens.css: six sizes of type, steps of space, four widths, colours by their names. */
export default {
  ignoreFiles: ["**/standins.css"],
  reportNeedlessDisables: true,
  rules: {
    "color-no-hex": true,
    "color-named": "never",
    "declaration-property-value-allowed-list": {
      // Pixels are the units of a drawing; a printed page makes everything smaller at once.
      "font-size": [/^var\(--text-(small|body|lead|title|heading|display)\)$/, "inherit", /^\d+px$/, "72%"],
      "/^(margin|padding)/": spaces,
      "/^(row-|column-)?gap$/": spaces,
    },
    "media-feature-name-value-allowed-list": {
      "min-width": ["40rem", "48rem", "64rem", "80rem"],
      "max-width": ["39.99rem", "47.99rem", "63.99rem"],
    },
    "declaration-block-no-duplicate-properties": true,
    "property-no-unknown": [true, { ignoreProperties: ["composes"] }],
    "function-no-unknown": true,
    "custom-property-no-missing-var-function": true,
    "no-duplicate-selectors": true,
    "unit-no-unknown": true,
  },
  overrides: [{ files: ["**/tokens.css"], rules: { "color-no-hex": null } }],
};
