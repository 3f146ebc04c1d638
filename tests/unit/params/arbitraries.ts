// Generated definitions with valid values for them, for the property tests of params and of the definition.
import fc, { type Arbitrary } from "fast-check";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import type { EntrypointSpec, ParamValue, ParamValues, ScalarValue } from "../../../src/core/spec.ts";

/** A definition with one entrypoint, and arguments for it that fit. */
export interface Sample {
  readonly definition: { readonly entrypoints: Readonly<Record<string, unknown>> };
  readonly entrypoint: EntrypointSpec;
  /** What a caller gives: valid, and without what it leaves to defaults. */
  readonly args: ParamValues;
}

interface Generated {
  readonly name: string;
  readonly param: Readonly<Record<string, unknown>>;
  readonly value: ParamValue | undefined;
}

/** What is known of a type of param: its keys, and how to make single values for it. */
interface Kind {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly scalars: Arbitrary<ScalarValue>;
  /** Whether it is a list of different items whatever the author says. */
  readonly isSet?: boolean;
  readonly canDefault?: boolean;
}

const AWKWARD_TEXTS = [
  "",
  "-",
  "--",
  "-5",
  "-x",
  "--name",
  "--no-name",
  "--a=b",
  "=",
  "a=b",
  " ",
  "a\nb",
  "\r\n",
  "\t",
  "ä",
  "日本語",
  "😀",
  "\u2028",
  "\0",
  "true",
  "null",
  "1e3",
  '"',
  "'",
  "\\",
  "$HOME",
  "*",
];

const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  "date": ["2026-01-31", "1999-12-31"],
  "date-time": ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.25+02:00"],
  "time": ["09:30:00Z", "23:59:59-08:00"],
  "email": ["a@example.com", "a.b+c@example.org"],
  "uri": ["https://example.com/?a=b", "urn:a:b"],
};

/** Definitions of one entrypoint with up to six params, and arguments that fit. */
export function definitions(): Arbitrary<Sample> {
  const params = fc.uniqueArray(generatedParam(), { maxLength: 6, selector: ({ name }) => name });
  return fc.tuple(params, fc.boolean()).map(([generated, isDynamic]) => {
    const kept = withoutPositionalsAfterList(generated);
    const definition = {
      entrypoints: {
        main: {
          params: Object.fromEntries(kept.map(({ name, param }) => [name, param])),
          run: true,
          ...(isDynamic ? { resolveParams: true } : {}),
        },
      },
    };
    const [entrypoint] = parseDefinition(definition).entrypoints;
    if (entrypoint === undefined) throw new Error("a generated definition has no entrypoint");
    const args = kept.flatMap(({ name, value }): [string, ParamValue][] =>
      value === undefined ? [] : [[name, value]]
    );
    return { definition, entrypoint, args: Object.fromEntries(args) };
  });
}

function withoutPositionalsAfterList(generated: readonly Generated[]): Generated[] {
  const list = generated.findIndex(({ param }) => param.type === "positional" && param.multiple === true);
  return generated.filter(({ param }, index) => list === -1 || index <= list || param.type !== "positional");
}

function generatedParam(): Arbitrary<Generated> {
  return fc.tuple(names(), kinds(), fc.record({ multiple: fc.boolean(), required: fc.boolean() })).chain(
    ([name, kind, { multiple, required }]) => {
      const isList = multiple || kind.isSet === true;
      const values = toValues(kind, { isList, minLength: 0 });
      const given = toValues(kind, { isList, minLength: required ? 1 : 0 });
      const labels = fc.record({ title: texts(1), description: texts(1) }, { requiredKeys: [] });
      const fallback = kind.canDefault === false
        ? fc.constant(undefined)
        : fc.option(values, { nil: undefined });
      return fc.tuple(labels, fallback, given, fc.boolean()).map(([labels, fallback, given, isLeftOut]) => ({
        name,
        param: {
          ...kind.keys,
          ...labels,
          ...(required ? { required } : {}),
          ...(multiple && !kind.isSet ? { multiple } : {}),
          ...(fallback === undefined ? {} : { default: fallback }),
        },
        value: isLeftOut && (!required || fallback !== undefined) ? undefined : given,
      }));
    },
  );
}

function toValues(
  { scalars, isSet }: Kind,
  { isList, minLength }: { isList: boolean; minLength: number },
): Arbitrary<ParamValue> {
  if (!isList) return scalars;
  return isSet
    ? fc.uniqueArray(scalars, { minLength, maxLength: 4 })
    : fc.array(scalars, { minLength, maxLength: 4 });
}

function names(): Arbitrary<string> {
  const plain = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/);
  const awkward = fc.constantFrom(
    "toString",
    "hasOwnProperty",
    "valueOf",
    "no",
    "n",
    "_",
    "a-",
    "a--b",
    "help",
  );
  return fc.oneof({ weight: 3, arbitrary: plain }, awkward).filter((name) => !name.startsWith("no-"));
}

function kinds(): Arbitrary<Kind> {
  const textType = fc.constantFrom("string", "positional");
  return fc.oneof(
    fc.tuple(textType, textKinds()).map(([type, kind]) => ({ ...kind, keys: { type, ...kind.keys } })),
    numberKinds(),
    fc.constant({ keys: { type: "boolean" }, scalars: fc.boolean() }),
    fc.constant({ keys: { type: "checkboxes" }, scalars: texts(), isSet: true }),
    optionKinds(texts()).map(({ keys, scalars }) => ({
      keys: { type: "checkboxes", ...keys },
      scalars,
      isSet: true,
    })),
    fc.constant({
      keys: { type: "file" },
      scalars: texts().map((text) => `/${text.replaceAll("\0", "")}`),
      canDefault: false,
    }),
  );
}

function textKinds(): Arbitrary<Kind> {
  return fc.oneof(
    fc.constant({ keys: {}, scalars: texts() }),
    fc.tuple(fc.nat(3), fc.nat(3)).map(([minLength, more]) => ({
      keys: { minLength, maxLength: minLength + more },
      scalars: fc.string({ unit: "binary", minLength, maxLength: minLength + more }),
    })),
    fc.constantFrom("^[a-z]{1,5}$", "^--?[0-9]+$", "[.]$").map((pattern) => ({
      keys: { pattern },
      scalars: fc.stringMatching(new RegExp(pattern, "u")),
    })),
    fc.constantFrom(...Object.keys(FORMATTED)).map((format) => ({
      keys: { format },
      scalars: fc.constantFrom(...FORMATTED[format] ?? []),
    })),
    optionKinds(texts()),
  );
}

function numberKinds(): Arbitrary<Kind> {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc.oneof(
    fc.constant({ keys: {}, scalars: fc.oneof(doubles, fc.constantFrom(0, -0, -5, 1e21, 5e-324, 0.1)) }),
    fc.constant({ keys: { integer: true }, scalars: fc.maxSafeInteger() }),
    fc.tuple(fc.integer(), fc.nat()).map(([minimum, more]) => ({
      keys: { minimum, maximum: minimum + more },
      scalars: fc.double({ min: minimum, max: minimum + more, noNaN: true }),
    })),
    optionKinds(doubles.map((number) => number + 0)),
  ).map((kind) => ({ ...kind, keys: { type: "number", ...kind.keys } }));
}

function optionKinds(values: Arbitrary<string | number>): Arbitrary<Kind> {
  const options = fc.uniqueArray(values, { minLength: 1, maxLength: 4 });
  return fc.tuple(options, fc.array(fc.option(texts(1)), { minLength: 4, maxLength: 4 })).map(
    ([values, labels]) => ({
      keys: {
        options: values.map((value, index) => labels[index] ? { value, label: labels[index] } : value),
      },
      scalars: fc.constantFrom(...values),
    }),
  );
}

/** Any text; with `minLength` one that people can read. */
function texts(minLength = 0): Arbitrary<string> {
  const any = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(...AWKWARD_TEXTS));
  return minLength === 0 ? any : any.filter((text) => text.trim() !== "");
}
