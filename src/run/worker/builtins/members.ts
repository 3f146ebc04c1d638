/** What a `node:` module exports, as an object whose members can be replaced. */
export type Members = Record<string, unknown>;

/** A function of a `node:` module whose arguments are handed on. */
// deno-lint-ignore no-explicit-any -- it takes and gives whatever the original does
export type Loose = (...args: any[]) => any;
