import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";

/**
 * Sets what whole lots cost, in cents; null where it is not known. For the domain, which has carried it
 * down from what they were cut from, or was told by the owner.
 *
 * @returns those that cost something else before
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
