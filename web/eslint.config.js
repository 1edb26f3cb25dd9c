// The rules for scripts that no type can state. Names and types are for tsc.
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
