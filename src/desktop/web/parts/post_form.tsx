import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** What {@linkcode PostForm} is. */
export interface PostFormProps {
  readonly action: string;
  /** Proves that the form is one of ours. */
  readonly csrf: string;
  readonly class?: string;
  readonly id?: string;
  /** Whether what is typed into it outlives a refresh of the page. @default false */
  readonly isKept?: boolean;
  /** Where what is typed is saved meanwhile. */
  readonly draft?: string | undefined;
  /** What the Enter key does, whatever button comes first. @default what the first button does */
  readonly onEnter?: string;
  readonly children?: Child;
}

/** A form that changes something. */
export function PostForm(
  { action, csrf, id, isKept = false, draft, onEnter, children, ...rest }: PostFormProps,
): JSX.Element {
  return (
    <form
      method="post"
      action={action}
      id={id}
      class={rest.class}
      data-keep={isKept ? "" : undefined}
      data-draft={draft}
    >
      <input type="hidden" name="csrf" value={csrf} />
      {onEnter && (
        <button type="submit" class="unseen" name="do" value={onEnter} tabindex={-1} aria-hidden="true" />
      )}
      {children}
    </form>
  );
}
