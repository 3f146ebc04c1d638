import { workflow } from "workflow-code";

export default workflow.define({
  entrypoints: {
    greet: {
      title: "Greet somebody",
      description: "Writes a greeting, formal or plain.",
      annotations: { readOnly: true },
      params: {
        name: { type: "string", required: true, description: "Whom to greet" },
        tone: { type: "string", options: ["formal", "plain"], default: "plain" },
      },
      async run(ctx, { name, tone }) {
        const greeting = await ctx.step("write", () => tone === "formal" ? `Dear ${name}` : `Hi ${name}`);
        ctx.log.info("wrote a greeting", { tone });
        return { greeting };
      },
    },
    count: {
      title: "Count words",
      description: "Counts the lines and words of text files.",
      annotations: { readOnly: true },
      params: {
        documents: { type: "file", multiple: true, required: true, description: "Text files" },
      },
      async run(ctx, { documents }) {
        const counts: { name: string; lines: number; words: number }[] = [];
        for (const document of documents) {
          ctx.progress(counts.length / documents.length, document.name);
          counts.push(
            await ctx.step("count", async () => {
              const text = await document.text();
              return {
                name: document.name,
                lines: text.split("\n").length,
                words: text.split(/\s+/).filter((word) => word !== "").length,
              };
            }),
          );
        }
        return { counts };
      },
    },
  },
});
