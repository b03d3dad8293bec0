import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";

/** A signed-in user, or without an id the holder of a link. */
export interface Actor {
  readonly userId: string | null;
  readonly email: string;
}

export interface AuditEntry {
  entity: (typeof auditLog.$inferInsert)["entity"];
  entityId: string;
  /** One or two words, which `history.ts` turns into a sentence: `fulfilled`, `image changed`. */
  action: string;
  /** The changed fields before; omitted if the thing is new or the action says it all. */
  before?: object | null;
  after?: object | null;
}

/**
 * Writes an audit log entry in the transaction of the change. Entries can't be modified afterwards,
 * and are limited to 64 kB. The actor's email is kept if the account is deleted.
 */
export async function recordAudit(
  tx: Transaction | Database,
  { userId, email }: Actor,
  ...entries: AuditEntry[]
): Promise<void> {
  await tx
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...entry, actorId: userId, actorEmail: email })));
}

/**
 * Writes hundreds of entries as `recordAudit` does, as one parameter, which is much faster than
 * seven per entry. Texts must not have lone surrogates, which the database's JSON can't store.
 */
export async function recordManyAudits(
  tx: Transaction,
  { userId, email }: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.execute(sql`
    insert into ${auditLog} (actor_id, actor_email, entity, entity_id, action, before, after)
    select ${userId}::uuid, ${email}, entity, "entityId", action, before, after
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entries (
      entity text, "entityId" text, action text, before jsonb, after jsonb)`);
}
