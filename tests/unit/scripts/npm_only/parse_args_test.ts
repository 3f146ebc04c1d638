import { assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";

// The same cases run on @std/cli and, npm-only, on its adapter: both have to agree.
type Options = NonNullable<Parameters<typeof parseArgs>[1]>;

const CLI: Options = {
  string: ["data-dir", "port", "allow", "_"],
  boolean: ["help", "json"],
  collect: ["allow"],
  alias: { h: "help" },
};
const COLLECT: Options = { string: ["allow", "_"], collect: ["allow"] };

const CASES: [title: string, args: string[], options: Options, expected: Record<string, unknown>][] = [
  ["nothing", [], { string: ["_"] }, { _: [] }],
  ["a boolean that is not given is false", [], { boolean: ["help"] }, { help: false, _: [] }],
  ["a string that is not given is absent", [], { string: ["port"] }, { _: [] }],
  ["--name value", ["--port", "80"], { string: ["port"] }, { port: "80", _: [] }],
  ["--name=value", ["--port=80"], { string: ["port"] }, { port: "80", _: [] }],
  ["--name= is an empty text", ["--port="], { string: ["port"] }, { port: "", _: [] }],
  ["--name=a=b keeps the second =", ["--port=a=b"], { string: ["port"] }, { port: "a=b", _: [] }],
  ["a value with a newline", ["--port=a\nb"], { string: ["port"] }, { port: "a\nb", _: [] }],
  ["--name at the end is an empty text", ["--port"], { string: ["port"] }, { port: "", _: [] }],
  [
    "--name before an option is an empty text",
    ["--port", "--json"],
    { string: ["port"], boolean: ["json"] },
    {
      port: "",
      json: true,
      _: [],
    },
  ],
  ["a value never begins with a dash", ["--port", "-1"], { string: ["port", "1"] }, {
    port: "",
    "1": "",
    _: [],
  }],
  ["an empty argument is no value", ["--port", ""], { string: ["port", "_"] }, { port: "", _: [""] }],
  ["the last of two wins", ["--port=1", "--port=2"], { string: ["port"] }, { port: "2", _: [] }],
  ["a boolean takes no value", ["--json", "x"], { boolean: ["json"], string: ["_"] }, {
    json: true,
    _: ["x"],
  }],
  ["but it takes false", ["--json", "false"], { boolean: ["json"], string: ["_"] }, { json: false, _: [] }],
  ["and true", ["--json", "true"], { boolean: ["json"], string: ["_"] }, { json: true, _: [] }],
  ["--boolean=false", ["--json=false"], { boolean: ["json"] }, { json: false, _: [] }],
  ["--boolean=anything is true", ["--json=no"], { boolean: ["json"] }, { json: true, _: [] }],
  ["--no-name of a negatable", ["--no-json"], {
    boolean: ["json"],
    negatable: ["json"],
    default: { json: true },
  }, {
    json: false,
    _: [],
  }],
  ["--no-name is a name of its own otherwise", ["--no-json"], { boolean: ["json", "no-json"] }, {
    json: false,
    "no-json": true,
    _: [],
  }],
  ["an alias", ["-h"], CLI, { h: true, help: true, json: false, allow: [], _: [] }],
  ["an alias of a string", ["-p", "80"], { string: ["port"], alias: { port: "p" } }, {
    p: "80",
    port: "80",
    _: [],
  }],
  ["-a=value", ["-p=80"], { string: ["port"], alias: { port: ["p"] } }, { p: "80", port: "80", _: [] }],
  ["-a1", ["-p80"], { string: ["port"], alias: { port: ["p"] } }, { p: "80", port: "80", _: [] }],
  ["letters together", ["-ab"], { boolean: ["a", "b"] }, { a: true, b: true, _: [] }],
  ["a single dash is an argument", ["-"], { string: ["_"] }, { _: ["-"] }],
  ["collect", ["--allow", "A", "--allow=B"], COLLECT, { allow: ["A", "B"], _: [] }],
  ["collect of none", [], COLLECT, { allow: [], _: [] }],
  ["collect of one", ["--allow=A"], COLLECT, { allow: ["A"], _: [] }],
  ["collect with an alias", ["-a", "A", "--allow=B"], { ...COLLECT, alias: { allow: "a" } }, {
    a: ["A", "B"],
    allow: ["A", "B"],
    _: [],
  }],
  ["a default", [], { string: ["port"], default: { port: "80" } }, { port: "80", _: [] }],
  ["a default gives way", ["--port=1"], { string: ["port"], default: { port: "80" } }, { port: "1", _: [] }],
  ["a default of an alias", [], { string: ["port"], alias: { port: "p" }, default: { port: "80" } }, {
    port: "80",
    p: "80",
    _: [],
  }],
  ["numbers stay text with string: _", ["1", "0x10"], { string: ["_"] }, { _: ["1", "0x10"] }],
  ["numbers are numbers without it", ["1", "a"], { string: [] }, { _: [1, "a"] }],
  ["a text of digits stays text", ["--port", "0012"], { string: ["port"] }, { port: "0012", _: [] }],
  ["stopEarly", ["--json", "run", "--json", "--x=1"], { boolean: ["json"], string: ["_"], stopEarly: true }, {
    json: true,
    _: ["run", "--json", "--x=1"],
  }],
  ["stopEarly without an argument", ["--json"], { boolean: ["json"], stopEarly: true }, {
    json: true,
    _: [],
  }],
  ["after -- nothing is an option", ["a", "--", "--json"], { boolean: ["json"], string: ["_"] }, {
    json: false,
    _: ["a", "--json"],
  }],
  ["after -- apart", ["a", "--", "--json", "--"], { string: ["_"], "--": true }, {
    _: ["a"],
    "--": ["--json", "--"],
  }],
  ["-- absent", ["a"], { string: ["_"], "--": true }, { _: ["a"], "--": [] }],
  ["stopEarly and --", ["run", "a", "--", "b"], { string: ["_"], stopEarly: true }, { _: ["run", "a", "b"] }],
  ["non-ASCII", ["--port=grün", "日本"], { string: ["port", "_"] }, { port: "grün", _: ["日本"] }],
];

for (const [title, args, options, expected] of CASES) {
  Deno.test(`parseArgs(): ${title}`, () => {
    assertEquals<unknown>({ ...parseArgs(args, options) }, expected);
  });
}

const UNKNOWN_CASES: [title: string, args: string[], calls: unknown[][], rest: unknown[]][] = [
  ["an unknown flag", ["--foo"], [["--foo", "foo", true]], []],
  ["an unknown flag with its value", ["--foo", "bar"], [["--foo", "foo", "bar"]], []],
  ["an unknown --name=value", ["--foo=bar"], [["--foo=bar", "foo", "bar"]], []],
  ["an unknown --no-name", ["--no-foo"], [["--no-foo", "no-foo", true]], []],
  ["unknown letters", ["-xy"], [["-xy", "x", true], ["-xy", "y", true]], []],
  ["an argument", ["file"], [["file"]], ["file"]],
  ["known options are not asked about", ["--port", "1"], [], []],
];

for (const [title, args, calls, rest] of UNKNOWN_CASES) {
  Deno.test(`parseArgs() asks about ${title}`, () => {
    const seen: unknown[][] = [];
    const { _, ...options } = parseArgs(args, {
      string: ["port", "_"],
      unknown: (...call) => {
        seen.push(call.filter((value) => value !== undefined));
        return !call[0].startsWith("-");
      },
    });
    assertEquals(seen, calls);
    assertEquals(_, rest);
    assertEquals("foo" in options, false);
  });
}
