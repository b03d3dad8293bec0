import { and, asc, eq, inArray, min, ne, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { type BookedOrder, moveStop } from "#app/features/delivery/booking.server.ts";
import { deliveryTerms } from "#app/features/delivery/delivery-terms.ts";
import type { OrderHolder } from "#app/features/payments/order-links.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";
import { refuseUnproved } from "../checkout/unproved.server.ts";
import { feeOf, promisedLb } from "../delivery/arrange-delivery.server.ts";
import { alignHoldAndTell } from "../holding/align-hold.server.ts";
import { holdIfRaised, lockCustomerOf } from "../holding/hold-raised.server.ts";
import { queueChangeMails } from "../mails/queue-change-mails.server.ts";
import { OrderChangedError, OrderConflictError, OrderNotFoundError } from "../order.ts";
import { belowMinimum } from "../order-refusals.ts";
import { asText, maxNotes, notesTooLong } from "../placing/order-rules.ts";
import type { WantedChange } from "./change-form.ts";
import {
  type ChangePlan,
  type ChangeProblem,
  type LineDifference,
  type PresentLine,
  planChange,
} from "./change-plan.ts";

/** The change is invalid, and nothing was changed; for a 400 with each problem beside its field. */
export class ChangeRefusedError extends Error {
  override readonly name = "ChangeRefusedError";
  readonly problems: ChangeProblem[];

  constructor(problems: ChangeProblem[]) {
    super(`The order cannot be changed: ${problems.map(({ field }) => field).join(", ")}`);
    this.problems = problems;
  }
}

/** Packing has begun, so only the packing station may change the order; for a 409. */
export class PackingBegunError extends Error {
  override readonly name = "PackingBegunError";
  /** When the first package was packed; null if none was. */
  readonly since: Date | null;

  constructor(since: Date | null) {
    super("The order is being packed");
    this.since = since;
  }
}

/** What a change did. */
export interface OrderChange {
  id: string;
  customerId: string;
  placedBy: string | null;
  placedAt: Date;
  /** In dollars, before and after. */
  estimates: { from: string; to: string };
  differences: LineDifference[];
  /** Null if they are the same. */
  notes: { from: string; to: string } | null;
}

/** The largest total the table accepts, in cents. */
const maxTotalCents = 999_999_999_999;

/**
 * Changes the lines and notes of a pending order before packing begins: unchanged lines keep price,
 * promise and unit, and what is added costs today's price (`planChange`). The change is audited,
 * and the client is told by mail. The minimum order doesn't apply. An order that it raises beyond the
 * credit limit is held (`holdIfRaised`). For staff who take orders.
 *
 * @param shop the public origin without a trailing slash
 * @returns what was changed; null if nothing was
 * @throws OrderNotFoundError, OrderConflictError when it is no longer pending, OrderChangedError
 *   when somebody changed it since `wanted.version`, PackingBegunError, ChangeRefusedError,
 *   DayRefusedError when it has left on its run
 */
export function changeOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  wanted: WantedChange,
  shop: Shop,
): Promise<OrderChange | null> {
  return db.transaction(async (tx) => {
    const changed = await changeLines(tx, id, wanted, { minOrderCents: null });
    if (!changed) return null;
    const { held, ...change } = changed;
    await auditChange(tx, staff, change, held);
    await alignHoldAndTell(tx, change.id, shop);
    await queueChangeMails(tx, change.id, { lines: change }, { who: "staff" }, shop);
    return change;
  });
}

/**
 * Changes the quantities and notes of a retail order for whoever holds its link, until its cut-off and
 * before packing begins. Nothing else can be added to it. What it then comes to must be the shop's
 * minimum (`minOrderCents`) and that of its day, and fit on its run. Mails tell the customer and the
 * company.
 *
 * @throws as `changeOrder`, and DayRefusedError when the cut-off has passed or the run is full,
 *   UnprovedError when it is more than a guest may have who has proved nothing
 */
export function changeHeldOrder(
  db: Database,
  holder: OrderHolder,
  wanted: Omit<WantedChange, "products">,
  { shop, minOrderCents }: { shop: Shop; minOrderCents: number },
): Promise<OrderChange | null> {
  return db.transaction(async (tx) => {
    const asked = { ...wanted, products: [] };
    const changed = await changeLines(tx, holder.orderId, asked, { minOrderCents });
    if (!changed) return null;
    await refuseUnproved(tx, changed.id);
    const { held, ...change } = changed;
    await auditChange(tx, { userId: null, email: holder.email }, change, held);
    await alignHoldAndTell(tx, change.id, shop);
    const by = { who: "holder" as const, email: holder.email };
    await queueChangeMails(tx, change.id, { lines: change }, by, shop);
    return change;
  });
}

/** Logs a change under its order. */
async function auditChange(
  tx: Transaction,
  actor: { readonly userId: string | null; readonly email: string },
  { id, estimates, differences, notes }: OrderChange,
  held: { hold?: string },
): Promise<void> {
  const linesOf = (side: "from" | "to") =>
    differences.map((line) => `${line.productName}: ${line[side] ?? "none"}`).join("\n");
  const facts = (side: "from" | "to") => ({
    ...(differences.length > 0 && { lines: linesOf(side) }),
    ...(notes && { notes: notes[side] }),
    ...(estimates.from !== estimates.to && { totalPrice: estimates[side] }),
  });
  await recordAudit(tx, actor, {
    ...{ entity: "order", entityId: id, action: "order changed" },
    before: facts("from"),
    after: { ...facts("to"), ...held },
  });
}

/**
 * The change itself, without who may make it, audit or mails. Locks the order, as the packing
 * station does for everything it does: whoever comes second finds another version, or packages.
 *
 * @param minOrderCents null for staff, who pass over cut-off, capacity and minimum
 */
async function changeLines(
  tx: Transaction,
  id: string,
  wanted: WantedChange,
  { minOrderCents }: { minOrderCents: number | null },
): Promise<(OrderChange & { held: { hold?: string } }) | null> {
  if (!isUuid(id)) throw new OrderNotFoundError(id);
  const [order] = await tx
    .select({
      id: orders.id,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      placedAt: orders.placedAt,
      status: orders.status,
      version: orders.version,
      notes: orders.notes,
      totalPrice: orders.totalPrice,
      shipToId: orders.shipToId,
      deliveryDay: orders.deliveryDay,
      runId: orders.runId,
      stopId: orders.stopId,
      bookedLb: orders.bookedLb,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for("update");
  if (!order) throw new OrderNotFoundError(id);
  if (order.status !== "pending") throw new OrderConflictError(order.status);
  const before = await lockCustomerOf(tx, order);
  await refuseBegun(tx, order.id);
  if (order.version !== wanted.version) {
    throw new OrderChangedError(id, order.version);
  }

  const present = await linesOf(tx, order.id);
  const sold = await soldToday(tx, order, present, wanted);
  const { plan, problems } = planChange(present, wanted, sold);
  const notes = asText(wanted.notes);
  if (notes.length > maxNotes) {
    problems.push({ field: "notes", message: notesTooLong });
  }
  if (problems.length > 0) throw new ChangeRefusedError(problems);
  if (plan.differences.length === 0 && notes === order.notes) return null;

  await writeLines(tx, order.id, plan, sold);
  await rebook(tx, order, minOrderCents);
  const total = await totalOf(tx, order.id);
  await tx
    .update(orders)
    .set({ totalPrice: total, estimatedTotal: total, notes, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id));
  const { customerId, placedBy, placedAt } = order;
  return {
    ...{ id: order.id, customerId, placedBy, placedAt, differences: plan.differences },
    estimates: { from: order.totalPrice, to: total },
    held: await holdIfRaised(tx, before),
    notes: notes === order.notes ? null : { from: order.notes, to: notes },
  };
}

/** Voided packages count: what was begun is put right at the station, where it is seen. */
async function refuseBegun(tx: Transaction, orderId: string): Promise<void> {
  const [begun] = await tx
    .select({ packed: sql<number>`count(*)::int`, since: min(packages.packedAt) })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(eq(orderItems.orderId, orderId));
  const done = and(eq(orderItems.orderId, orderId), ne(orderItems.packState, "open"));
  if (begun?.packed === 0 && (await tx.$count(orderItems, done)) === 0) return;
  throw new PackingBegunError(begun?.since ?? null);
}

function linesOf(tx: Transaction, orderId: string): Promise<PresentLine[]> {
  return tx
    .select({
      id: orderItems.id,
      productId: orderItems.productId,
      productName: orderItems.productName,
      soldBy: orderItems.soldBy,
      orderedPieces: orderItems.orderedPieces,
      typicalPieceLb: orderItems.typicalPieceLb,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/**
 * The products of an order's lines and of those to add, as they are sold to its customer today for
 * the order's day; locked.
 */
async function soldToday(
  tx: Transaction,
  order: Pick<typeof orders.$inferSelect, "customerId" | "deliveryDay">,
  present: PresentLine[],
  wanted: WantedChange,
) {
  const named = [...present, ...wanted.products].map(({ productId }) => productId ?? "");
  const ids = named.filter(isUuid);
  const sold = await tx
    .select({
      id: products.id,
      name: products.name,
      pricePerLb: pricedFor.pricePerLb,
      minLb: pricedFor.minLb,
      priceSource: pricedFor.source,
      priceSourceName: pricedFor.sourceName,
      basePricePerLb: pricedFor.basePricePerLb,
      soldBy: products.soldBy,
      typicalPieceLb: products.typicalPieceLb,
      orderStepLb: products.orderStepLb,
      overCapPct: toleranceInForce,
      taxCode: products.taxCode,
    })
    .from(products)
    .innerJoin(pricesOn(order.customerId, order.deliveryDay ?? pacificDay(new Date())), ofProduct)
    .where(and(inArray(products.id, ids), eq(products.isActive, true), pricedFor.isOffered))
    // In the order in which placing locks them.
    .orderBy(asc(products.id))
    .for("share", { of: products });
  return new Map(sold.map((product) => [product.id, product]));
}

async function writeLines(
  tx: Transaction,
  orderId: string,
  { changed, removed, added }: ChangePlan,
  sold: Awaited<ReturnType<typeof soldToday>>,
): Promise<void> {
  if (removed.length > 0) await tx.delete(orderItems).where(inArray(orderItems.id, removed));
  for (const { id, pounds, pieces } of changed) {
    const quantity = { quantity: pounds, orderedPieces: pieces };
    await tx.update(orderItems).set(quantity).where(eq(orderItems.id, id));
  }
  for (const { productId, pounds, pieces } of added) {
    const product = sold.get(productId);
    if (!product) throw new Error("A product of the plan is missing");
    await tx.insert(orderItems).values({
      orderId,
      position: sql`(select coalesce(max(position) + 1, 0) from order_items where order_id = ${orderId})`,
      productId,
      productName: product.name,
      soldBy: product.soldBy,
      orderedPieces: pieces,
      typicalPieceLb: product.soldBy === "piece" ? product.typicalPieceLb : null,
      quantity: pounds,
      pricePerLb: product.pricePerLb,
      priceSource: product.priceSource,
      priceSourceName: product.priceSourceName,
      basePricePerLb: product.basePricePerLb,
      overCapPct: product.overCapPct,
      taxCode: product.taxCode,
    });
  }
}

/**
 * Books the pounds that the order has now on the run it is on, and sets the fee of that day for what
 * it comes to now. Staff (no `minOrderCents`) pass over cut-off, capacity and minimum, as it is on that
 * run already.
 *
 * @throws DayRefusedError when the run has left, ChangeRefusedError
 */
async function rebook(
  tx: Transaction,
  order: BookedOrder,
  minOrderCents: number | null,
): Promise<void> {
  const lines = await tx
    .select({
      quantity: orderItems.quantity,
      subtotal: orderItems.subtotal,
      product: { overCapPct: orderItems.overCapPct, taxCode: orderItems.taxCode },
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  const goods = lines.map((line) => ({ ...line, cents: toCents(line.subtotal) }));
  const estimateCents = sumCents(goods, ({ cents }) => cents);
  if (!order.runId) return refuseBelow(estimateCents, minOrderCents ?? 0);
  const [run] = await tx
    .select({ zoneId: runs.zoneId, date: runs.date })
    .from(runs)
    .where(eq(runs.id, order.runId));
  if (!run) throw new Error("The run of an order is missing");
  const { customerId, shipToId } = order;
  const load = { customerId, shipToId, lb: promisedLb(goods) };
  const booking = await moveStop(tx, order, run, load, { isForced: minOrderCents === null });
  const { feeCents, minimumCents } = deliveryTerms(booking.day, {
    estimateCents,
    shopMinimumCents: minOrderCents ?? 0,
    isShared: booking.isShared,
  });
  if (minOrderCents !== null) refuseBelow(estimateCents, minimumCents);
  await tx
    .delete(orderCharges)
    .where(and(eq(orderCharges.orderId, order.id), eq(orderCharges.kind, "delivery_fee")));
  if (feeCents === 0) return;
  await tx.insert(orderCharges).values({ orderId: order.id, ...feeOf(booking, feeCents, goods) });
}

/** @throws ChangeRefusedError */
function refuseBelow(estimateCents: number, minimumCents: number): void {
  const tooLittle = belowMinimum(estimateCents, minimumCents);
  if (tooLittle) throw new ChangeRefusedError([{ field: "lines", message: tooLittle }]);
}

/** The sum of the lines' estimates and the order's charges, in dollars. */
async function totalOf(tx: Transaction, orderId: string): Promise<string> {
  const [sum] = await tx
    .select({
      dollars: sql<string>`coalesce(sum(${orderItems.subtotal}), 0.00)
        + coalesce((select sum(amount) from ${orderCharges} where order_id = ${orderId}), 0.00)`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  const cents = toCents(sum?.dollars ?? "0");
  if (cents <= maxTotalCents) return toDollars(cents);
  const message = "This is more than one order can be. Please split it into two orders.";
  throw new ChangeRefusedError([{ field: "lines", message }]);
}
