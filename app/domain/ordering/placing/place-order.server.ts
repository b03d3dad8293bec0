import { randomUUID } from "node:crypto";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { holdsNow } from "#app/domain/ledger/exposure.server.ts";
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
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { openHolds, orderItems, orders } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { together } from "#db/together.ts";
import {
  arrangeDelivery,
  type DeliveryAsked,
  readDestination,
} from "../delivery/arrange-delivery.server.ts";
import { settleStop } from "../delivery/shared-stop-fee.server.ts";
import { askForApproval, ownApprovalLimit } from "../holding/approval.server.ts";
import { lockTermsIfAny, minimumOf } from "../holding/customer-terms.server.ts";
import type { StandingNews } from "../mails/order-mails.ts";
import {
  admitReaders,
  queueOrderMails,
  readersOfOrder,
} from "../mails/queue-order-mails.server.ts";
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
import { priceLines, readSold } from "./priced-lines.server.ts";

interface PlacingRules extends OrderingRules {
  shop: Shop;
  minOrderCents: number;
  /** The standing order that placed it, for its email. */
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
 * its emails in one transaction. Idempotent by `input.requestId`: repeated or concurrent requests
 * with the same id place one order and get the same answer.
 *
 * Orders are marked as a new client's until the owner confirms one, and need a phone number and an
 * address. Staff may order for a customer (`StaffClient`) without a minimum; the customer is told
 * who took the order.
 *
 * Holds are decided under the customer's lock, so that of concurrent orders only those within the
 * credit limit aren't held. A held order is accepted, but not packed until it is released. A
 * buyer's order above their limit waits for an approver of their account (`approval.server.ts`).
 *
 * Where delivery days are set up, an order needs one. Its stop is booked in the same transaction,
 * and its fee set together with the fee of the orders already there (`settleStop`).
 *
 * @param options.minOrderCents doesn't apply to a retry of an order that is already placed
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
    const whose = {
      customerId: client.customerId,
      day: asked.day?.date ?? null,
      isForced: client.onBehalf === true && asked.override !== "",
    };
    const wanted = deliveryAsked(asked);
    // One round trip in the order of the locks: the name, the customer, the products, their stock.
    // A statement sent behind a lock reads under it. Nothing is refused before everything is read.
    const [, found, { isNew, missing }, terms, sold, destination, readers, limit] = await together([
      lockName(tx, requestId),
      readPlaced(tx, requestId),
      standingOf(tx, client, { needsConfirmedEmail }),
      lockTermsIfAny(tx, client.customerId),
      readSold(tx, asked.lines, whose),
      readDestination(tx, client, wanted),
      readersOfOrder(tx, client),
      ownApprovalLimit(tx, client),
    ]);
    if (found) return answerBefore(tx, client, asked, found);
    // Some members may only see orders, or only pay for them.
    if (!may(client, "order")) refuseOrder("account", roleMayNotOrder);
    if (missing.length > 0) refuseOrder("account", missingInWords(missing));
    if (!terms) throw new Error("The customer of an order is missing");
    if (terms.inactiveAt) {
      refuseOrder("account", client.onBehalf ? inactiveClient : closedAccount(shop.company));
    }
    const { poNumber, error } = poNumberFor(
      poQuestion(terms, pacificDay(new Date())),
      asked.poNumber,
    );
    if (error !== undefined) refuseOrder("poNumber", error);

    const lines = await priceLines(tx, asked.lines, whose, sold);
    const goods = {
      goods: lines,
      shopMinimumCents: client.onBehalf ? 0 : minimumOf(terms, minOrderCents),
    };
    const delivery = await arrangeDelivery(tx, client, wanted, goods, destination);
    const { booking } = delivery;
    const { estimateCents } = orderCosts([...lines, ...delivery.charges.map(chargeLine)]);
    const total = toDollars(estimateCents);
    // The id is chosen here, so that the lines need not wait for it.
    const id = randomUUID();
    const isShared = booking?.isShared === true;
    const afterwards = () =>
      together([
        holdsNow(tx, client.customerId, terms),
        deliveryOf(tx, id),
        admitReaders(tx, client, readers, id, shop),
        isShared ? chargesOf(tx, id) : delivery.charges,
      ]);
    const [{ number, placedAt, isNewClient, standingNotes }, items, , alone] = await together([
      insertOrder(tx, {
        ...delivery.columns,
        id,
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
      }),
      addLines(
        tx,
        id,
        lines.map((line) => ({ ...line, fields: { wish: line.wish } })),
        { isNew: true },
      ),
      addCharges(tx, id, delivery.charges),
      isShared ? null : afterwards(),
    ]);
    if (isShared) {
      const cause = { id, number, how: "placed" as const };
      const { shipToId = null, runId = null } = delivery.columns;
      const stop = { customerId: client.customerId, shipToId, runId };
      await settleStop(tx, client, stop, cause, shop);
    }
    // Only settling the stop shows whether another of its orders bears the fee.
    const [owing, deliveredTo, mailed, charges] = alone ?? (await afterwards());
    const costs = orderCosts([...lines, ...charges.map(chargeLine)]);
    const { mostCents } = costs;
    const totalPrice = toDollars(costs.estimateCents);
    if (totalPrice !== total) {
      await updateOrder(tx, id, { totalPrice, estimatedTotal: totalPrice });
    }
    const waits = limit !== null && mostCents > limit;
    const holds: HoldReason[] = [...owing, ...(waits ? (["approval"] as const) : [])];
    for (const reason of holds) await holdOrder(tx, id, reason);
    const placed = { id, number, placedAt, totalPrice, isNewClient, holds };
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
      delivery: deliveredTo,
    };
    await together([
      recordAudit(tx, client, {
        entity: "order",
        entityId: placed.id,
        action: "placed",
        after: {
          status: "pending",
          totalPrice: placed.totalPrice,
          ...(holds.length > 0 && { hold: holdsForStaff(holds) }),
          ...(poNumber && { poNumber }),
          ...(client.onBehalf && { takenBy: "Staff, for the client" }),
          ...(booking && { deliveryDay: booking.day.date }),
          ...(client.onBehalf && asked.override && { override: asked.override }),
        },
      }),
      queueOrderMails(tx, client, told, { ...readers, mailed }, shop),
    ]);
    if (waits) await askForApproval(tx, placed.id, shop);
    return placed;
  });
}

function deliveryAsked({ site, day, postalCode, override }: CheckedOrder): DeliveryAsked {
  return { siteId: site === "" ? null : site, day, postalCode, override };
}

interface OwnPlacedOrder extends Omit<PlacedOrder, "totalPrice"> {
  requestId: string | null;
  poNumber: string;
  allowsSubstitutes: boolean;
  callFirst: boolean;
  /** Includes charges and taxes. */
  estimateCents: number;
  mostCents: number;
  charges: OrderCharge[];
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
      ...pick(orders, "requestId", "poNumber", "allowsSubstitutes", "callFirst"),
    })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.placedBy, client.userId), ownedBy(client)));
  if (!placed) return null;
  const lines = await db
    .select({
      ...pick(orderItems, "id", "productName", "orderedPieces", "quantity", "pricePerLb", "wish"),
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

/** Copies the customer's standing notes, which may change after the order and its emails. */
function standingNotesOf({ customerId }: Client) {
  return sql<string>`coalesce((select ${customers.notes} from ${customers} where ${customers.id} = ${customerId}), '')`;
}

type Before = NonNullable<Awaited<ReturnType<typeof readPlaced>>>;

async function readPlaced(tx: Transaction, requestId: string) {
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
    .where(eq(orders.requestId, requestId));
  return before;
}

/** Returns the answer to a repeated request. @throws OrderAlreadyPlacedError if contents differ */
async function answerBefore(
  tx: Transaction,
  client: Client,
  asked: CheckedOrder,
  before: Before,
): Promise<PlacedOrder> {
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
