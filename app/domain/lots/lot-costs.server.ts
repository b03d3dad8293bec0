import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";

/**
 * Sets the costs of whole lots, in cents; null if unknown. Returns the lots whose cost changed. For
 * the domain, which has derived the costs from the lots they were cut from, or got them from the
 * owner.
 */
export async function setLotCosts(
  tx: Transaction,
  costs: Iterable<readonly [id: string, cents: number | null]>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [id, costCents] of costs) {
    const rows = await tx
      .update(lots)
      .set({ costCents })
      .where(and(eq(lots.id, id), sql`${lots.costCents} is distinct from ${costCents}::bigint`))
      .returning({ id: lots.id });
    if (rows.length > 0) changed.push(id);
  }
  return changed;
}
