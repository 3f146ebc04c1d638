import { workflow } from "workflow-code";
import { type Expense, readExpenses } from "./read_expenses.ts";

export default workflow.define({
  entrypoints: {
    summarise: {
      title: "Summarise expenses",
      description: "Adds up an expense file by category and lists what needs a second look.",
      annotations: { readOnly: true },
      params: {
        expenses: { type: "file", required: true, description: "A CSV file: date, category, amount, note" },
        since: { type: "string", format: "date", description: "Leave out what is older" },
        limit: {
          type: "number",
          minimum: 0,
          default: 250,
          description: "Amounts above it need a second look",
        },
        categories: {
          type: "checkboxes",
          description: "Only these; all without it",
          options: ["travel", "meals", { value: "software", label: "Software and subscriptions" }, "office"],
        },
        details: { type: "boolean", description: "Also list every expense" },
      },
      async run(ctx, { expenses, since, limit, categories, details }) {
        const all = await ctx.step("read", async () => readExpenses(await expenses.text()));
        const chosen = await ctx.step(
          "choose",
          () =>
            all.filter(({ date, category }) =>
              (since === undefined || date >= since) &&
              (categories.length === 0 || categories.includes(category))
            ),
        );
        if (chosen.length === 0) ctx.fail(404, "No expense in the file fits");
        ctx.log.info(`${chosen.length} of ${all.length} expenses`);
        return await ctx.step("add up", () => ({
          total: sum(chosen),
          byCategory: Object.fromEntries(
            [...Map.groupBy(chosen, ({ category }) => category)].map((
              [category, items],
            ) => [category, sum(items)]),
          ),
          secondLook: chosen.filter(({ amount }) => amount > limit),
          ...(details ? { expenses: chosen } : {}),
        }));
      },
    },
    reimburse: {
      title: "Reimburse expenses",
      description: "Prepares a reimbursement, asks which account pays, and books nothing without approval.",
      params: {
        expenses: { type: "file", required: true, description: "A CSV file: date, category, amount, note" },
        employee: { type: "string", required: true, description: "Who is paid" },
      },
      async run(ctx, { expenses, employee }) {
        const items = await ctx.step("read", async () => readExpenses(await expenses.text()));
        const total = await ctx.step("add up", () => sum(items));
        const { account } = await ctx.ask("account", {
          message: `Which account pays ${total.toFixed(2)} to ${employee}?`,
          fields: { account: { type: "string", options: ["travel", "general"], required: true } },
        });
        const { approved, reason } = await ctx.approve("pay", {
          title: `Pay ${total.toFixed(2)} to ${employee}?`,
          detail: `${items.length} expenses, from the ${account} account`,
        });
        if (!approved) ctx.fail(403, reason ?? "The payment was not approved");
        return await ctx.step("book", () => ({ paid: total, to: employee, from: account }));
      },
    },
    remind: {
      title: "Remind me",
      description: "Waits, then gives the reminder back.",
      params: {
        text: { type: "positional", required: true, description: "What to be reminded of" },
        seconds: {
          type: "number",
          required: true,
          minimum: 0,
          maximum: 3600,
          description: "How long to wait",
        },
      },
      async run(ctx, { text, seconds }) {
        await ctx.step("wait", () => pause(seconds * 1000, ctx.signal));
        return { reminder: text };
      },
    },
  },
});

function sum(expenses: readonly Expense[]): number {
  return Math.round(expenses.reduce((total, { amount }) => total + amount * 100, 0)) / 100;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
