import { eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";

/**
 * What is left of a lot by the books, for queries of `lots`: what was received less what was packed, cut and
 * thrown away, as it was counted since; null where nobody entered how much came in. Negative where more went
 * than came.
 */
export const leftLb = sql<string | null>`(lots.received_lb
  -- What a cutting threw away of what is in stock is among its entries.
  - (select coalesce(sum(lb - case when is_in_stock then waste_lb else 0.00 end), 0.00)
    from cutting_inputs where cutting_inputs.lot_id = lots.id)
  + (select coalesce(sum(lb), 0.00) from stock_entries
    where stock_entries.lot_id = lots.id and stock_entries.kind in ('count', 'waste'))
  - (select coalesce(sum(net_lb), 0.00) from packages
    where packages.lot_id = lots.id and packages.voided_at is null))::text`;

/** What is left of a lot, with its code; null for none. For the domain. */
export async function leftOfLot(
  tx: Transaction,
  id: string,
): Promise<{ code: string; lb: string | null } | null> {
  const [lot] = await tx.select({ code: lots.code, lb: leftLb }).from(lots).where(eq(lots.id, id));
  return lot ?? null;
}
