import type { Loose } from "./members.ts";

/**
 * Makes a function that answers with something else where the original is refused for want of a permission.
 *
 * @param original The function.
 * @param fallback Gives the other answer.
 * @returns The function, failing as before for any other reason.
 */
export function orElse(original: Loose, fallback: () => unknown): Loose {
  return (...args) => {
    try {
      return original(...args);
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) return fallback();
      throw error;
    }
  };
}
