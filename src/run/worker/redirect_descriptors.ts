import { Buffer } from "node:buffer";
import fs from "node:fs";
import type { Loose, Members } from "./builtins/members.ts";
import type { LogWriter, LogWriters } from "./log_writers.ts";

interface Target {
  readonly fd: number;
  readonly write: LogWriter;
}

/**
 * Sends what is written to the descriptors 1 and 2, or to `/dev/stdout` and `/dev/stderr`, to the run's log: loggers such
 * as sonic-boom (pino) write there.
 *
 * @param writers Where it goes.
 */
export function redirectDescriptors(writers: LogWriters): void {
  const members = fs as unknown as Members;
  const promises = fs.promises as unknown as Members;
  const stdout: Target = { fd: 1, write: writers.stdout };
  const stderr: Target = { fd: 2, write: writers.stderr };
  const targets = new Map<unknown, Target>([
    [1, stdout],
    [2, stderr],
    ["/dev/stdout", stdout],
    ["/dev/stderr", stderr],
  ]);

  const redirect = (
    object: Members,
    name: string,
    replacement: (target: Target, args: unknown[]) => unknown,
  ) => {
    const original = object[name] as Loose;
    object[name] = (...args: unknown[]) => {
      const target = targets.get(args[0]);
      return target ? replacement(target, args) : original(...args);
    };
    return original;
  };

  for (const name of ["writeSync", "writevSync"]) redirect(members, name, writeOut);
  for (const name of ["writeFileSync", "appendFileSync"]) {
    redirect(members, name, (...all) => void writeOut(...all));
  }
  for (const name of ["fsyncSync", "fdatasyncSync", "closeSync"]) redirect(members, name, () => undefined);
  for (const name of ["write", "writev"]) {
    const original = redirect(
      members,
      name,
      (target, args) => callBack(args, writeOut(target, args), args[1]),
    );
    // `util.promisify` finds there what the promise is to give.
    Object.defineProperties(members[name], Object.getOwnPropertyDescriptors(original));
  }
  for (const name of ["writeFile", "appendFile"]) {
    redirect(members, name, (target, args) => (writeOut(target, args), callBack(args)));
    redirect(promises, name, (target, args) => Promise.resolve(void writeOut(target, args)));
  }
  for (const name of ["fsync", "fdatasync", "close"]) {
    redirect(members, name, (_target, args) => callBack(args));
  }
  redirect(members, "openSync", ({ fd }) => fd);
  redirect(members, "open", ({ fd }, args) => callBack(args, fd));

  const createWriteStream = members.createWriteStream as Loose;
  members.createWriteStream = (path: unknown, options: unknown) => {
    const given = typeof options === "string" ? { encoding: options } : options as Members | undefined;
    const isTarget = targets.has(given?.fd ?? path);
    // By itself a stream would go past the functions above.
    return createWriteStream(path, isTarget ? { fs, ...given } : options);
  };
}

/** Writes the data of a call and gives the number of its bytes. */
function writeOut({ write }: Target, [, data, ...rest]: readonly unknown[]): number {
  const bytes = Array.isArray(data)
    ? Buffer.concat(data.map((part) => toBytes(part, [])))
    : toBytes(data, rest);
  write(bytes);
  return bytes.length;
}

function toBytes(data: unknown, options: readonly unknown[]): Uint8Array {
  if (!ArrayBuffer.isView(data)) {
    const encoding = options.flatMap((
      option,
    ) => [option, (option as { encoding?: unknown } | null)?.encoding])
      .find((option) => typeof option === "string" && Buffer.isEncoding(option));
    return Buffer.from(String(data), encoding as "utf8" | undefined);
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const [first, second] = options;
  const { offset, length } = typeof first === "object" && first !== null
    ? first as { offset?: number; length?: number }
    : { offset: first, length: second };
  const start = typeof offset === "number" ? offset : 0;
  return bytes.subarray(start, typeof length === "number" ? start + length : undefined);
}

function callBack(args: readonly unknown[], ...values: unknown[]): void {
  const callback = args.findLast((arg) => typeof arg === "function") as Loose | undefined;
  if (callback) queueMicrotask(() => callback(null, ...values));
}
