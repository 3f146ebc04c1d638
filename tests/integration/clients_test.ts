import { assertEquals, assertStringIncludes } from "@std/assert";
import { connectForms, FORMS_CLIENTS } from "./harness/forms_client.ts";
import { makeGreeter } from "./harness/greeter.ts";

for (const name of FORMS_CLIENTS) {
  Deno.test({
    name: `client ${name} lists the tools and calls them`,
    // The clients leave a timer behind when they close.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using project = await makeGreeter();
      await using client = await connectForms(project, name);
      assertEquals(await client.list(), ["greet", "fails"]);
      const values = { name: "Zoë 👩‍🚀\u2028", times: 2, tags: ["b"] };
      const { content, structuredContent, isError } = await client.call("greet", values);
      assertEquals([isError ?? false, structuredContent.status, structuredContent.output], [
        false,
        "success",
        values,
      ]);
      assertEquals(JSON.parse(content[0]?.text ?? ""), structuredContent);
      const failed = await client.call("fails");
      assertEquals([failed.isError, failed.structuredContent.error], [true, {
        code: "business_error",
        message: "no stock",
        errCode: 7,
      }]);
      const refused = await client.call("greet", { times: 1.5 }).catch((error) => error);
      assertEquals(refused.code, -32602);
      assertStringIncludes(refused.message, "name is missing");
    },
  });
}
