import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { adoptGuests } from "#app/domain/customers/guests.server.ts";
import { insertCustomers, type NewCustomer } from "#app/domain/customers/save-customers.server.ts";
import { lockRunsOf } from "#app/domain/delivery/booking.server.ts";
import type { CheckoutContact, CheckoutDraft } from "#app/domain/ordering/retail/retail-order.ts";
import { payOrderPathOf } from "#app/domain/orders/links/order-link.ts";
import { makeOrderLink, mayShowLink } from "#app/domain/orders/links/order-links.server.ts";
import { chargeLine, orderCosts } from "#app/domain/orders/order-costs.ts";
import { addCharges, deliveryOf } from "#app/domain/orders/order-delivery.server.ts";
import { addLines } from "#app/domain/orders/order-lines.server.ts";
import { chooseDay, orderedBefore, reloadPage } from "#app/domain/orders/order-refusals.ts";
import { insertOrder, updateOrder } from "#app/domain/orders/order-rows.server.ts";
import { actingAs } from "#app/domain/orders/order-state.server.ts";
import { authorizationDay } from "#app/domain/payments/authorization-plan.ts";
import { startOrderPayment } from "#app/domain/payments/order-payments.server.ts";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import { waysOfPaying } from "#app/domain/settings/payments/payment-settings.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName, transactionWithRetry } from "#db/locks.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { PaymentWay } from "#db/schema/values/orders.ts";
import { arrangeDelivery, type Orderer } from "../delivery/arrange-delivery.server.ts";
import { queueRetailOrderMails } from "../mails/queue-order-mails.server.ts";
import type { OrderingServices } from "../ordering-services.server.ts";
import { type CheckedOrder, checkOrder, refuseOrder } from "../placing/order-rules.ts";
import { priceLines } from "../placing/priced-lines.server.ts";
import { giveUpUnpaid } from "../transition/unpaid-orders.server.ts";
import { confirmWithin } from "./guest-limits.ts";
import { lockGuest, refuseUnproved } from "./unconfirmed-orders.server.ts";

export interface RetailOrder extends CheckoutDraft {
  contact: CheckoutContact;
  way: PaymentWay;
}

export interface Guest {
  /** As returned by `GuestProofs`. */
  network: string;
  /** True if they just proved that they read the order's address. */
  isProved: boolean;
}

/** The answer to every request with the same request id. */
export interface PlacedRetailOrder {
  id: string;
  /** A new link to the order, or to its payment page if it waits for its card. */
  path: string;
  /** True if it waits for its card, or its card payment lapsed. */
  isUnpaid: boolean;
  /** True if an earlier request, e.g. from another tab, placed it; it is unchanged. */
  isRepeated: boolean;
  /** True if it was already placed and paid with other contents. */
  isOther: boolean;
}

/**
 * Places an order without an account, at the catalogue's prices for its day: books the day and
 * stores the order, its customer, an audit log entry and its emails in one transaction. Anyone may
 * call it, within rate limits. Idempotent by `requestId`. A card order waits for its payment with
 * its place booked, and its emails are sent once paid. If it is sent again with changes while
 * unpaid, the new order replaces it, so that one cart has one order and one authorization.
 *
 * Each order gets a new customer, so typing someone else's address reveals nothing of theirs; the
 * account that confirms the address, now or later, sees the order (`adoptGuests`). Guests with an
 * unproved address have limits (`refuseUnproved`) instead of waiting for the owner's confirmation.
 *
 * @param options.hasCard true if card payments are available
 * @throws OrderRefusedError, PriceChangedError, DayRefusedError, UnprovedError
 */
export async function placeRetailOrder(
  db: Database,
  { contact, way, ...draft }: RetailOrder,
  {
    shop,
    minOrderCents,
    hasCard,
    guest,
  }: { shop: Shop; minOrderCents: number; hasCard: boolean; guest: Guest },
): Promise<PlacedRetailOrder> {
  const asked = checkOrder({ ...draft, poNumber: "", site: "", override: "", postalCode: "" });
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, asked.requestId);
    await lockGuest(tx, contact.email);
    const before = await placedBefore(tx, asked, contact, way);
    if (before) return before;
    const settings = await readPaymentSettings(tx);
    if (!waysOfPaying(settings, { hasCard }).includes(way)) {
      refuseOrder("way", "Choose another way to pay: this one is no longer offered.");
    }
    const orderer = await addCustomer(tx, contact, way, guest);
    await adoptGuests(tx, contact.email);
    const lines = await priceLines(tx, asked.lines, {
      customerId: orderer.customerId,
      day: asked.day?.date ?? null,
      insteadOf: (await unpaidBefore(tx, asked.requestId))?.id ?? null,
    });
    await giveUpEarlier(tx, asked, contact.email);
    const delivery = await arrangeDelivery(
      tx,
      orderer,
      { siteId: null, day: asked.day, postalCode: null, override: "" },
      { goods: lines, shopMinimumCents: minOrderCents },
    );
    if (delivery.booking?.zone.wholesaleOnly) refuseOrder("day", chooseDay);
    if (delivery.booking?.zone.kind !== "pickup" && contact.address === "") {
      refuseOrder("address", "Please enter the address to deliver to");
    }
    const { charges } = delivery;
    const { estimateCents, mostCents } = orderCosts([...lines, ...charges.map(chargeLine)]);
    const total = toDollars(estimateCents);
    const byCard = way === "card";
    const cutOffAt = delivery.booking?.day.cutOffAt ?? null;
    const status = byCard ? ("awaiting_payment" as const) : ("pending" as const);
    const order = await insertOrder(tx, {
      ...delivery.columns,
      customerId: orderer.customerId,
      channel: "retail",
      paymentWay: way,
      status,
      awaitsUntil: byCard
        ? sql`now() + interval '30 minutes'`
        : way === "etransfer" && !guest.isProved
          ? confirmWithin(settings.confirmHours, cutOffAt, new Date())
          : null,
      requestId: asked.requestId,
      notes: asked.notes,
      totalPrice: total,
      estimatedTotal: total,
      allowsSubstitutes: asked.allowsSubstitutes,
    });
    const items = await addLines(tx, order.id, lines, { isNew: true });
    await addCharges(tx, order.id, charges);
    await refuseUnproved(tx, order.id);
    await recordAudit(tx, orderer, {
      entity: "order",
      entityId: order.id,
      action: "placed",
      after: {
        status,
        totalPrice: order.totalPrice,
        paymentWay: way,
        ...(delivery.booking && { deliveryDay: delivery.booking.day.date }),
      },
    });
    if (byCard) {
      await startOrderPayment(tx, {
        orderId: order.id,
        customerId: orderer.customerId,
        requestId: randomUUID(),
        cents: mostCents,
        holdOn: authorizationDay(asked.day?.date ?? null, pacificDay(new Date())),
      });
    } else {
      const told = { ...order, items, charges, contact, way, confirmBy: order.awaitsUntil };
      await queueRetailOrderMails(
        tx,
        { ...told, customerId: orderer.customerId, delivery: await deliveryOf(tx, order.id) },
        shop,
      );
    }
    return {
      id: order.id,
      ...(await linkTo(tx, order.id, byCard)),
      isRepeated: false,
      isOther: false,
    };
  });
}

/** Returns the retail order placed with this request id, with its card payment; null for none. */
export async function earlierOrder(
  db: Database,
  requestId: string,
): Promise<{ isUnpaid: boolean; paymentId: string | null } | null> {
  const [earlier] = await db
    .select({
      paymentId: payments.id,
      isUnpaid: sql<boolean>`${orders.paymentWay} = 'card' and ${orders.cardAcceptedAt} is null`,
    })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), payments.isCurrent))
    .where(and(eq(orders.requestId, requestId), eq(orders.channel, "retail")));
  return earlier ?? null;
}

/**
 * Returns an unpaid order's state after asking the card provider, so that an order paid a moment
 * ago isn't replaced.
 */
export async function askedAgain(
  { db, cardPayments, log }: Pick<OrderingServices, "db" | "cardPayments" | "log">,
  requestId: string,
  earlier: NonNullable<Awaited<ReturnType<typeof earlierOrder>>>,
) {
  if (!cardPayments || !earlier.paymentId) return earlier;
  await orNull(cardPayments.refresh(earlier.paymentId), log, "ask whether an order was paid");
  return earlierOrder(db, requestId);
}

async function giveUpEarlier(
  tx: Transaction,
  { requestId, day }: CheckedOrder,
  email: string,
): Promise<void> {
  const earlier = await unpaidBefore(tx, requestId);
  if (!earlier) return;
  await lockRunsOf(tx, earlier, day);
  await giveUpUnpaid(tx, actingAs({ userId: null, email }, "customer"), "replace", earlier.id);
  await updateOrder(tx, earlier.id, { requestId: null });
}

async function unpaidBefore(tx: Transaction, requestId: string) {
  const own = and(eq(orders.requestId, requestId), isNull(orders.cardAcceptedAt));
  const [earlier] = await tx.select({ id: orders.id, runId: orders.runId }).from(orders).where(own);
  return earlier;
}

async function addCustomer(
  tx: Transaction,
  contact: CheckoutContact,
  way: PaymentWay,
  { network, isProved }: Guest,
): Promise<Orderer> {
  const { name, email, phone, address, postalCode, driverNotes } = contact;
  const customerId = randomUUID();
  const guest: NewCustomer = {
    id: customerId,
    kind: "person",
    companyName: name,
    contactName: name,
    phone,
    guestEmail: email,
    ...(isProved ? { guestProvedAt: new Date() } : { guestNetwork: network }),
    wantsOrderReminders: false,
    // Only orders paid at the door pay the driver.
    termsKind: ({ card: "prepay", door: "on_delivery", etransfer: "net" } as const)[way],
    termsDays: 0,
    poMode: "none",
    site: { address, postalCode, notes: driverNotes, contactName: name, phone },
  };
  await insertCustomers(tx, [guest]);
  return { customerId, sites: null, userId: null, email };
}

/**
 * Returns the answer to a repeated request, with a new link; null for a new request, and for an
 * unpaid order that is to be replaced.
 */
async function placedBefore(
  tx: Transaction,
  asked: CheckedOrder,
  contact: CheckoutContact,
  way: PaymentWay,
): Promise<PlacedRetailOrder | null> {
  const [before] = await tx
    .select({
      id: orders.id,
      channel: orders.channel,
      paymentWay: orders.paymentWay,
      cardAcceptedAt: orders.cardAcceptedAt,
      isPayable: sql<boolean>`${orders.status} = 'awaiting_payment' and ${orders.awaitsUntil} > now()`,
      notes: orders.notes,
      allowsSubstitutes: orders.allowsSubstitutes,
      email: customers.guestEmail,
      name: customers.contactName,
      phone: customers.phone,
      address: shipTos.address,
      postalCode: shipTos.postalCode,
      driverNotes: shipTos.notes,
      zoneId: runs.zoneId,
      date: runs.date,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(shipTos, and(eq(shipTos.customerId, customers.id), shipTos.isDefault))
    .leftJoin(runs, eq(runs.id, orders.runId))
    .where(eq(orders.requestId, asked.requestId))
    .for("no key update", { of: orders });
  if (!before) return null;
  // The request's sender is unknown, so it never opens an account's order.
  if (before.channel !== "retail") refuseOrder("requestId", reloadPage);
  const isUnpaid = before.paymentWay === "card" && before.cardAcceptedAt === null;
  if (isUnpaid && !before.isPayable) return null;
  const isOthers = before.email !== contact.email;
  if (isOthers && !isUnpaid) refuseOrder("requestId", reloadPage);
  const items = await tx
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, before.id), isNull(orderItems.substitutesItemId)));
  const wanted = new Map(asked.lines.map(({ productId, quantity }) => [productId, quantity]));
  const isSame =
    before.notes === asked.notes &&
    (asked.day?.zoneId ?? null) === before.zoneId &&
    (asked.day?.date ?? null) === before.date &&
    items.length === wanted.size &&
    items.every(({ productId, quantity }) => !productId || wanted.get(productId) === quantity);
  if (isUnpaid) {
    const { allowsSubstitutes, name, phone, address, postalCode, driverNotes } = before;
    const isUnchanged =
      isSame &&
      !isOthers &&
      way === "card" &&
      allowsSubstitutes === asked.allowsSubstitutes &&
      name === contact.name &&
      phone === contact.phone &&
      (address ?? "") === contact.address &&
      (postalCode ?? "") === contact.postalCode &&
      (driverNotes ?? "") === contact.driverNotes;
    if (!isUnchanged) return null;
  }
  if (!(await mayShowLink(tx, before.id))) refuseOrder("requestId", orderedBefore);
  const link = await linkTo(tx, before.id, isUnpaid);
  return { id: before.id, ...link, isRepeated: true, isOther: !isSame };
}

async function linkTo(tx: Transaction, orderId: string, isUnpaid: boolean) {
  const path = await makeOrderLink(tx, orderId);
  return { path: isUnpaid ? payOrderPathOf(path) : path, isUnpaid };
}
