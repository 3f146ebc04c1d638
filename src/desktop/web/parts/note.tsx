import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** Something that a person should know. */
export function Note(
  { tone, title, children }: { tone?: "ok" | "wait" | "bad"; title?: string; children?: Child },
): JSX.Element {
  return (
    <div class={`note ${tone ?? ""}`} role={tone === "bad" ? "alert" : "status"}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}
