import { sql } from "drizzle-orm";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { formatLb, lbLess, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";

/**
 * Enters counts of a product, and asks for confirmation if more changes of a lot's rest than was
 * counted: if a lot's other products aren't in stock, counting one counts them all. For the domain,
 * whose callers hold a capability.
 *
 * @throws Refusal "shared lot", with what is left before and after
 */
export async function askSharedLots(
  tx: Transaction,
  { productId, counts }: { productId: string; counts: { lotId: string | null; lb: string }[] },
  enter: () => Promise<void>,
): Promise<void> {
  const shared = await sharedWith(
    tx,
    productId,
    counts.flatMap(({ lotId }) => lotId ?? []),
  );
  const ids = [...shared.keys()];
  const before = await sumsOfLots(tx, ids);
  await enter();
  const after = await sumsOfLots(tx, ids);
  for (const { lotId, lb } of counts) {
    const [was, is] = [before.get(lotId ?? ""), after.get(lotId ?? "")];
    if (!lotId || !was?.leftLb || !is?.leftLb) continue;
    if (lbLess(is.leftLb, was.leftLb) === toHundredthsLb(lb)) continue;
    const left = (text: string) => formatLb(Number(text));
    const message = `Lot ${was.code} is ${shared.get(lotId)} too, which nobody has counted: of all of it ${left(was.leftLb)} should be left by the books, and this count would make that ${left(is.leftLb)}. Nothing was saved: tick that nothing else of the lot is there, or count the others later.`;
    throw new Refusal("shared lot", message, { field: "isMeant" });
  }
}

/** Returns the names of the other products by lot; lots of this product alone are omitted. */
async function sharedWith(
  tx: Transaction,
  productId: string,
  lotIds: readonly string[],
): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ lotId: string; names: string }>(sql`
    select lot_id as "lotId", string_agg(distinct products.name, ' and ') as names from (
      select lot_id, product_id from receipt_lines where is_accepted
      union select lot_id, product_id from cutting_outputs
      union select packages.lot_id, order_items.product_id from packages
        join order_items on order_items.id = packages.order_item_id
        where packages.voided_at is null
    ) as of_lot join products on products.id = of_lot.product_id
    where lot_id = any(${sql.param([...lotIds])}::uuid[]) and product_id <> ${productId}
    group by lot_id`);
  return new Map(rows.map(({ lotId, names }) => [lotId, names]));
}
