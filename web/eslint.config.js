// The rules for scripts that no type can state. Names and types are for tsc.

// `src/pages/assets/lean.rs` takes the spaces around these operators away, wherever they stand.
const operators = "/ (=|=>|===|!==|&&|\\|\\||\\?\\?) /";
const texts = [`Literal[raw=${operators}]`, `TemplateElement[value.raw=${operators}]`];

export default [
  {
    files: ["pages/*.js"],
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-constant-condition": "error",
      "no-duplicate-imports": "error",
      "no-empty": "error",
      "no-eval": "error",
      "no-fallthrough": "error",
      "no-implicit-coercion": "error",
      "no-restricted-syntax": ["error", ...texts.map((selector) => ({ selector, message: "A text loses the spaces around an operator." }))],
      "no-self-assign": "error",
      "no-unreachable": "error",
      "no-unused-vars": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
    },
  },
];
