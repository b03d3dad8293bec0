import { eq } from "drizzle-orm";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";

type LotFacts = Partial<typeof lots.$inferInsert>;

interface LotEdit<Shown extends object> {
  set: LotFacts;
  before: Shown;
  after: Shown;
  /** Returns further details for the history, given the names of the changed facts. */
  said?: (names: readonly (keyof Shown)[]) => Record<string, string>;
}

/**
 * Stores corrected facts of a lot, from its form, its receipt or the cutting that made it. Audits
 * the differences; writes nothing if there are none. The caller has locked the lot and checked the
 * capability.
 */
export async function editLot<Shown extends object>(
  tx: Transaction,
  by: Actor,
  { id, version }: { id: string; version: number },
  { set, before, after, said }: LotEdit<Shown>,
): Promise<void> {
  const names = (Object.keys(after) as (keyof Shown)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (names.length === 0) return;
  await tx
    .update(lots)
    .set({ ...set, version: version + 1 })
    .where(eq(lots.id, id));
  await recordAudit(tx, by, {
    entity: "lot",
    entityId: id,
    action: "edited",
    before: pick(before, ...names),
    after: { ...pick(after, ...names), ...said?.(names) },
  });
}
