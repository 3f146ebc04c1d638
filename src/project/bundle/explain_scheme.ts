/**
 * Says what works in place of an import that names its source by a scheme, as Deno's do.
 *
 * @param specifier The import.
 * @returns An error text; `undefined` for an import without a scheme that is known to fail.
 */
export function explainScheme(specifier: string): string | undefined {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(specifier) ?? [];
  const cannot = `Cannot import "${specifier}"`;
  switch (scheme?.toLowerCase()) {
    case undefined:
      return undefined;
    case "npm": {
      const [, name = "<package>", version = ""] = /^\/?((?:@[^/]+\/)?[^/@]+)(@[^/]+)?/.exec(rest) ?? [];
      return `${cannot}: run \`npm install ${name}${version}\` in the project folder and import "${name}"`;
    }
    case "jsr": {
      const [, name = "<package>"] = /^\/?(@[^/]+\/[^/@]+)/.exec(rest) ?? [];
      return `${cannot}: run \`npx jsr add ${name}\` in the project folder and import "${name}"`;
    }
    case "http":
    case "https":
      return `${cannot}: code is not loaded from the network; install an npm package, or save the file in the project`;
    case "file":
      return `${cannot}: import files by a relative path`;
    case "bun":
    case "deno":
    case "cloudflare":
      return `${cannot}: it belongs to another runtime; import npm packages, "node:" modules and files of the project`;
    default:
      return undefined; // A tsconfig may give any name a meaning.
  }
}
