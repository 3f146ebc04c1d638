/** Packages that look up and load a native addon of the package that uses them. */
export const ADDON_LOADERS: ReadonlySet<string> = new Set([
  "@mapbox/node-pre-gyp",
  "bindings",
  "node-gyp-build",
  "node-gyp-build-optional-packages",
  "node-pre-gyp",
  "pkg-prebuilds",
]);

/** Packages that others depend on only to build or fetch a native addon. */
const ADDON_BUILDERS: ReadonlySet<string> = new Set([
  ...ADDON_LOADERS,
  "nan",
  "napi-build-utils",
  "node-addon-api",
  "prebuild-install",
]);

const BUILD_COMMAND = /\b(node-gyp|node-gyp-build|node-pre-gyp|prebuild-install|cmake-js)\b/;

/** `@img/sharp-linux-x64`, `lightningcss-darwin-arm64`, `turbo-windows-64`: one package for each platform. */
const PLATFORM_NAME =
  /[-/.](linux|linuxmusl|darwin|macos|win32|windows|freebsd|android)[-_](x64|x86_64|amd64|64|arm64|aarch64|arm|ia32|x86)/;

/**
 * Tells from a package.json that a package is, or brings along, machine code for single platforms.
 *
 * @param manifest The package.json.
 * @returns What gives it away, in words that follow "it "; `undefined` for a package that is plain JavaScript.
 */
export function findNativeAddon(manifest: Readonly<Record<string, unknown>>): string | undefined {
  if (manifest.gypfile === true || "module_name" in toObject(manifest.binary)) return "is a native addon";
  const { preinstall, install, postinstall } = toObject(manifest.scripts);
  if ([preinstall, install, postinstall].some((script) => BUILD_COMMAND.test(String(script)))) {
    return "is a native addon";
  }
  if (Object.keys(toObject(manifest.dependencies)).some((name) => ADDON_BUILDERS.has(name))) {
    return "is a native addon";
  }
  const perPlatform = Object.keys(toObject(manifest.optionalDependencies)).find((name) =>
    PLATFORM_NAME.test(name)
  );
  return perPlatform === undefined
    ? undefined
    : `brings machine code for each platform, such as ${perPlatform}`;
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
