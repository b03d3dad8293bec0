import { and, asc, eq, inArray } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { touchOrder, updateLines } from "#app/domain/orders/order-rows.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockOrders } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { openHolds, orderItems, orders } from "#db/schema/orders.ts";
import {
  type CutSharing,
  type Share,
  type Sharer,
  type Sharing,
  seenShares,
  sharesOf,
  sharingInWords,
} from "./cut-sharing.ts";

/**
 * Stores each line's share of a product when there isn't enough for all, and audits it with each
 * order that gets less. A line that has or gets all it ordered stores no share. For staff who pack.
 *
 * @throws Refusal "changed" if the shares differ from those shown, e.g. after packing
 */
export async function shareCut(
  db: Database,
  staff: Staff<"pack">,
  { productId, itemIds, leftLb, how, seen }: CutSharing,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lines = await lockedLines(tx, productId, itemIds);
    const shares = sharesOf(lines, leftLb, how);
    if (lines.length !== itemIds.length || seenShares(itemIds, shares) !== seen) throw changed();
    for (const line of lines) {
      const share = shares.get(line.id);
      if (share) await keepShare(tx, staff, line, share, how);
    }
  });
}

/** Removes the shares of lines not done yet: each gets what was ordered. For staff who pack. */
export async function forgetShares(
  db: Database,
  staff: Staff<"pack">,
  { productId, itemIds }: Pick<CutSharing, "productId" | "itemIds">,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const line of await lockedLines(tx, productId, itemIds)) {
      if (line.shareLb !== null) await keepShare(tx, staff, line, null, null);
    }
  });
}

function changed(): Refusal {
  const message = "Somebody packed or changed an order meanwhile. Look at the shares again.";
  return new Refusal("changed", message);
}

/** Locks the orders and returns the lines still open, in the order they were named. */
async function lockedLines(tx: Transaction, productId: string, itemIds: readonly string[]) {
  const wanted = and(inArray(orderItems.id, [...itemIds]), eq(orderItems.productId, productId));
  const of = await tx
    .selectDistinct({ id: orderItems.orderId })
    .from(orderItems)
    .where(wanted)
    .orderBy(asc(orderItems.orderId));
  await lockOrders(tx, ...of.map(({ id }) => id));
  const found = await tx
    .select({
      id: orderItems.id,
      orderId: orders.id,
      productName: orderItems.productName,
      soldBy: orderItems.soldBy,
      orderedPieces: orderItems.orderedPieces,
      typicalPieceLb: orderItems.typicalPieceLb,
      quantity: orderItems.quantity,
      overCapPct: orderItems.overCapPct,
      packedLb: orderItems.packedLb,
      packedPieces: orderItems.packedPieces,
      shareLb: orderItems.shareLb,
      rank: customers.packRank,
      orderNumber: orders.number,
      holds: openHolds,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(wanted, eq(orders.status, "pending"), eq(orderItems.packState, "open")));
  const open = found.filter(({ holds }) => holds.length === 0);
  return itemIds.flatMap((id) => open.find((line) => line.id === id) ?? []);
}

type Locked = Sharer & { orderId: string; productName: string; shareLb: string | null };

async function keepShare(
  tx: Transaction,
  staff: Staff<"pack">,
  line: Locked,
  share: Share | null,
  how: Sharing | null,
): Promise<void> {
  const kept = share?.isAll ? null : share;
  if (kept?.shareLb === (line.shareLb ?? undefined)) return;
  if (!kept && line.shareLb === null) return;
  await updateLines(tx, [line.id], {
    shareLb: kept?.shareLb ?? null,
    sharePieces: kept?.sharePieces ?? null,
  });
  await touchOrder(tx, line.orderId);
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: line.orderId,
    action: kept ? "share decided" : "share taken back",
    after: {
      product: line.productName,
      ordered: orderedInWords(line),
      ...(kept && { share: shareInWords(kept) }),
      ...(kept && how && { shared: sharingInWords[how] }),
    },
  });
}

function shareInWords({ shareLb, sharePieces }: Share): string {
  return orderedInWords({ orderedPieces: sharePieces, quantity: shareLb });
}
