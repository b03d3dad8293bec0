import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { holdReasonsFor } from "#app/domain/ledger/credit-standing.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { holdOrder } from "#app/domain/orders/holds.server.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import type { OrderCharge, OrderDelivery } from "#app/domain/orders/order.ts";
import { costColumns } from "#app/domain/orders/order-costs.server.ts";
import {
  chargeLine,
  type OrderCosts,
  orderCosts,
  storedCosts,
} from "#app/domain/orders/order-costs.ts";
import { addCharges, chargesOf, deliveryOf } from "#app/domain/orders/order-delivery.server.ts";
import { addLines } from "#app/domain/orders/order-lines.server.ts";
import {
  closedAccount,
  inactiveClient,
  missingInWords,
  reloadPage,
  roleMayNotOrder,
} from "#app/domain/orders/order-refusals.ts";
import { insertOrder, updateOrder } from "#app/domain/orders/order-rows.server.ts";
import { isSameWish } from "#app/domain/orders/wishes/wish.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { openHolds, orderItems, orders } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { arrangeDelivery, type DeliveryAsked } from "../delivery/arrange-delivery.server.ts";
import { settleStop } from "../delivery/settle-stop.server.ts";
import { askForApproval, needsApproval } from "../holding/approval.server.ts";
import { lockTerms, minimumOf } from "../holding/customer-terms.server.ts";
import type { StandingNews } from "../mails/order-mails.ts";
import { queueOrderMails } from "../mails/queue-order-mails.server.ts";
import { type OrderingRules, standingOf } from "./new-clients.server.ts";
import {
  type CheckedOrder,
  checkOrder,
  OrderAlreadyPlacedError,
  type PlacedOrder,
  type PlaceOrderInput,
  refuseOrder,
} from "./order-rules.ts";
import { poNumberFor, poQuestion } from "./po-number.ts";
import { priceLines } from "./priced-lines.server.ts";

interface PlacingRules extends OrderingRules {
  shop: Shop;
  minOrderCents: number;
  /** The standing order that placed it, for its mail. */
  standing?: StandingNews | undefined;
}

const placedColumns = {
  id: orders.id,
  number: orders.number,
  placedAt: orders.placedAt,
  totalPrice: orders.totalPrice,
  isNewClient: orders.isNewClient,
  holds: openHolds,
};

/**
 * Places a client's order at today's prices: writes the order, its lines, an audit log entry and
 * its mails in one transaction. Idempotent by `input.requestId`: repeated or concurrent requests
 * with the same id place one order and get the same answer.
 *
 * Orders are marked as a new client's until the owner confirms one, and need a phone number and an
 * address. Staff may order for a customer (`StaffClient`): without a minimum, and the customer is
 * told who took the order.
 *
 * Holds are decided under the customer's lock, so that of concurrent orders only those within the
 * credit limit aren't held. A held order is accepted, but not packed until staff release it. A
 * buyer's order above their limit waits for an approver of their account, who is emailed
 * (`approval.server.ts`).
 *
 * Where delivery days are set up, an order needs one: its stop is booked and its fee set in the
 * same transaction, together with the fee of the orders already at the stop (`settleStop`).
 *
 * @param options.shop the shop's public origin, for links in mails
 * @param options.minOrderCents the minimum total; a retry of an order placed before the minimum was
 *   raised still succeeds
 * @param options.needsConfirmedEmail true if accounts must confirm their address before ordering
 * @throws OrderRefusedError, PriceChangedError, OrderAlreadyPlacedError, DayRefusedError
 */
export async function placeOrder(
  db: Database,
  client: Client,
  input: PlaceOrderInput,
  { shop, minOrderCents, needsConfirmedEmail, standing }: PlacingRules,
): Promise<PlacedOrder> {
  const asked = checkOrder(input);
  const { requestId, notes, allowsSubstitutes } = asked;
  const callFirst = allowsSubstitutes && asked.callFirst;
  return db.transaction(async (tx) => {
    await lockName(tx, requestId);
    const before = await placedBefore(tx, client, asked);
    if (before) return before;
    // Some members may only see orders, or only pay for them.
    if (!may(client, "order")) refuseOrder("account", roleMayNotOrder);
    const { isNew, missing } = await standingOf(tx, client, { needsConfirmedEmail });
    if (missing.length > 0) refuseOrder("account", missingInWords(missing));
    // Lock the customer before products and runs, as every function that waits for a customer does.
    const terms = await lockTerms(tx, client.customerId);
    if (terms.inactiveAt) {
      refuseOrder("account", client.onBehalf ? inactiveClient : closedAccount(shop.company));
    }
    const { poNumber, error } = poNumberFor(
      poQuestion(terms, pacificDay(new Date())),
      asked.poNumber,
    );
    if (error !== undefined) refuseOrder("poNumber", error);

    const lines = await priceLines(tx, asked.lines, {
      customerId: client.customerId,
      day: asked.day?.date ?? null,
      isForced: client.onBehalf === true && asked.override !== "",
    });
    const delivery = await arrangeDelivery(tx, client, deliveryAsked(asked), {
      goods: lines,
      shopMinimumCents: client.onBehalf ? 0 : minimumOf(terms, minOrderCents),
    });
    const { estimateCents } = orderCosts([...lines, ...delivery.charges.map(chargeLine)]);
    const total = toDollars(estimateCents);
    const { id, number, placedAt, isNewClient, standingNotes } = await insertOrder(tx, {
      ...delivery.columns,
      customerId: client.customerId,
      placedBy: client.userId,
      requestId,
      notes,
      standingNotes: standingNotesOf(client),
      totalPrice: total,
      estimatedTotal: total,
      allowsSubstitutes,
      callFirst,
      isNewClient: isNew,
      poNumber,
    });
    const items = await addLines(
      tx,
      id,
      lines.map((line) => ({ ...line, fields: { wish: line.wish } })),
    );
    await addCharges(tx, id, delivery.charges);
    if (delivery.booking?.isShared) {
      const cause = { id, number, how: "placed" as const };
      const { shipToId = null, runId = null } = delivery.columns;
      const stop = { customerId: client.customerId, shipToId, runId };
      await settleStop(tx, client, stop, cause, shop);
    }
    // If no other order of the stop bears the fee, this one does.
    const charges = await chargesOf(tx, id);
    const costs = orderCosts([...lines, ...charges.map(chargeLine)]);
    const { mostCents } = costs;
    const totalPrice = toDollars(costs.estimateCents);
    if (totalPrice !== total) {
      await updateOrder(tx, id, { totalPrice, estimatedTotal: totalPrice });
    }
    // Only after settling the stop, which may have lowered another order's total.
    const waits = await needsApproval(tx, client, mostCents);
    const holds: HoldReason[] = [
      ...holdReasonsFor(await exposureOf(tx, client.customerId, terms), 0),
      ...(waits ? (["approval"] as const) : []),
    ];
    for (const reason of holds) await holdOrder(tx, id, reason);
    const placed = { id, number, placedAt, totalPrice, isNewClient, holds };
    await recordAudit(tx, client, {
      entity: "order",
      entityId: placed.id,
      action: "placed",
      after: {
        status: "pending",
        totalPrice: placed.totalPrice,
        ...(holds.length > 0 && { hold: holdsForStaff(holds) }),
        ...(poNumber && { poNumber }),
        ...(client.onBehalf && { takenBy: "Staff, for the client" }),
        ...(delivery.booking && { deliveryDay: delivery.booking.day.date }),
        ...(client.onBehalf && asked.override && { override: asked.override }),
      },
    });
    const told = {
      ...placed,
      notes,
      standingNotes,
      items,
      charges,
      poNumber,
      standing,
      allowsSubstitutes,
      callFirst,
      delivery: await deliveryOf(tx, placed.id),
    };
    await queueOrderMails(tx, client, told, shop);
    if (waits) await askForApproval(tx, placed.id, shop);
    return placed;
  });
}

function deliveryAsked({ site, day, postalCode, override }: CheckedOrder): DeliveryAsked {
  return { siteId: site === "" ? null : site, day, postalCode, override };
}

/** A placed order as its client sees it right afterwards. */
interface OwnPlacedOrder extends Omit<PlacedOrder, "totalPrice"> {
  requestId: string | null;
  poNumber: string;
  allowsSubstitutes: boolean;
  callFirst: boolean;
  /** Includes charges and taxes. */
  estimateCents: number;
  mostCents: number;
  charges: OrderCharge[];
  /** The estimate's taxes. */
  taxes: OrderCosts["taxes"];
  delivery: OrderDelivery;
  items: Pick<
    typeof orderItems.$inferSelect,
    "id" | "productName" | "orderedPieces" | "quantity" | "pricePerLb" | "subtotal" | "wish"
  >[];
}

/** Returns the client's own order as placed; null for any other order id. */
export async function getPlacedOrder(
  db: Database,
  client: Client,
  id: string,
): Promise<OwnPlacedOrder | null> {
  if (!isUuid(id)) return null;
  const { totalPrice: _, ...columns } = placedColumns;
  const [placed] = await db
    .select({
      ...columns,
      requestId: orders.requestId,
      poNumber: orders.poNumber,
      allowsSubstitutes: orders.allowsSubstitutes,
      callFirst: orders.callFirst,
    })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.placedBy, client.userId), ownedBy(client)));
  if (!placed) return null;
  const lines = await db
    .select({
      id: orderItems.id,
      productName: orderItems.productName,
      orderedPieces: orderItems.orderedPieces,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      wish: orderItems.wish,
      ...costColumns,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, id), isNull(orderItems.substitutesItemId)))
    .orderBy(asc(orderItems.position));
  const charges = await chargesOf(db, id);
  const { taxes, estimateCents, mostCents } = storedCosts({ items: lines, charges });
  const items = lines.map(
    ({ id: line, productName, orderedPieces, quantity, pricePerLb, subtotal, wish }) => ({
      id: line,
      productName,
      orderedPieces,
      quantity,
      pricePerLb,
      subtotal,
      wish,
    }),
  );
  const delivery = await deliveryOf(db, id);
  return { ...placed, estimateCents, mostCents, taxes, charges, delivery, items };
}

/**
 * Copies the customer's standing notes, so that the order, its mails and its pick list agree even
 * if the notes change later.
 */
function standingNotesOf({ customerId }: Client) {
  return sql<string>`coalesce((select ${customers.notes} from ${customers} where ${customers.id} = ${customerId}), '')`;
}

/** Returns the original answer to a repeated request; null for a new one. */
async function placedBefore(
  tx: Transaction,
  client: Client,
  asked: CheckedOrder,
): Promise<PlacedOrder | null> {
  const [before] = await tx
    .select({
      ...placedColumns,
      notes: orders.notes,
      poNumber: orders.poNumber,
      allowsSubstitutes: orders.allowsSubstitutes,
      callFirst: orders.callFirst,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      shipToId: orders.shipToId,
      zoneId: runs.zoneId,
      date: runs.date,
    })
    .from(orders)
    .leftJoin(runs, eq(runs.id, orders.runId))
    .where(eq(orders.requestId, asked.requestId));
  if (!before) return null;
  const { notes, poNumber, allowsSubstitutes, callFirst, customerId, placedBy, ...stored } = before;
  const { shipToId, zoneId, date, ...placed } = stored;
  // Another account's or customer's order: reveal only that the id can't be used.
  if (placedBy !== client.userId || customerId !== client.customerId) {
    refuseOrder("requestId", reloadPage);
  }
  const items = await tx
    .select({
      productId: orderItems.productId,
      quantity: orderItems.quantity,
      pieces: orderItems.orderedPieces,
      wish: orderItems.wish,
    })
    .from(orderItems)
    // Ignore substitutes that staff added since.
    .where(and(eq(orderItems.orderId, placed.id), isNull(orderItems.substitutesItemId)));
  const isSame =
    notes === asked.notes &&
    (asked.poNumber === "" || asked.poNumber === poNumber) &&
    allowsSubstitutes === asked.allowsSubstitutes &&
    callFirst === (asked.allowsSubstitutes && asked.callFirst) &&
    (asked.site === "" || asked.site === shipToId) &&
    (asked.day?.zoneId ?? null) === zoneId &&
    (asked.day?.date ?? null) === date &&
    items.length === asked.lines.length &&
    items.every(({ productId, quantity, pieces, wish }) => {
      // A product deleted since then can't be compared.
      if (!productId) return true;
      const line = asked.lines.find(
        (one) => one.productId === productId && isSameWish(one.wish, wish),
      );
      return line?.quantity === quantity && line.pieces === pieces;
    });
  if (!isSame) throw new OrderAlreadyPlacedError(placed);
  return placed;
}
