const PLACE = "@REPOSITORY_URL@";

/**
 * Writes into an install script where the releases are.
 *
 * @param template The script as it is kept.
 * @param repositoryUrl Such as `https://github.com/OWNER/NAME`; without it the script says what it needs.
 * @returns The script.
 * @throws {RangeError} When that is no https address, or has characters that a shell would read.
 */
export function fillInstallScript(template: string, repositoryUrl: string | undefined): string {
  if (!template.includes(PLACE)) throw new RangeError(`Cannot fill an install script that has no ${PLACE}`);
  const url = (repositoryUrl ?? "https://example.invalid/no-repository-was-named").replace(/\/+$/, "");
  if (!/^https:\/\/[\w.-]+(\/[\w.-]+)*$/.test(url)) {
    throw new RangeError(
      `Cannot name ${JSON.stringify(url)} in an install script: expected https://HOST/OWNER/NAME`,
    );
  }
  return template.replaceAll(PLACE, url);
}
