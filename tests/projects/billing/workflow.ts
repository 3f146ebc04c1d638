import { workflow } from "workflow-code";

/** From this amount on a person decides. */
const LARGE = 1000;

export default workflow.define({
  entrypoints: {
    invoice: {
      title: "Invoice",
      description: "Writes an invoice; a large one must be approved.",
      params: {
        customer: { type: "string", required: true, minLength: 1 },
        amount: { type: "number", required: true, minimum: 0 },
        contract: { type: "file" },
      },
      async run(ctx, { customer, amount, contract }) {
        if (customer === "bad debtor") ctx.fail(402, "This customer does not pay");
        const number = await ctx.step(
          "number",
          () => ctx.value<number>("invoices").update((count) => (count ?? 0) + 1),
        );
        if (amount >= LARGE) {
          const { approved } = await ctx.approve("large", { title: `Invoice ${amount} to ${customer}?` });
          if (!approved) ctx.fail(402, "The invoice was not approved");
        }
        const words = contract ? (await contract.text()).split(/\s+/).filter(Boolean).length : 0;
        return { id: `INV-${number}`, total: amount, contract: contract?.name ?? null, words };
      },
    },
  },
});
