import { assertEquals } from "@std/assert";
import { openJournal } from "../../src/store/journal/journal.ts";
import { connectForms } from "./harness/forms_client.ts";
import { makeMain } from "./harness/temp_project.ts";

/** Asks three things at once, beside a step that takes its time. */
const THREE = `
const field = { word: { type: "string", required: true } } as const;
const ask = async (id: string) => (await ctx.ask(id, { message: id, fields: field })).word;
const slow = ctx.step("slow", () => new Promise((resolve) => setTimeout(() => resolve("done"), 200)));
return await Promise.all([ask("a"), ask("b"), ask("c"), slow]);`;

for (const name of ["v1", "v2 modern"] as const) {
  // The clients leave timers and handles of their transports behind.
  Deno.test({
    name: `client ${name}: questions that are asked at once are answered one after the other`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using project = await makeMain(THREE);
      await using client = await connectForms(project, name, {
        answer: ({ message }) => ({ action: "accept", content: { word: message.toUpperCase() } }),
      });
      const { structuredContent } = await client.call("main");
      assertEquals(structuredContent.output, ["A", "B", "C", "done"]);
      assertEquals(client.forms.map(({ message }) => message), ["a", "b", "c"]);
      using journal = openJournal(project.dataDir);
      assertEquals(journal.list().runs.map(({ status }) => status), ["success"]);
    },
  });
}
