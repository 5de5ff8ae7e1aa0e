/** Sheets keep to the scales of styles/tokens.css: six sizes of type, four widths, colours by their names. */
export default {
  ignoreFiles: ["**/standins.css"],
  reportNeedlessDisables: true,
  rules: {
    "color-no-hex": true,
    "color-named": "never",
    "declaration-property-value-allowed-list": {
      // Pixels are the units of a drawing; a printed page makes everything smaller at once.
      "font-size": [/^var\(--text-(small|body|lead|title|heading|display)\)$/, "inherit", /^\d+px$/, "72%"],
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
