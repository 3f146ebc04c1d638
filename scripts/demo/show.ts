// deno-lint-ignore-file no-console -- the demo is made to be read

/** A tool as the demo reads it. */
export interface ShownTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly properties?: Record<string, unknown> | undefined;
    readonly required?: string[] | undefined;
  };
}

/** Begins a part of the demo. */
export function heading(text: string): void {
  const shown = Deno.stdout.isTerminal() && !Deno.noColor ? `\x1b[1m${text}\x1b[0m` : text;
  console.log(`\n== ${shown}`);
}

/** Sets lines apart from the headings. */
export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "   ");
}

/** A tool in a few lines: what it does and what it takes. */
export function showTool({ name, title, description, inputSchema }: ShownTool): string {
  const { properties = {}, required = [] } = inputSchema;
  const rows = Object.entries(properties).map(([param, schema]) => {
    const { type, description = "" } = schema as { readonly type: string; readonly description?: string };
    return `  ${param}${required.includes(param) ? "*" : ""}`.padEnd(16) + type.padEnd(9) + description;
  });
  return [`${name} - ${title}: ${description}`, ...rows].join("\n");
}
