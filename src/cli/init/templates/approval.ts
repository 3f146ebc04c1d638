import { workflow } from "workflow-code";

export default workflow.define({
  entrypoints: {
    announce: {
      title: "Announce something",
      description: "Drafts an announcement, asks in which tone, and sends it only when a person approves.",
      params: {
        topic: { type: "string", required: true, description: "What is announced" },
      },
      async run(ctx, { topic }) {
        const subject = await ctx.step("draft", () => `News: ${topic}`);

        // The run waits here, also for days, and also if this computer is restarted meanwhile.
        const { tone, signature } = await ctx.ask("style", {
          message: `How should "${subject}" sound?`,
          fields: {
            tone: { type: "string", options: ["formal", "plain"], required: true },
            signature: { type: "string", title: "Signed by", default: "The team" },
          },
        });
        const text = await ctx.step("write", () => {
          const opening = tone === "formal" ? "We are pleased to announce" : "Good news";
          return `${opening}: ${topic}\n\n${signature}`;
        });

        const { approved, reason } = await ctx.approve("send", { title: "Send it?", detail: text });
        if (!approved) return { sent: false, reason: reason ?? "not approved" };
        await ctx.step("send", () => ctx.log.info("sending", { subject }));
        return { sent: true, subject, text };
      },
    },
  },
});
