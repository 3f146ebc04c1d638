import { createSchemaCheck, type SchemaCheck } from "../../../connector/schema_check.ts";
import { WorkflowError } from "../../../errors.ts";

/** What came of reading an answer. */
export type ReadOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly string[] };

/** The result that an agent is to give: what the model is told of it, and whether an answer is one. */
export class AgentOutput {
  /** The schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly #check: SchemaCheck;

  private constructor(schema: Readonly<Record<string, unknown>>, check: SchemaCheck) {
    this.schema = schema;
    this.#check = check;
  }

  /**
   * Makes one of a schema.
   *
   * @param schema The JSON Schema.
   * @returns The output.
   * @throws {WorkflowError} `invalid_definition` if the schema cannot be used.
   */
  static async open(schema: Readonly<Record<string, unknown>>): Promise<AgentOutput> {
    const check = await createSchemaCheck(schema, "the answer");
    if (check) return new AgentOutput(schema, check);
    const reason = "is no JSON Schema that can be used: it must not refer to other places";
    throw new WorkflowError("invalid_definition", `Cannot start an agent: output ${reason}`, {
      faults: [{ path: "output", reason }],
    });
  }

  /** What the model is told: not every server holds it to the schema. */
  get instruction(): string {
    return `When you have the answer, give it as JSON and nothing else. It must fit this JSON Schema:\n${
      JSON.stringify(this.schema)
    }`;
  }

  /**
   * Reads an answer.
   *
   * @param text What the model said; JSON in a fence of Markdown is taken as well.
   * @returns The value, or what is wrong with it.
   */
  read(text: string): ReadOutput {
    const [, fenced] = text.match(/^\s*```[a-z]*\s*\n([\s\S]*?)\n?\s*```\s*$/i) ?? [];
    let value: unknown;
    try {
      value = JSON.parse(fenced ?? text);
    } catch (error) {
      return {
        ok: false,
        faults: [`the answer is no JSON (${error instanceof Error ? error.message : error})`],
      };
    }
    const faults = this.#check(value);
    return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
  }

  /** Tells the model what is wrong with its answer. */
  complain(faults: readonly string[]): string {
    return `Your answer cannot be used:\n- ${faults.join("\n- ")}\nAnswer again. ${this.instruction}`;
  }
}
