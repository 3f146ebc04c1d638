// Stands in for jsr:@std/cli/parse-args where jsr.io cannot be reached: what the table of a command line needs, with the
// meaning of @std/cli 1.0.32. Not here: names with a dot and `boolean: true`. `node:util` has a parseArgs too, but it
// disagrees with @std on a value that begins with a dash, on an empty one and on what an unknown option takes with it.

/** What is known about the options. */
export interface ParseOptions {
  /** Keep what follows `--` apart, under this name. */
  "--"?: boolean;
  /** Other names of an option. */
  alias?: Record<string, string | readonly string[]>;
  /** Options without a value. */
  boolean?: string | readonly string[];
  /** Values of options that are not given. */
  default?: Record<string, unknown>;
  /** Take everything after the first argument that is no option as it is. */
  stopEarly?: boolean;
  /** Options with a text value; `_` keeps the other arguments text too. */
  string?: string | readonly string[];
  /** Options whose values are collected into an array. */
  collect?: string | readonly string[];
  /** Boolean options that `--no-NAME` sets to false. */
  negatable?: string | readonly string[];
  /** Called for what the options do not name; `false` drops it. */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** The values by name; `_` has the arguments that are no options. */
export interface Args {
  [name: string]: unknown;
  _: (string | number)[];
  "--"?: string[];
}

/** Splits arguments into options and the rest. */
export function parseArgs(args: string[], options: ParseOptions = {}): Args {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const parser = new Parser(options);
  parser.parse(args.slice(0, end));
  return parser.finish(args.slice(end + 1));
}

class Parser {
  readonly #options: ParseOptions;
  readonly #aliases: ReadonlyMap<string, readonly string[]>;
  readonly #boolean: ReadonlySet<string>;
  readonly #string: ReadonlySet<string>;
  readonly #collect: ReadonlySet<string>;
  readonly #negatable: ReadonlySet<string>;
  readonly #result: Args = { _: [] };
  #args: string[] = [];
  #at = 0;

  constructor(options: ParseOptions) {
    this.#options = options;
    this.#aliases = toAliases(options.alias ?? {});
    this.#boolean = this.#named(options.boolean);
    this.#string = this.#named(options.string);
    this.#collect = this.#named(options.collect);
    this.#negatable = this.#named(options.negatable);
  }

  parse(args: string[]): void {
    this.#args = args;
    for (this.#at = 0; this.#at < args.length; this.#at++) {
      const arg = this.#arg(0);
      if (/^--./s.test(arg)) this.#parseLong(arg);
      else if (/^-[^-]/s.test(arg)) this.#parseLetters(arg);
      else if (this.#parseOther(arg)) return;
    }
  }

  finish(rest: string[]): Args {
    const result = this.#result;
    for (const [name, value] of Object.entries(this.#options.default ?? {})) {
      if (!Object.hasOwn(result, name)) this.#assign(name, value);
    }
    for (const name of this.#boolean) if (!Object.hasOwn(result, name)) result[name] = this.#emptyOf(name);
    for (const name of this.#string) {
      if (!Object.hasOwn(result, name) && this.#collect.has(name)) result[name] = [];
    }
    if (this.#options["--"]) result["--"] = rest;
    else result._.push(...rest);
    return result;
  }

  /** `--name=value`, `--no-name`, `--name value`, `--name`. */
  #parseLong(arg: string): void {
    const [, written = "", inline] = arg.match(/^--(.[^=]*)(?:=(.*))?$/s) ?? [];
    if (inline !== undefined) {
      const name = written.replace(/^no-(?=.)/, "");
      return this.#set(name, this.#boolean.has(name) ? inline !== "false" : inline, arg);
    }
    const negated = written.match(/^no-(.+)$/s)?.[1];
    if (negated !== undefined && this.#negatable.has(negated)) return this.#set(negated, false, arg);
    this.#setWithNext(written, arg, (next) => !next.startsWith("-"));
  }

  /** `-a`, `-abc`, `-a value`, `-a=value`, `-a1`. */
  #parseLetters(arg: string): void {
    for (let i = 1; i < arg.length - 1; i++) {
      const letter = arg.charAt(i);
      const tail = arg.slice(i + 1);
      if (tail === "-") {
        this.#set(letter, tail, arg);
        continue;
      }
      const inline = /[A-Za-z]/.test(letter) ? tail.match(/=(.+)/s)?.[1] : undefined;
      if (inline !== undefined) return this.#set(letter, inline, arg);
      const number = /[A-Za-z]/.test(letter) && /-?\d+(\.\d*)?(e-?\d+)?$/.test(tail);
      if (number || /^\W/.test(tail)) return this.#set(letter, tail, arg);
      this.#set(letter, this.#string.has(letter) ? "" : true, arg);
    }
    const last = arg.slice(-1);
    if (last !== "-") this.#setWithNext(last, arg, (next) => !/^--?[^-]/.test(next));
  }

  /** What is no option; returns whether parsing ends here. */
  #parseOther(arg: string): boolean {
    if (this.#options.unknown?.(arg) !== false) {
      this.#result._.push(this.#string.has("_") || !isNumber(arg) ? arg : Number(arg));
    }
    if (!this.#options.stopEarly) return false;
    this.#result._.push(...this.#args.slice(this.#at + 1));
    return true;
  }

  #setWithNext(name: string, arg: string, isValue: (next: string) => boolean): void {
    const next = this.#arg(1);
    const takesValue = !this.#boolean.has(name) && next !== "" && isValue(next);
    const isTruth = next === "true" || next === "false";
    if (takesValue || isTruth) this.#at++;
    if (takesValue) return this.#set(name, next, arg);
    if (isTruth) return this.#set(name, next === "true", arg);
    this.#set(name, this.#string.has(name) ? "" : true, arg);
  }

  #set(name: string, value: string | boolean, arg: string): void {
    const known = this.#boolean.has(name) || this.#string.has(name) || this.#aliases.has(name);
    if (!known && this.#options.unknown?.(arg, name, value) === false) return;
    const isText = this.#string.has(name) || typeof value !== "string" || !isNumber(value);
    this.#assign(name, isText ? value : Number(value), this.#collect.has(name));
  }

  #assign(name: string, value: unknown, collect = false): void {
    for (const key of [name, ...this.#aliases.get(name) ?? []]) {
      const kept = this.#result[key];
      if (collect) this.#result[key] = Array.isArray(kept) ? [...kept, value] : [value];
      else this.#result[key] = value;
    }
  }

  #emptyOf(name: string): unknown {
    return this.#collect.has(name) ? [] : false;
  }

  #arg(ahead: number): string {
    return this.#args[this.#at + ahead] ?? "";
  }

  #named(names: string | readonly string[] | undefined): Set<string> {
    const list = typeof names === "string" ? [names] : names ?? [];
    return new Set(list.flatMap((name) => [name, ...this.#aliases.get(name) ?? []]));
  }
}

function toAliases(alias: Record<string, string | readonly string[]>): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [name, value] of Object.entries(alias)) {
    const all = [name, ...typeof value === "string" ? [value] : value];
    for (const one of all) map.set(one, all.filter((other) => other !== one));
  }
  return map;
}

function isNumber(text: string): boolean {
  return /\S/.test(text) && Number.isFinite(Number(text));
}
