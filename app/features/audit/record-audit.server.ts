import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";

/** What was done to one thing. */
interface AuditEntry {
  entity: (typeof auditLog.$inferInsert)["entity"];
  entityId: string;
  /** In a word or two, as `historyWords` knows them: `fulfilled`, `image changed`. */
  action: string;
  /** The changed fields as they were; left out for a thing that is new, or whose state says it all. */
  before?: object | null;
  /** The same fields as they are now; left out for a thing that is gone. */
  after?: object | null;
}

/**
 * Writes to the audit log who did what, in the transaction that does it: both or neither. An entry
 * can't be changed afterwards, and may have 64 kB at most.
 *
 * @param actor whoever is signed in; an account's email is kept when the account goes
 */
export async function recordAudit(
  tx: Transaction | Database,
  { userId, email }: { readonly userId: string; readonly email: string },
  ...entries: AuditEntry[]
): Promise<void> {
  await tx
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...entry, actorId: userId, actorEmail: email })));
}
