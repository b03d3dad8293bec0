import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";

/**
 * What is left of a lot by the books: what was received and came back to it, less what was packed and cut; null pounds where
 * nobody entered how much came in. Negative where more went than came. For the domain.
 */
export async function leftOfLot(
  tx: Transaction,
  id: string,
): Promise<{ code: string; lb: string | null } | null> {
  const [lot] = await tx
    .select({
      code: lots.code,
      lb: sql<string | null>`(${lots.receivedLb}
        - (select coalesce(sum(lb), 0.00) from cutting_inputs where cutting_inputs.lot_id = lots.id)
        - (select coalesce(sum(net_lb), 0.00) from packages
          where packages.lot_id = lots.id and packages.voided_at is null)
        + (select coalesce(sum(lb), 0.00) from returned_goods
          where returned_goods.lot_id = lots.id and outcome = 'stock'))::text`,
    })
    .from(lots)
    .where(eq(lots.id, id));
  return lot ?? null;
}
