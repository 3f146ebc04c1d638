// deno-lint-ignore-file no-node-globals -- what CommonJS knows of its place works as well
/** Everything that tells a file where it is. */
export const place = {
  url: import.meta.url,
  dirname: import.meta.dirname,
  filename: import.meta.filename,
  __dirname,
  __filename,
};
