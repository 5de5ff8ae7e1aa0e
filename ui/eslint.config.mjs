import { readdirSync } from "node:fs";
import js from "@eslint/js";
import globals from "globals";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import hooks from "eslint-plugin-react-hooks";
import a11y from "eslint-plugin-jsx-a11y-x";
import tseslint from "typescript-eslint";

const src = "./ui/src";

/** Features know what all of them share, and never each other: pages and applications put them together. */
const betweenFeatures = readdirSync(new URL("src/features", import.meta.url)).map((feature) => ({
  target: `${src}/features/${feature}`,
  from: `${src}/features`,
  except: [`./${feature}`],
  message: "A feature does not import another one.",
}));
const shared = ["api", "components", "content", "drawings"].map((folder) => ({
  target: `${src}/${folder}`,
  from: ["features", "shell", "apps", "islands", "pages"].map((higher) => `${src}/${higher}`),
  message: "What all features share knows none of them.",
}));
const aboveFeatures = {
  target: `${src}/features`,
  from: ["apps", "islands", "pages"].map((higher) => `${src}/${higher}`),
  message: "A feature does not know where it is shown.",
};

export default tseslint.config(
  { ignores: ["ui/dist/**", "**/*.gen.ts"] },
  js.configs.recommended,
  {
    files: ["ui/{src,tests}/**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked, hooks.configs.flat.recommended, a11y.configs.recommended],
    plugins: { "import-x": importX },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true },
    },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".tsx", ".css"] })] },
    rules: {
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Promise" }] }],
      "import-x/no-restricted-paths": ["error", { zones: [...betweenFeatures, ...shared, aboveFeatures] }],
      // Roles are spelled out where a narrow layout takes a list's or a table's own away from some readers.
      "jsx-a11y-x/no-redundant-roles": ["error", { thead: ["rowgroup"], tbody: ["rowgroup"], ol: ["list"], ul: ["list"] }],
      "jsx-a11y-x/no-interactive-element-to-noninteractive-role": [
        "error",
        { tr: ["row"], td: ["cell"], th: ["rowheader", "columnheader"], canvas: ["img"] },
      ],
      // What scrolls has to be reached by those who scroll with keys.
      "jsx-a11y-x/no-noninteractive-tabindex": "off",
      // A click beside a dialog closes it, as Escape does; a grid hears the arrow keys of the buttons in it.
      "jsx-a11y-x/click-events-have-key-events": "off",
      "jsx-a11y-x/no-noninteractive-element-interactions": "off",
      "jsx-a11y-x/no-static-element-interactions": "off",
      // A list of tabs is entered by its tab that is open.
      "jsx-a11y-x/interactive-supports-focus": "off",
      // A field that somebody has just asked for may have the focus; radio buttons may say that their group is at fault.
      "jsx-a11y-x/no-autofocus": "off",
      "jsx-a11y-x/role-supports-aria-props": "off",
    },
  },
  {
    files: ["ui/tests/**/*.ts"],
    // The runner waits for what `test` answers.
    rules: { "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [{ from: "package", name: "test", package: "node:test" }] }] },
  },
  {
    files: ["build_scripts/**/*.mjs", "ui/*.mjs"],
    languageOptions: { globals: globals.node },
  },
);
