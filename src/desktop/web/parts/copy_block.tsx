import type { JSX } from "hono/jsx/jsx-runtime";

/** A text to be copied. The button works with the page's script only, and shows with it only. */
export function CopyBlock(
  { id, text, label, isWrapped = false }: { id: string; text: string; label: string; isWrapped?: boolean },
): JSX.Element {
  return (
    <div class={isWrapped ? "code wrap" : "code"}>
      <pre tabindex={0} role="group" aria-label={label}><code id={id}>{text}</code></pre>
      <button type="button" class="copy" data-copies={id} aria-label={`Copy ${label}`} hidden>Copy</button>
    </div>
  );
}
