import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Client } from "#app/features/auth/capability.ts";
import { sumCents } from "#app/lib/amounts.ts";
import { toDollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import { queueOrderMails } from "../mails/queue-order-mails.server.ts";
import { reloadPage } from "../order-texts.ts";
import { type OrderingRules, standingOf } from "./new-clients.server.ts";
import { type MissingDetail, missingInWords } from "./new-clients.ts";
import {
  type CheckedOrder,
  checkOrder,
  OrderAlreadyPlacedError,
  OrderRefusedError,
  type PlacedOrder,
  type PlaceOrderInput,
} from "./place-order.ts";
import { addLines, priceLines } from "./priced-lines.server.ts";

interface PlacingRules extends OrderingRules {
  siteUrl: string;
  minOrderCents: number;
}

const placedColumns = {
  id: orders.id,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  isNewClient: orders.isNewClient,
};

/**
 * Places an order of the client's, at today's prices: the order, its lines, a line in the audit log
 * and the mails that tell of it, all or nothing. Idempotent by `input.requestId`: however often and
 * from wherever the same request comes, it places one order and gets one answer.
 *
 * An account's first order, and every one until the owner has confirmed one, is marked as a new
 * client's, and needs a phone number and an address.
 *
 * @param options.siteUrl the shop's public origin, for the links in the mails
 * @param options.minOrderCents the least that it must come to; an order that was placed before the
 *   minimum rose is answered as ever
 * @param options.needsConfirmedEmail whether an account orders only once its address is confirmed
 * @throws OrderRefusedError, PriceChangedError, OrderAlreadyPlacedError
 */
export async function placeOrder(
  db: Database,
  client: Client,
  input: PlaceOrderInput,
  { siteUrl, minOrderCents, needsConfirmedEmail }: PlacingRules,
): Promise<PlacedOrder> {
  const asked = checkOrder(input);
  const { requestId, notes } = asked;
  return db.transaction(async (tx) => {
    await lockRequest(tx, requestId);
    const before = await placedBefore(tx, client, asked);
    if (before) return before;
    const { isNew, missing } = await standingOf(tx, client, { needsConfirmedEmail });
    refuseUnready(missing);

    const lines = await priceLines(tx, asked.lines, minOrderCents);
    const [order] = await tx
      .insert(orders)
      .values({
        userId: client.userId,
        requestId,
        notes,
        standingNotes: standingNotesOf(client),
        totalPrice: toDollars(sumCents(lines, ({ cents }) => cents)),
        isNewClient: isNew,
      })
      .returning({ ...placedColumns, standingNotes: orders.standingNotes });
    if (!order) throw new Error("The order was not stored");
    const { standingNotes, ...placed } = order;
    const items = await addLines(tx, placed.id, lines);
    await recordAudit(tx, client, {
      entity: "order",
      entityId: placed.id,
      action: "placed",
      after: { status: "pending", totalPrice: placed.totalPrice },
    });
    await queueOrderMails(tx, client, { ...placed, notes, standingNotes, items }, siteUrl);
    return placed;
  });
}

/** Of several at once with the same request id, the others wait until the first has been answered. */
async function lockRequest(tx: Transaction, requestId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestId}, 0))`);
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

/**
 * What the client wants known with every order. Copied and not looked up later: the order, its mails
 * and its pick list are to say the same, also when the account's notes have changed since.
 */
function standingNotesOf({ userId }: Client) {
  return sql<string>`coalesce((select ${profiles.notes} from ${profiles} where ${profiles.id} = ${userId}), '')`;
}

function refuseUnready(missing: MissingDetail[]): void {
  if (missing.length === 0) return;
  throw new OrderRefusedError([{ field: "account", message: missingInWords(missing) }]);
}

/** The answer to a request that has been answered before; null for a new one. */
async function placedBefore(
  tx: Transaction,
  client: Client,
  asked: CheckedOrder,
): Promise<PlacedOrder | null> {
  const [before] = await tx
    .select({ ...placedColumns, notes: orders.notes, userId: orders.userId })
    .from(orders)
    .where(eq(orders.requestId, asked.requestId));
  if (!before) return null;
  const { notes, userId, ...placed } = before;
  // Somebody else's: nothing is told but that this id is of no use.
  if (userId !== client.userId) {
    throw new OrderRefusedError([{ field: "requestId", message: reloadPage }]);
  }
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
