import type { ServerSource } from "./server.ts";

/**
 * Says to people who named a server.
 *
 * @param source Who.
 * @returns Such as `the saved login at /home/me/.workflow-code/auth/workflow-auth.json`.
 */
export function describeSource(source: ServerSource): string {
  switch (source.kind) {
    case "environment":
      return "the environment";
    case "dot_env":
      return "the project's .env";
    case "login":
      return `the saved login at ${source.path}`;
    case "desktop":
      return `Desktop's saved login at ${source.path}`;
  }
}
