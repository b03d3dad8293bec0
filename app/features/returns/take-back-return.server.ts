import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { takeBackReturned } from "#app/domain/claims/credit-returned.server.ts";
import { storeReturned } from "#app/domain/claims/returned-goods.server.ts";
import { numberOf } from "#app/domain/documents/issuing/take-back.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import { poundsOnHand } from "#app/domain/stock/read-stock.server.ts";
import { reverseEntries, type StoredEntry } from "#app/domain/stock/stock-entries.server.ts";
import { lockStockOf, wasCountedSince } from "#app/domain/stock/take-back.server.ts";
import { formatLb, sumLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended, isOrAre } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, transactionWithRetry } from "#db/locks.ts";
import { isLiveEntry, stockEntries } from "#db/schema/meat/stock.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { orderItems } from "#db/schema/orders.ts";
import { lots } from "#db/schema/packages.ts";
import type { takeBackSchema } from "./returned.ts";

export interface TakenBackWeighing {
  productName: string;
  lb: string;
  /** The number of the invoice that takes its credit back; null if nothing had been credited. */
  debit: string | null;
}

/**
 * Takes back a weighing entered by mistake, so that its goods can be weighed again: reverses its
 * stock entries and bills again what it credited, in one transaction. Its row stays, with another
 * that takes it back. Once, and idempotent by request id. Audited. For staff who pack.
 *
 * @throws Refusal if it was taken back before, if its lot was counted since, or if not all of the
 * goods are still there
 */
export function takeBackReturn(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { weighing: id, requestId, why }: z.output<typeof takeBackSchema>,
  shop: Shop,
): Promise<TakenBackWeighing> {
  return transactionWithRetry(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const back = order && (await weighingOf(tx, orderId, id));
    if (!order || !back) throw new Refusal("gone", "There is no such weighing.");
    await lockCustomer(tx, order.customerId);
    const said = pick(back, "productName", "lb");
    const [before] = await tx.select().from(returnedGoods).where(eq(returnedGoods.reversesId, id));
    if (before?.requestId === requestId)
      return { ...said, debit: (await numberOf(tx, before.debitId)) || null };
    if (before) {
      const message = ended(`This weighing was taken back on ${formatDateTime(before.weighedAt)}`);
      throw new Refusal("taken back", `${message} Nothing was changed.`);
    }
    const { creditRequestId } = back;
    // The refund at the counter put it back, as much as was sold, without weighing.
    if (creditRequestId === null) {
      const message =
        "This never left the counter, and went back with its refund, so there is nothing to weigh again. If it is not there, correct the stock with a count. Nothing was changed.";
      throw new Refusal("at the counter", message);
    }
    await reverseStock(tx, staff, back, { requestId, why });
    const { takenLb, debit } = await takeBackReturned(
      tx,
      staff,
      order,
      {
        ...pick(back, "id", "orderItemId", "creditedLb"),
        creditRequestId,
        requestId,
        reason: why,
      },
      shop,
    );
    await storeReturned(tx, {
      ...pick(back, "orderId", "orderItemId", "lotId", "place", "temperatureC", "minutesOut"),
      ...pick(back, "outcome", "creditRequestId"),
      requestId,
      lb: `-${back.lb}`,
      note: why,
      weighedBy: staff.userId,
      reversesId: id,
      ...(toHundredthsLb(takenLb) > 0 && { creditedLb: `-${takenLb}` }),
      debitId: debit?.id ?? null,
    });
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "return taken back",
      after: {
        product: back.productName,
        lb: back.lb,
        lot: back.code,
        reason: why,
        invoice: debit?.documentNumber ?? null,
      },
    });
    return { ...said, debit: debit?.documentNumber ?? null };
  });
}

type Weighing = NonNullable<Awaited<ReturnType<typeof weighingOf>>>;

async function weighingOf(tx: Transaction, orderId: string, id: string) {
  if (!isUuid(id)) return undefined;
  const [found] = await tx
    .select({
      ...pick(returnedGoods, "id", "orderId", "orderItemId", "lotId", "lb", "place", "outcome"),
      ...pick(returnedGoods, "temperatureC", "minutesOut", "creditRequestId", "creditedLb"),
      requestId: returnedGoods.requestId,
      code: lots.code,
      productName: orderItems.productName,
      productId: orderItems.productId,
    })
    .from(returnedGoods)
    .innerJoin(orderItems, eq(orderItems.id, returnedGoods.orderItemId))
    .leftJoin(lots, eq(lots.id, returnedGoods.lotId))
    .where(
      and(
        eq(returnedGoods.id, id),
        eq(returnedGoods.orderId, orderId),
        isNull(returnedGoods.reversesId),
      ),
    );
  return found;
}

/** Reverses a weighing's entries. @throws Refusal if what it put back isn't there any more */
async function reverseStock(
  tx: Transaction,
  staff: Staff<"pack">,
  back: Weighing,
  { requestId, why }: { requestId: string; why: string },
): Promise<void> {
  // Blocks counting, packing and cutting of it.
  await lockStockOf(tx, { productId: back.productId, lotId: null });
  if (back.lotId !== null) {
    await tx.select({ id: lots.id }).from(lots).where(eq(lots.id, back.lotId)).for("update");
  }
  const entries = await tx
    .select()
    .from(stockEntries)
    .where(and(eq(stockEntries.requestId, back.requestId), isLiveEntry));
  const lb = sumLb(entries.map((entry) => entry.lb));
  if (lb > 0) await refuseGone(tx, back, entries, lb);
  await reverseEntries(tx, staff.userId, entries, { reason: why, requestId });
}

async function refuseGone(
  tx: Transaction,
  back: Weighing,
  entries: readonly StoredEntry[],
  lb: number,
): Promise<void> {
  for (const entry of entries) {
    if (!(await wasCountedSince(tx, entry))) continue;
    const message =
      "It was counted since, which has set the stock right. Take that count back first.";
    throw new Refusal("counted since", message);
  }
  const left = await leftOf(tx, back);
  if (left === null || toHundredthsLb(left) >= lb) return;
  const there = Number(left) > 0 ? `Only ${formatLb(Number(left))}` : "Nothing";
  const where = back.code === null ? `of ${back.productName}` : `of lot ${back.code}`;
  const message = `${there} ${where} ${Number(left) > 0 ? isOrAre(Number(left)) : "is"} left: what came back was packed, cut or thrown away since. Take that back first. If it was sold, this weighing stays: correct the stock with a count, and the bill with “Credit” or “Bill the difference”.`;
  throw new Refusal("not there", message);
}

/** Returns the pounds left of a weighing's lot, or without one of its product; null if unknown. */
async function leftOf(tx: Transaction, { lotId, productId }: Weighing): Promise<string | null> {
  const ofLot = lotId === null ? null : (await sumsOfLots(tx, [lotId])).get(lotId)?.leftLb;
  if (ofLot) return ofLot;
  return productId === null ? null : poundsOnHand(tx, productId);
}
