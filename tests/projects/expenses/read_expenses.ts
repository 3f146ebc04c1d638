import { parse } from "csv-parse/sync";
import { z } from "zod";

const Expense = z.object({
  date: z.iso.date(),
  category: z.enum(["travel", "meals", "software", "office"]),
  amount: z.coerce.number().positive(),
  note: z.string(),
});

export type Expense = z.infer<typeof Expense>;

/** Reads `date,category,amount,note` rows; an unreadable one is named by its line in the file. */
export function readExpenses(csv: string): Expense[] {
  const rows: unknown[] = parse(csv, { columns: true, skip_empty_lines: true, trim: true });
  return rows.map((row, index) => {
    const result = Expense.safeParse(row);
    if (result.success) return result.data;
    throw new Error(`Line ${index + 2}: ${z.prettifyError(result.error)}`);
  });
}
