import { type AuditEntry, recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";
import type { Actor, Addition, AppliedRow, Change } from "./verdict.server.ts";

// One log entry per row of products or clients, with the fields that it changed.

/** Logs stored rows; a row is about the entity at the same index of `entityIds`. */
export function recordRows(
  tx: Transaction,
  actor: Actor,
  entity: AuditEntry["entity"],
  rows: readonly (Change | Addition)[],
  entityIds: readonly string[],
): Promise<void> {
  const entries = rows.map((row, index) => ({
    entity,
    entityId: entityIds[index] ?? "",
    ...(row.state === "new"
      ? { action: "created by import", before: null, after: row.after }
      : { action: "edited by import", before: row.before, after: row.after }),
  }));
  return recordManyAudits(tx, actor, entries);
}

/** Logs undone rows. */
export function recordUndone(
  tx: Transaction,
  actor: Actor,
  entity: AuditEntry["entity"],
  rows: readonly Pick<AppliedRow, "state" | "entityId" | "before" | "after">[],
): Promise<void> {
  const entries = rows.map(({ state, entityId, before, after }) => ({
    entity,
    entityId,
    action: "import undone",
    before: after,
    after: state === "new" ? null : before,
  }));
  return recordManyAudits(tx, actor, entries);
}
