import type { StoreDatabase } from "../../store/database.ts";
import { WorkflowError } from "../../errors.ts";
import { DEFAULT_SETTINGS, type DesktopSettings } from "./desktop_settings.ts";

const WRITE =
  "insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value";
/** Longer than anybody keeps anything, short enough for dates. */
const MOST_DAYS = 36_500;
const NAMES = Object.keys(DEFAULT_SETTINGS) as readonly (keyof DesktopSettings)[];

export function readSettings(db: StoreDatabase): DesktopSettings {
  return db.attempt("read the settings", () => {
    const rows = db.statement("select name, value from settings").all();
    const found = new Map(rows.map(({ name, value }) => [String(name), JSON.parse(String(value))]));
    const pairs = NAMES.map((name) => [name, found.has(name) ? found.get(name) : DEFAULT_SETTINGS[name]]);
    return Object.fromEntries(pairs) as DesktopSettings;
  });
}

export function writeSettings(db: StoreDatabase, settings: Partial<DesktopSettings>): void {
  for (const [name, days] of Object.entries(settings)) {
    if (days === null || (Number.isSafeInteger(days) && days >= 1 && days <= MOST_DAYS)) continue;
    throw new WorkflowError(
      "usage",
      `Cannot save the settings: ${name} must be a whole number of days from 1 to ${MOST_DAYS}, or none for ever; found ${
        String(days)
      }`,
    );
  }
  db.transact("save the settings", () => {
    for (const [name, days] of Object.entries(settings)) db.statement(WRITE).run(name, JSON.stringify(days));
  });
}

/** Takes the day's turn to tidy up: only one process has it. */
export function takeTurn(
  db: StoreDatabase,
  name: string,
  { now, every }: { now: number; every: number },
): boolean {
  return db.transact("take the turn to tidy up", () => {
    const row = db.statement("select value from settings where name = ?").get(name);
    const last = row ? Number(row.value) : 0;
    // A clock that was set back must not put it off for ever.
    if (last <= now && now - last < every) return false;
    db.statement(WRITE).run(name, JSON.stringify(now));
    return true;
  });
}
