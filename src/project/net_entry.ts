/**
 * Whether an entry of `workflow.permissions.net` names a host, or a host and a port: `api.example.com`,
 * `api.example.com:443`, `*.example.com`, `192.168.0.1:80`, `[::1]:80`.
 *
 * @param entry The entry.
 * @returns `true`, or what is wrong with it; `false` where only its shape can be named.
 */
export function checkNetEntry(entry: string): boolean | string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(entry)) return "leave out the scheme";
  if (entry.includes("/")) return "leave out the path";
  if (/^\*(:|$)/.test(entry)) return "name the hosts; all of them are never granted";
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(entry);
  if (match === null) {
    return /^[0-9a-f:]+$/i.test(entry) && entry.includes("::") ? "put an IPv6 address in [ ]" : false;
  }
  const [, host = "", port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return "a port is from 1 to 65535";
  if (host.startsWith("[")) return URL.canParse(`http://${host}/`) || "that is no IPv6 address";
  const name = host.replace(/^\*\./, "");
  if (name.includes("*")) return "a * stands only for the first part, as in *.example.com";
  if (/[^\x21-\x7e]/.test(name)) return "write a name with other letters in its xn-- form";
  if (!/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i.test(name)) return false;
  return host === name || name.includes(".") || "a * needs a domain of at least two parts";
}
