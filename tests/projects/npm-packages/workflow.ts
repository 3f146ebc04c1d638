import { workflow } from "workflow-code";
import { data } from "./data.ts";
import { network } from "./network.ts";
import { system } from "./system.ts";

export default workflow.define({
  entrypoints: {
    all: {
      description: "Uses every package, each of which is imported when its turn comes.",
      async run(ctx) {
        const results: Record<string, unknown> = {};
        for (const [name, use] of Object.entries({ ...data, ...network, ...system })) {
          // The report names what fails; the others have their turn all the same.
          await ctx.step(name, async () => void (results[name] = await use())).catch(() => {});
        }
        return results;
      },
    },
  },
});
