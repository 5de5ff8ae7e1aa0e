import js from "@eslint/js";
import globals from "globals";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["ui/dist/**", "**/*.gen.ts"] },
  js.configs.recommended,
  {
    files: ["ui/src/**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked, hooks.configs.flat.recommended],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true },
    },
    rules: {
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Promise" }] }],
    },
  },
  {
    files: ["build_scripts/**/*.mjs", "ui/*.mjs"],
    languageOptions: { globals: globals.node },
  },
);
