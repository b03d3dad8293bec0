import { and, eq, gt, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isLiveEntry, productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { isByHand, reverseEntries } from "./stock-entries.server.ts";

/**
 * Reverses a manual entry (waste, a count, or a delivery without a receipt) by a second entry. Both
 * are marked. Idempotent. For staff who pack.
 *
 * @throws Refusal, also after a later count, which has already corrected it
 */
export async function takeBackEntry(
  db: Database,
  staff: Staff<"pack">,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (!isUuid(id)) throw gone();
  await db.transaction(async (tx) => {
    const own = eq(stockEntries.id, id);
    const [entry] = await tx.select().from(stockEntries).where(own);
    if (!entry) throw gone();
    await lockStockOf(tx, entry);
    const [state] = await tx
      .select({ isLive: sql<boolean>`${isLiveEntry}`, isByHand })
      .from(stockEntries)
      .where(own);
    if (!state?.isLive) {
      if (entry.reversesId === null) return;
      throw new Refusal("invalid", "This takes another entry back. Enter that one again instead.");
    }
    if (!state.isByHand) {
      const message =
        "It belongs to a receipt, a cutting sheet, a package or a return. Take that back instead.";
      throw new Refusal("invalid", message);
    }
    if (await wasCountedSince(tx, entry)) {
      const message =
        "It was counted since, which has set the stock right. Take that count back first.";
      throw new Refusal("counted since", message);
    }
    await reverseEntries(tx, staff.userId, [entry], { reason });
  });
}

type Entry = typeof stockEntries.$inferSelect;

/** True if the same product and lot was counted after an entry. */
export async function wasCountedSince(
  tx: Transaction,
  { productId, lotId, enteredAt }: Pick<Entry, "productId" | "lotId" | "enteredAt">,
): Promise<boolean> {
  const later = and(
    eq(stockEntries.kind, "count"),
    isLiveEntry,
    gt(stockEntries.enteredAt, enteredAt),
    sql`${stockEntries.lotId} is not distinct from ${lotId}::uuid`,
    sql`${stockEntries.productId} is not distinct from ${productId}::uuid`,
  );
  return (await tx.$count(stockEntries, later)) > 0;
}

/** Takes the same lock as counting: the product's stock, or the lot if it isn't a product. */
export async function lockStockOf(
  tx: Transaction,
  { productId, lotId }: Pick<Entry, "productId" | "lotId">,
): Promise<void> {
  if (productId) {
    await tx
      .select({ id: productStock.productId })
      .from(productStock)
      .where(eq(productStock.productId, productId))
      .for("no key update");
  } else if (lotId) {
    await tx.select({ id: lots.id }).from(lots).where(eq(lots.id, lotId)).for("no key update");
  }
}

function gone(): Refusal {
  return new Refusal("gone", "This entry is no longer there. Reload the page.");
}
