// What an author's editor infers. The checks are of types: they hold when this file passes `deno check`.
import { assertEquals } from "@std/assert";
import {
  type AgentToolSet,
  type ManagedFile,
  type Param,
  type RunContext,
  type StringParam,
  type Values,
  workflow,
  type WorkflowDefinition,
} from "workflow-code";

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

function expectType<_Proof extends true>(): void {}

Deno.test("define() infers the values of run from the params", () => {
  const definition = workflow.define({
    entrypoints: {
      main: {
        title: "Main",
        description: "Summarises the attached documents.",
        timeout: 600_000,
        annotations: { readOnly: true },
        params: {
          prompt: { type: "string", required: true, description: "What to look for" },
          documents: { type: "file", multiple: true },
          cover: { type: "file" },
          since: { type: "string", format: "date" },
          mode: { type: "string", options: ["fast", { value: "deep", label: "Deep" }], default: "fast" },
          style: { type: "string", options: ["a", "b"] },
          level: { type: "number", options: [1, 2], required: true },
          ratio: { type: "number" },
          loud: { type: "boolean", default: false },
          quiet: { type: "boolean" },
          tags: { type: "checkboxes", options: ["a", "b"] },
          free: { type: "checkboxes" },
          ids: { type: "number", multiple: true },
          modes: { type: "string", multiple: true, options: ["x", { value: "y" }], default: ["x"] },
          rest: { type: "positional", multiple: true },
        },
        run(ctx, values) {
          expectType<Same<typeof ctx, RunContext>>();
          expectType<Same<typeof values.prompt, string>>();
          expectType<Same<typeof values.documents, ManagedFile[]>>();
          expectType<Same<typeof values.cover, ManagedFile | undefined>>();
          expectType<Same<typeof values.since, string | undefined>>();
          expectType<Same<typeof values.mode, "fast" | "deep">>();
          expectType<Same<typeof values.style, "a" | "b" | undefined>>();
          expectType<Same<typeof values.level, 1 | 2>>();
          expectType<Same<typeof values.ratio, number | undefined>>();
          expectType<Same<typeof values.loud, boolean>>();
          expectType<Same<typeof values.quiet, boolean | undefined>>();
          expectType<Same<typeof values.tags, ("a" | "b")[]>>();
          expectType<Same<typeof values.free, string[]>>();
          expectType<Same<typeof values.ids, number[]>>();
          expectType<Same<typeof values.modes, ("x" | "y")[]>>();
          expectType<Same<typeof values.rest, string[]>>();
          // @ts-expect-error a name that is no param
          values.promt;
          // @ts-expect-error what may be absent must be looked at first
          values.since.length;
          // @ts-expect-error a literal that is no option
          values.mode === "slow";
          return {};
        },
      },
    },
  });
  expectType<Same<typeof definition, WorkflowDefinition>>();
  assertEquals(definition.entrypointIds, ["main"]);
});

Deno.test("define() infers destructured values, each entrypoint for itself", () => {
  const definition = workflow.define({
    entrypoints: {
      first: {
        params: { name: { type: "string", required: true } },
        async run(ctx, { name }) {
          const length = await ctx.step("count", () => name.length);
          expectType<Same<typeof length, number>>();
          return { length };
        },
      },
      second: {
        params: { name: { type: "number", default: 1 } },
        run: (_ctx, { name }) => {
          expectType<Same<typeof name, number>>();
          // @ts-expect-error the other entrypoint's name is a string
          name.length;
        },
      },
      third: { run: () => "no params" },
    },
  });
  assertEquals(definition.entrypointIds, ["first", "second", "third"]);
});

Deno.test("define() gives resolveParams the values so far and takes options for its own params only", () => {
  workflow.define({
    entrypoints: {
      main: {
        params: {
          country: { type: "string", required: true },
          city: { type: "string" },
          tags: { type: "checkboxes", options: ["a", "b"] },
        },
        resolveParams(values, ctx) {
          expectType<Same<typeof values.country, string | undefined>>();
          expectType<Same<typeof values.tags, ("a" | "b")[] | undefined>>();
          expectType<Same<typeof ctx.env, Readonly<Record<string, string>>>>();
          return { city: { options: values.country === "DE" ? ["Berlin"] : [{ value: "x", label: "X" }] } };
        },
        run: () => {},
      },
      other: {
        params: { city: { type: "string" } },
        resolveParams: async () => ({ city: { options: await Promise.resolve(["Berlin"]) } }),
        run: () => {},
      },
    },
  });
});

Deno.test("define() takes params that were declared elsewhere", () => {
  const shared = { type: "string", required: true } as const;
  const typed: StringParam = { type: "string" };
  const some: Readonly<Record<string, Param>> = { x: typed };
  workflow.define({
    entrypoints: {
      main: {
        params: { shared, typed },
        run(_ctx, values) {
          expectType<Same<typeof values.shared, string>>();
          expectType<Same<typeof values.typed, string | undefined>>();
        },
      },
      other: { params: some, run: () => {} },
    },
  });
});

Deno.test("Values<> is a plain object type that authors can name", () => {
  const params = {
    name: { type: "string", required: true },
    tags: { type: "checkboxes", options: ["a", "b"] },
    since: { type: "string" },
  } as const;
  type Mine = Values<typeof params>;
  expectType<
    Same<Mine, { readonly name: string; readonly tags: ("a" | "b")[]; readonly since?: string | undefined }>
  >();
  const values: Mine = { name: "x", tags: ["a"] };
  assertEquals(values.since, undefined);
});

/** Never called: each definition is refused by the compiler, at the line below the comment. */
export function refusedByTheCompiler(): void {
  workflow.define({
    entrypoints: {
      // @ts-expect-error run is missing
      main: {},
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: {
          a: {
            // @ts-expect-error an unknown type
            type: "text",
          },
        },
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: {
          a: {
            type: "number",
            // @ts-expect-error a default of another type
            default: "1",
          },
        },
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: {
          a: {
            type: "file",
            // @ts-expect-error a file has no default
            default: "/a",
          },
        },
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: {
          a: {
            type: "string",
            // @ts-expect-error an unknown format
            format: "uuid",
          },
        },
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: {
          a: {
            type: "string",
            // @ts-expect-error a misspelt key
            requird: true,
          },
        },
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        // @ts-expect-error a misspelt key
        titel: "Main",
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        // @ts-expect-error a timeout in words
        timeout: "10m",
        run: () => {},
      },
    },
  });
  workflow.define({
    entrypoints: {
      main: {
        params: { a: { type: "string" } },
        // @ts-expect-error a name that is no param
        resolveParams: () => ({ b: { options: ["x"] } }),
        run: () => {},
      },
    },
  });
  // @ts-expect-error a definition without entrypoints
  workflow.define({});
  // @ts-expect-error what define gives cannot be made by hand
  const opaque: WorkflowDefinition = {};
  void opaque;
}

Deno.test("the stores and related projects of ctx have the types that their callers name", () => {
  const definition = workflow.define({
    entrypoints: {
      main: {
        async run(ctx) {
          const order = await ctx.kv.get<{ total: number }>("a");
          expectType<Same<typeof order, { total: number } | undefined>>();
          const unknown = await ctx.kv.get("a");
          expectType<Same<typeof unknown, unknown>>();
          const page = await ctx.kv.list<number>({ prefix: "a", cursor: undefined });
          expectType<Same<typeof page.entries, { key: string; value: number }[]>>();
          await ctx.kv.list({ cursor: page.cursor });
          const count = ctx.value<number>("count");
          expectType<Same<Awaited<ReturnType<typeof count.get>>, number | undefined>>();
          const updated = await count.update((old = 0) => old + 1);
          expectType<Same<typeof updated, number>>();
          // @ts-expect-error not what the value holds
          await count.set("one");
          const file = await ctx.files.create("a.txt", "text");
          expectType<Same<typeof file, ManagedFile>>();
          await ctx.knowledge("docs").put(file);
          await ctx.knowledge("docs").put({ id: "a", text: "b" });
          const matches = await ctx.knowledge("docs").search("b", { metadata: { year: 2024 } });
          expectType<Same<(typeof matches)[number]["snippet"], string>>();
          const invoice = await ctx.related("billing").run<{ total: number }>("invoice", { contract: file });
          expectType<Same<typeof invoice, { total: number }>>();
          const unnamed = await ctx.related("billing").run("invoice");
          expectType<Same<typeof unnamed, unknown>>();
        },
      },
    },
  });
  assertEquals(definition.entrypointIds, ["main"]);
});

Deno.test("ctx.mcp() gives what connectMcpServer() gives, and tools for agents are made of it", () => {
  const definition = workflow.define({
    entrypoints: {
      main: {
        async run(ctx) {
          const connection = ctx.mcp("files");
          expectType<Same<typeof connection, Awaited<ReturnType<typeof workflow.connectMcpServer>>>>();
          const { isError } = await connection.callTool("read", { path: "a" }, ctx.signal);
          expectType<Same<typeof isError, boolean>>();
          await workflow.createMcpTools({ connection });
        },
      },
    },
  });
  assertEquals(definition.entrypointIds, ["main"]);
});

Deno.test("ctx.agent takes own tools and sets of MCP tools, and gives the output of the type that is named", () => {
  const definition = workflow.define({
    entrypoints: {
      main: {
        async run(ctx) {
          const look = {
            name: "look",
            description: "Looks.",
            inputSchema: { type: "object", properties: { at: { type: "string" } } },
            execute: ({ at }: { at: string }) => at.length,
          };
          const mcp: AgentToolSet = {};
          const { output } = await ctx.agent<{ n: number }>({ prompt: "?", tools: [look, mcp], output: {} });
          expectType<Same<typeof output, { n: number } | undefined>>();
          const { text, usage } = await ctx.agent({
            messages: [{ role: "user", content: "?" }],
            tools: [mcp],
          });
          expectType<Same<[typeof text, typeof usage.turns], [string, number]>>();
          await ctx.agent({
            prompt: "?",
            tools: [{
              ...look,
              approval: ({ at }) => at === "me",
              execute: ({ at }, { signal }) => [at, signal.aborted],
            }],
          });
          // @ts-expect-error no role of OpenAI's that is not one here
          await ctx.agent({ messages: [{ role: "tool", content: "?" }] });
        },
      },
    },
  });
  assertEquals(definition.entrypointIds, ["main"]);
});
