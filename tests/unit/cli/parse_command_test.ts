import { assertEquals, assertThrows } from "@std/assert";
import { type Command, parseCommand } from "../../../src/cli/parse_command.ts";
import { WorkflowError } from "../../../src/errors.ts";

const READ: readonly [args: readonly string[], command: Command][] = [
  [[], { name: "help" }],
  [["--help", "mcp"], { name: "help" }],
  [["help", "json"], { name: "help", topic: "json" }],
  [["json", "dir", "--help", "main"], { name: "help", topic: "json" }],
  [["-V"], { name: "version" }],
  [["mcp", "dir"], { name: "mcp", operands: ["dir"], options: new Map(), params: [] }],
  [["structure", "--data-dir", "/d", "dir", "--allow-read=/a", "--allow-read", "/b=c"], {
    name: "structure",
    operands: ["dir"],
    options: new Map([["data-dir", ["/d"]], ["allow-read", ["/a", "/b=c"]]]),
    params: [],
  }],
  [["json", "dir", "--data-dir=/d", "main", "--data-dir", "--help", "--", "x"], {
    name: "json",
    operands: ["dir", "main"],
    options: new Map([["data-dir", ["/d"]]]),
    params: ["--data-dir", "--help", "--", "x"],
  }],
  [["structure", "--data-dir=/one two\nthree", "./-dir"], {
    name: "structure",
    operands: ["./-dir"],
    options: new Map([["data-dir", ["/one two\nthree"]]]),
    params: [],
  }],
  // Texts that look like numbers or truth stay texts.
  [["mcp", "1", "--max-concurrency=2", "--allow-inherit-env", "true"], {
    name: "mcp",
    operands: ["1"],
    options: new Map([["allow-inherit-env", ["true"]], ["max-concurrency", ["2"]]]),
    params: [],
  }],
  [["resume", "--decline", "r1", "--answer", "a=-1", "--force", "--answer=b==", "--answers=-"], {
    name: "resume",
    operands: ["r1"],
    options: new Map([["force", []], ["decline", []], ["answer", ["a=-1", "b=="]], ["answers", ["-"]]]),
    params: [],
  }],
  [["runs", "--json", "--waiting", "--waiting", "--limit", "3"], {
    name: "runs",
    operands: [],
    options: new Map([["json", []], ["waiting", []], ["limit", ["3"]]]),
    params: [],
  }],
  [["desktop", "add", "dir", "--allow-read", "/r", "--profile=work"], {
    name: "desktop add",
    operands: ["dir"],
    options: new Map([["allow-read", ["/r"]], ["profile", ["work"]]]),
    params: [],
  }],
  [["desktop", "relate", "k3f9-x2ab", "billing=m7qp-4tzd"], {
    name: "desktop relate",
    operands: ["k3f9-x2ab", "billing=m7qp-4tzd"],
    options: new Map(),
    params: [],
  }],
  [["desktop", "list", "--help"], { name: "help", topic: "desktop list" }],
  [["--workflow-mcp", "k3f9-x2ab"], {
    name: "--workflow-mcp",
    operands: ["k3f9-x2ab"],
    options: new Map(),
    params: [],
  }],
  [["--workflow-mcp", "k3f9-x2ab", "--profile", "dev"], {
    name: "--workflow-mcp",
    operands: ["k3f9-x2ab"],
    options: new Map([["profile", ["dev"]]]),
    params: [],
  }],
];

for (const [args, command] of READ) {
  Deno.test(`parseCommand() reads ${JSON.stringify(args)}`, () => {
    assertEquals(parseCommand(args), command);
  });
}

const REFUSED: readonly (readonly string[])[] = [
  ["jason"],
  ["--data-dir"],
  ["desktop", "lsit"],
  ["desktop", "add"],
  ["desktop", "add", "dir", "--user-data-dir", "relative"],
  ["--workflow-mcp"],
  ["--workflow-mcp", "k3f9-x2ab", "--data-dir", "/d"],
  ["--workflow-mpc", "k3f9-x2ab"],
  ["mcp"],
  ["mcp", ""],
  ["json", "dir"],
  ["mcp", "dir", "other"],
  ["mcp", "--data-dirr", "/d", "dir"],
  ["mcp", "dir", "--"],
  ["mcp", "dir", "-"],
  ["mcp", "dir", "-d", "/d"],
  ["mcp", "dir", "--no-data-dir"],
  ["mcp", "dir", "--data-dir"],
  ["mcp", "dir", "--data-dir", "-x"],
  ["mcp", "dir", "--data-dir="],
  ["mcp", "dir", "--data-dir", "relative"],
  ["mcp", "dir", "--data-dir=/a", "--data-dir=/b"],
  ["mcp", "dir", "--related-project", "/a"],
  ["structure", "dir", "--related-project=billing=a"],
  ["mcp", "dir", "--__proto__=/a"],
  ["mcp", "dir", "--data-dir.x=/a"],
  ["resume"],
  ["resume", "r1", "--decline=true"],
  ["resume", "r1", "--decline", "yes"],
  ["resume", "r1", "--no-force"],
  ["resume", "r1", "--answer", "--force"],
  ["runs", "r1"],
];

for (const args of REFUSED) {
  Deno.test(`parseCommand() refuses ${JSON.stringify(args)} as usage`, () => {
    const error = assertThrows(() => parseCommand(args), WorkflowError);
    assertEquals(error.code, "usage");
  });
}
