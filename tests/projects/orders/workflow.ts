import { workflow } from "workflow-code";

export default workflow.define({
  entrypoints: {
    order: {
      title: "Order",
      description: "Takes an order, and has it billed by the project billing.",
      params: {
        customer: { type: "string", required: true },
        amount: { type: "number", required: true },
        contract: { type: "file" },
      },
      async run(ctx, { customer, amount, contract }) {
        const number = await ctx.step(
          "number",
          () => ctx.value<number>("orders").update((count) => (count ?? 0) + 1),
        );
        const billing = ctx.related("billing");
        try {
          const invoice = await billing.run<{ id: string; total: number }>("invoice", {
            customer,
            amount,
            contract,
          });
          return { order: number, invoice };
        } catch (error) {
          if (!(error instanceof Error) || !("errCode" in error) || error.errCode !== 402) throw error;
          return { order: number, refused: error.message };
        }
      },
    },
  },
});
