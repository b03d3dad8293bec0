import { and, eq, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { askMoreThanCame, moreThanThere } from "./keep-stock.server.ts";
import { untrackedProduct } from "./lots-untracked.server.ts";
import { stockInWords } from "./stock.ts";
import { enterStock, isKeptAsLot } from "./stock-entries.server.ts";
import { readAmount, readSome } from "./stock-form.ts";

// The stock of a lot that isn't tracked with a product: a primal that is cut before any of it is
// sold, or meat of an untracked product. The latter's entries name the product, so that they count
// once it is tracked.

export interface StockOfLot {
  /** The untracked product; null for a lot that isn't a product. */
  productName: string | null;
}

/** Returns how a lot's stock is kept on its page; null if elsewhere. For staff who pack. */
export async function stockOfLot(
  db: Database,
  _staff: Staff<"pack">,
  lotId: string,
): Promise<StockOfLot | null> {
  if (!isUuid(lotId)) return null;
  const [lot] = await db
    .select({
      isKept: isKeptAsLot,
      productName: sql<string | null>`(select products.name from products
        where products.id::text = ${untrackedProduct})`,
    })
    .from(lots)
    .where(and(eq(lots.id, lotId), isNull(lots.voidedAt)));
  if (!lot) return null;
  const { isKept, productName } = lot;
  return isKept || productName !== null ? { productName } : null;
}

/**
 * Enters the counted weight of such a lot: the difference from the expected rest becomes an entry,
 * even if it is zero. Idempotent by request id. For staff who pack.
 *
 * @throws Refusal, also if the rest differs from what the form showed, which only the person who
 *   weighed it can resolve; "more than came" asks to confirm more than ever came in
 */
export async function countLot(
  db: Database,
  staff: Staff<"pack">,
  lotId: string,
  sent: { requestId: string; counted: string; seen: number; reason: string; isMore?: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { left, entered, productId } = await lockLot(tx, lotId);
    if (await wasSent(tx, lotId, sent.requestId)) return;
    const counted = readAmount(sent.counted, "lb");
    if (typeof counted !== "number") throw wrong("counted", counted.error);
    if (sent.seen !== left) {
      const message = `Something was cut, packed or thrown away meanwhile: ${stockInWords(left, "lb")} should be left now. Check what you typed, and save again.`;
      throw new Refusal("changed", message, { fields: { seen: String(left) } });
    }
    const kept = { productId, unit: "lb" as const };
    if (!sent.isMore && counted !== entered)
      await askMoreThanCame(tx, kept, [{ lotId, amount: counted }]);
    const { requestId, reason } = sent;
    const lb = toPounds(hundredthsLb(counted - entered));
    await enterStock(tx, staff.userId, [
      { productId, lotId, kind: "count", lb, reason, requestId },
    ]);
  });
}

/**
 * Enters what was thrown away, spoiled or lost of such a lot. Idempotent by request id. For staff
 * who pack.
 *
 * @throws Refusal that asks to confirm more than is left
 */
export async function wasteLot(
  db: Database,
  staff: Staff<"pack">,
  lotId: string,
  waste: { requestId: string; amount: string; reason: string; isMeant: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { left, productId } = await lockLot(tx, lotId);
    if (await wasSent(tx, lotId, waste.requestId)) return;
    const amount = readSome(waste.amount, "lb");
    if (typeof amount !== "number") throw wrong("amount", amount.error);
    if (amount > left && !waste.isMeant) throw moreThanThere(amount, left, "lb");
    const { requestId, reason } = waste;
    const lb = toPounds(hundredthsLb(-amount));
    await enterStock(tx, staff.userId, [
      { productId, lotId, kind: "waste", lb, reason, requestId },
    ]);
  });
}

/**
 * Locks a lot. Returns its rest and the sum of its entries, in hundredths, and its product if it is
 * one.
 *
 * @throws Refusal
 */
async function lockLot(
  tx: Transaction,
  lotId: string,
): Promise<{ left: number; entered: number; productId: string | null }> {
  const [lot] = isUuid(lotId)
    ? await tx
        .select({ isKept: isKeptAsLot, productId: untrackedProduct })
        .from(lots)
        .where(and(eq(lots.id, lotId), isNull(lots.voidedAt)))
        .for("no key update")
    : [];
  if (!lot) throw new Refusal("gone", "This lot no longer exists.");
  const { isKept, productId } = lot;
  if (!isKept && productId === null) {
    throw new Refusal("sold", "No meat is kept in this lot itself: count its product’s stock.");
  }
  const [sum] = await tx
    .select({ lb: sql<string>`coalesce(sum(${stockEntries.lb}), 0)::text` })
    .from(stockEntries)
    .where(eq(stockEntries.lotId, lotId));
  const { leftLb } = (await sumsOfLots(tx, [lotId])).get(lotId) ?? {};
  const entered = toHundredthsLb(sum?.lb ?? "0");
  return { left: leftLb ? toHundredthsLb(leftLb) : entered, entered, productId };
}

async function wasSent(tx: Transaction, lotId: string, requestId: string): Promise<boolean> {
  const same = and(eq(stockEntries.requestId, requestId), eq(stockEntries.lotId, lotId));
  return (await tx.$count(stockEntries, same)) > 0;
}

function wrong(field: string, message: string): Refusal {
  return new Refusal("invalid", invalidMessage, { errors: { [field]: [message] } });
}
