/** A project's whole source in one file: the snapshot that a connection serves. */
export interface Bundle {
  /** SHA-256, in hexadecimal digits, of the bundle and the settings that it was made with. */
  readonly id: string;
  /** The file, an ES module: `<cacheDir>/bundles/<id>/bundle.js`. */
  readonly path: string;
  /** The absolute paths of the source files in it. */
  readonly inputs: readonly string[];
}

/** What the bundler needs to know about where things are. */
export interface BundleOptions {
  /** The folder for what can be made again; `bundles` and the esbuild executable go below it. */
  readonly cacheDir: string;
}
