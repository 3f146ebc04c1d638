import type { JournalDatabase } from "./_database.ts";
import { appendToHistory, CLOSE_INTERACTIONS } from "./_runs.ts";
import { isOwnerAlive, removeDeadOwners } from "./owner.ts";

const OWNERS = "select distinct owner from runs where status in ('running', 'resumed')";

/** An owner that is dead stays dead, so that this can be said after it was asked. */
const INTERRUPT = `update runs set status = 'interrupted', changed_at = ?2, finished_at = ?2, ${
  appendToHistory("?3")
}
  where owner = ?1 and status in ('running', 'resumed') returning id`;

/** Marks the runs at work whose owner is dead, and removes the locks of dead owners. */
export function interruptOrphans(db: JournalDatabase, at: number): string[] {
  const owners = db.attempt(
    "look for orphans",
    () => db.statement(OWNERS).all().map(({ owner }) => String(owner)),
  );
  const interrupted = owners.filter((owner) => !isOwnerAlive(db.dataDir, owner))
    .flatMap((owner) => interruptRunsOf(db, { owner, at }));
  removeDeadOwners(db.dataDir);
  return interrupted;
}

function interruptRunsOf(db: JournalDatabase, { owner, at }: { owner: string; at: number }): string[] {
  return db.transact("mark interrupted runs", () => {
    const change = JSON.stringify({ status: "interrupted", at });
    const ids = db.statement(INTERRUPT).all(owner, at, change).map(({ id }) => String(id));
    db.statement(CLOSE_INTERACTIONS).run(JSON.stringify(ids));
    return ids;
  });
}
