/**
 * Opens an address in the person's browser. Whether one opens is not known: the address is printed as well.
 *
 * @param url The address.
 * @param platform The operating system. Default: this one.
 */
export function openBrowser(url: string, platform: typeof Deno.build.os = Deno.build.os): void {
  const [command, ...args] = toCommand(url, platform);
  try {
    const child = new Deno.Command(command, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
    child.unref();
    child.status.catch(() => {});
  } catch {
    // A machine without a desktop has none of these programs.
  }
}

/** `start` is part of the shell of Windows, for which `&` would end the address; `rundll32` takes it as it is. */
function toCommand(url: string, platform: typeof Deno.build.os): readonly [string, ...string[]] {
  if (platform === "windows") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return [platform === "darwin" ? "open" : "xdg-open", url];
}
