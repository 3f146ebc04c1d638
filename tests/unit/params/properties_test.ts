import { assert, assertEquals, assertThrows } from "@std/assert";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { TEXT_FORMATS } from "../../../src/core/text_formats.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { decodeArgs } from "../../../src/params/decode_args.ts";
import { encodeArgs } from "../../../src/params/encode_args.ts";
import { toInputSchema } from "../../../src/params/input_schema.ts";
import { createValidator } from "../../../src/params/validate.ts";
import { definitions } from "./arbitraries.ts";
import { mutationsOf } from "./_mutations.ts";

const formats = Object.fromEntries(
  Object.entries(TEXT_FORMATS).map(([name, { accepts }]) => [name, accepts]),
);

Deno.test("decodeArgs() gives back what encodeArgs() was given, once defaults are filled in", async () => {
  await fc.assert(
    fc.asyncProperty(definitions(), async ({ entrypoint, args }) => {
      const validate = await createValidator(entrypoint, { pathStyle: "posix" });
      const values = validate(args);
      assertEquals(validate(decodeArgs(entrypoint, encodeArgs(entrypoint, values))), values);
      assertEquals(validate(decodeArgs(entrypoint, encodeArgs(entrypoint, args))), values);
    }),
    { numRuns: 500 },
  );
});

Deno.test("decodeArgs() reads an option in two arguments as it reads it in one", () => {
  fc.assert(fc.property(definitions(), ({ entrypoint, args }) => {
    const encoded = encodeArgs(entrypoint, args);
    const split = encoded.flatMap((arg, index) => {
      const isOption = !encoded.slice(0, index).includes("--") && arg.startsWith("--");
      const end = isOption ? arg.indexOf("=") : -1;
      const isBoolean = entrypoint.params.some(({ name, type }) =>
        type === "boolean" && arg.startsWith(`--${name}=`)
      );
      const canSplit = end !== -1 && !isBoolean && !arg.slice(end + 1).startsWith("--");
      return canSplit ? [arg.slice(0, end), arg.slice(end + 1)] : [arg];
    });
    assertEquals(decodeArgs(entrypoint, split), decodeArgs(entrypoint, encoded));
  }));
});

Deno.test("decodeArgs() returns or throws a WorkflowError, whatever it is given", () => {
  const argument = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "--",
      "-",
      "--a",
      "--a=1",
      "--no-a",
      "--no-",
      "--=",
      "--=x",
      "-x",
      "--__proto__=1",
      "--toString",
    ),
  );
  fc.assert(fc.property(definitions(), fc.array(argument), ({ entrypoint }, argv) => {
    try {
      decodeArgs(entrypoint, argv);
    } catch (error) {
      assert(error instanceof WorkflowError && error.code === "invalid_arguments" && error.faults.length > 0);
    }
  }));
});

Deno.test("the validator accepts valid arguments, leaves them alone and fills in the rest", async () => {
  await fc.assert(fc.asyncProperty(definitions(), async ({ entrypoint, args }) => {
    const before = structuredClone(args);
    const values = (await createValidator(entrypoint, { pathStyle: "posix" }))(args);
    assertEquals(args, before);
    for (const { name, multiple, default: fallback } of entrypoint.params) {
      const expected = Object.hasOwn(args, name) ? args[name] : fallback ?? (multiple ? [] : undefined);
      assertEquals(Object.hasOwn(values, name) ? values[name] : undefined, expected);
    }
  }));
});

Deno.test("the validator refuses every mutation that breaks a rule, and names the place", async () => {
  await fc.assert(fc.asyncProperty(definitions(), async ({ entrypoint, args }) => {
    const validate = await createValidator(entrypoint, { pathStyle: "posix" });
    for (const mutation of mutationsOf(entrypoint, args)) {
      const error = assertThrows(() => validate(mutation.args), WorkflowError);
      assertEquals(error.code, "invalid_arguments");
      assertEquals(error.faults.map(({ path }) => path), error.faults.map(() => mutation.path));
    }
  }));
});

Deno.test("the validator returns or throws a WorkflowError, whatever JSON it is given", async () => {
  const argument = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(definitions(), fc.oneof(fc.jsonValue(), argument), async ({ entrypoint }, args) => {
      const validate = await createValidator(entrypoint);
      try {
        validate(args);
      } catch (error) {
        assert(
          error instanceof WorkflowError && error.code === "invalid_arguments" && error.faults.length > 0,
        );
      }
    }),
  );
});

Deno.test("every schema compiles in both dialects without a complaint and accepts the same", () => {
  fc.assert(fc.property(definitions(), ({ entrypoint, args }) => {
    const schema = toInputSchema(entrypoint);
    const options = { strict: true, formats, ownProperties: true, logger: complain } as const;
    assert(new Ajv2020(options).compile(schema)(args));
    assert(new Ajv(options).compile(schema)(args));
  }));
});

Deno.test("every schema is plain JSON, the same each time, and keeps to what every client takes", () => {
  fc.assert(fc.property(definitions(), ({ entrypoint }) => {
    const schema = toInputSchema(entrypoint);
    assertEquals(JSON.parse(JSON.stringify(schema)), schema);
    assertEquals(JSON.stringify(toInputSchema(structuredClone(entrypoint))), JSON.stringify(schema));
    assertEquals(Object.keys(schema.properties), entrypoint.params.map(({ name }) => name));
    assertEquals(schema.additionalProperties, false);
    for (const node of [schema, ...Object.values(schema.properties)]) checkNode(node);
  }));
});

function checkNode(node: object): void {
  const keys = Object.keys(node);
  const forbidden = ["$ref", "$id", "$schema", "anyOf", "oneOf", "allOf", "not", "if", "const"];
  assertEquals(keys.filter((key) => forbidden.includes(key)), []);
  if ("description" in node) assert(typeof node.description === "string" && node.description.trim() !== "");
  if ("required" in node) assert(Array.isArray(node.required) && node.required.length > 0);
  assert("type" in node && typeof node.type === "string");
  assertEquals("items" in node, node.type === "array");
  if ("items" in node) checkNode(node.items as object);
}

const complain = {
  log: (...words: unknown[]) => assertEquals(words, []),
  warn: (...words: unknown[]) => assertEquals(words, []),
  error: (...words: unknown[]) => assertEquals(words, []),
};
