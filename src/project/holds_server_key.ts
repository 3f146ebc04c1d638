/** The key of the server, also one that is only commented out. */
const SERVER_KEY = /WORKFLOW_SERVER_ADMIN_KEY[ \t]*[=:][ \t]*\S/i;

/**
 * Tells whether a text has the key of the models' server in it.
 *
 * @param text A `.env`, or what somebody made of one.
 * @returns Whether the variable is set there, be it in a comment.
 */
export function holdsServerKey(text: string): boolean {
  return SERVER_KEY.test(text);
}
