/** As much of what a server said as a message quotes, in characters. */
const LONGEST_QUOTE = 300;

/** How the model server is set. */
const SETTING =
  "`workflow-code auth login` saves another, WORKFLOW_SERVER_ADMIN_KEY with WORKFLOW_SERVER_URL stands above it";

/**
 * Says what a status of the model server means for the author of a workflow.
 *
 * @param status The HTTP status, none of success.
 * @param body What came with it.
 * @param model The model that was asked for, if one was.
 * @returns Such as `the model server failed (503: overloaded)`.
 */
export function explainResponse(status: number, body: string, model: string | undefined): string {
  const said = quoteBody(body);
  const answer = said === "" ? `${status}` : `${status}: ${said}`;
  switch (true) {
    case status === 401 || status === 403:
      return `the model server does not accept the key, or there is none (${answer}); ${SETTING}`;
    case status === 404 && model !== undefined:
      return `the model server does not know the model, or its address does not end before /chat/completions (${answer}); ` +
        "a model is chosen by `model` of the agent or by `workflow.model` in package.json";
    case status === 404:
      return `the model server's address does not end before /chat/completions (${answer})`;
    case status === 429:
      return `the model server takes no more requests for now (${answer})`;
    case status >= 500:
      return `the model server failed (${answer})`;
    case status >= 300 && status < 400:
      return `the model server points to another address, where its key is not sent (${answer}); ` +
        "set that address with `workflow-code auth login` or WORKFLOW_SERVER_URL";
    default:
      return `the model server refused the request (${answer})`;
  }
}

/**
 * Quotes what a server said: the message of an error in JSON, else the beginning of the text.
 *
 * @param body What it said.
 * @returns A line of at most 300 characters; empty for nothing.
 */
export function quoteBody(body: string): string {
  const said = readMessage(body) ?? (/^\s*<(!doctype|html)/i.test(body) ? "a web page" : body);
  const line = said.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length <= LONGEST_QUOTE ? line : `${line.slice(0, LONGEST_QUOTE)}…`;
}

/** Servers write `{ error: { message } }`, `{ error: "…" }`, `{ message }` or `{ detail }`. */
function readMessage(body: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return findMessage(json);
  } catch {
    return undefined;
  }
}

function findMessage(json: unknown): string | undefined {
  if (Array.isArray(json)) return findMessage(json[0]);
  if (typeof json !== "object" || json === null) return undefined;
  const { error, message, detail } = json as Record<string, unknown>;
  const texts = [message, detail, error].filter((text) => typeof text === "string");
  return findMessage(error) ?? texts[0];
}
