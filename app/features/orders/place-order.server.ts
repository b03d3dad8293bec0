import { and, eq } from "drizzle-orm";
import type { Client } from "#app/features/auth/capability.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { reloadPage } from "./order-texts.ts";
import {
  type CheckedOrder,
  checkOrder,
  OrderAlreadyPlacedError,
  OrderRefusedError,
  type PlacedOrder,
  type PlaceOrderInput,
} from "./place-order.ts";
import { addPricedLines } from "./priced-lines.server.ts";
import { queueOrderMails } from "./queue-order-mails.server.ts";

const placedColumns = {
  id: orders.id,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
};

/**
 * Places an order of the client's, at today's prices: the order, its lines, a line in the audit log
 * and the mails that tell of it, all or nothing. However often and from wherever the same request
 * comes, it places one order and gets one answer.
 *
 * @param options.siteUrl the shop's public origin, for the links in the mails
 * @throws OrderRefusedError, PriceChangedError, OrderAlreadyPlacedError
 */
export async function placeOrder(
  db: Database,
  client: Client,
  input: PlaceOrderInput,
  { siteUrl }: { siteUrl: string },
): Promise<PlacedOrder> {
  const { requestId, notes, lines: asked } = checkOrder(input);
  return db.transaction(async (tx) => {
    // The row with the request id is the lock: of several at once the others wait here until the
    // first has committed, and then find its order, or has failed, and then try for themselves.
    const [opened] = await tx
      .insert(orders)
      .values({ userId: client.userId, requestId, notes, totalPrice: "0" })
      .onConflictDoNothing({ target: orders.requestId })
      .returning({ id: orders.id });
    if (!opened) return placedBefore(tx, client, { requestId, notes, lines: asked });

    const lines = await addPricedLines(tx, opened.id, asked);
    const placed = await settleTotal(tx, opened.id, lines);
    await tx.insert(auditLog).values({
      actorId: client.userId,
      actorEmail: client.email,
      entity: "order",
      entityId: placed.id,
      action: "placed",
      after: { status: "pending", totalPrice: placed.totalPrice },
    });
    await queueOrderMails(tx, client, { ...placed, notes, items: lines }, siteUrl);
    return placed;
  });
}

/** The client's own order with the request that placed it; null for any other id. */
export async function getPlacedOrder(
  db: Database,
  client: Client,
  id: string,
): Promise<(PlacedOrder & { requestId: string | null }) | null> {
  if (!isUuid(id)) return null;
  const [placed] = await db
    .select({ ...placedColumns, requestId: orders.requestId })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, client.userId)));
  return placed ?? null;
}

/** Sets the order's total to the sum of the subtotals that the database made of its lines. */
async function settleTotal(
  tx: Transaction,
  id: string,
  lines: { subtotal: string }[],
): Promise<PlacedOrder> {
  const cents = lines.reduce((sum, { subtotal }) => sum + toCents(subtotal), 0);
  const [placed] = await tx
    .update(orders)
    .set({ totalPrice: toDollars(cents) })
    .where(eq(orders.id, id))
    .returning(placedColumns);
  if (!placed) throw new Error("The order that is being placed is gone");
  return placed;
}

/** The answer to a request that has been answered before. */
async function placedBefore(
  tx: Transaction,
  client: Client,
  asked: CheckedOrder,
): Promise<PlacedOrder> {
  const [before] = await tx
    .select({ ...placedColumns, notes: orders.notes })
    .from(orders)
    .where(and(eq(orders.requestId, asked.requestId), eq(orders.userId, client.userId)));
  // Somebody else's: nothing is told but that this id is of no use.
  if (!before) {
    throw new OrderRefusedError([{ field: "requestId", message: reloadPage }]);
  }
  const { notes, ...placed } = before;
  const items = await tx
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, placed.id));
  const wanted = new Map(asked.lines.map((line) => [line.productId, line.quantity]));
  const isSame =
    notes === asked.notes &&
    items.length === asked.lines.length &&
    // A product that was deleted since cannot be compared any more.
    items.every(({ productId, quantity }) => !productId || wanted.get(productId) === quantity);
  if (!isSame) throw new OrderAlreadyPlacedError(placed);
  return placed;
}
