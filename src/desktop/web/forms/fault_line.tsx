import type { JSX } from "hono/jsx/jsx-runtime";
import type { Fault } from "../../../errors.ts";

/** What is wrong with one value, leading to its field: a form may be long. */
export function FaultLine({ fault: { path, reason }, form }: { fault: Fault; form: string }): JSX.Element {
  if (path === "") return <li>{reason}</li>;
  return (
    <li>
      <a href={`#${form}-${path.replace(/\[.*$/, "")}`}>{path}</a>: {reason}
    </li>
  );
}
