import { and, asc, eq, min, ne, sql, TransactionRollbackError } from "drizzle-orm";
import type { Company, Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type BookedOrder, DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import type { OrderHolder } from "#app/domain/orders/links/order-links.server.ts";
import { costsNow, readStoredCosts } from "#app/domain/orders/order-costs.server.ts";
import { goodsCents, type NamedCosts } from "#app/domain/orders/order-costs.ts";
import { replaceFee } from "#app/domain/orders/order-delivery.server.ts";
import { addLines, type SoldProduct, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { orderGone, orderSettled } from "#app/domain/orders/order-refusals.server.ts";
import { belowMinimum } from "#app/domain/orders/order-refusals.ts";
import {
  lockOrder,
  removeLines,
  touchOrder,
  updateLines,
} from "#app/domain/orders/order-rows.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { dateInWords, formatDateTime, formatTime, pacificDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { feeOf, goodsOf, promisedLb } from "../delivery/arrange-delivery.server.ts";
import { beingPacked, cutOffPassed } from "../delivery/delivery-words.ts";
import { moveStop } from "../delivery/order-stop.server.ts";
import { settleStop, togetherAt } from "../delivery/settle-stop.server.ts";
import { tellChange } from "../holding/align-hold.server.ts";
import { holdIfRaised, lockCustomerOf } from "../holding/hold-raised.server.ts";
import { type ChangedBy, changing, holding } from "../mails/queue-change-mails.server.ts";
import { asText, maxNotes, notesTooLong } from "../placing/order-rules.ts";
import { refuseUnproved } from "../retail/unproved.server.ts";
import type { WantedChange } from "./change-form.ts";
import {
  type ChangePlan,
  type ChangeProblem,
  changeField,
  type LineDifference,
  type PresentLine,
  planChange,
} from "./change-plan.ts";

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
 * @throws Refusal when there is none, it is no longer pending, somebody changed it since
 *   `wanted.version`, packing has begun, the change is invalid or the order has left on its run
 */
export function changeOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  wanted: WantedChange,
  shop: Shop,
): Promise<OrderChange | null> {
  return change(db, changing(staff, "staff"), id, wanted, { minOrderCents: null, shop });
}

/**
 * Changes the quantities and notes of a retail order for whoever holds its link, until its cut-off and
 * before packing begins. Nothing else can be added to it. What it then comes to must be the shop's
 * minimum (`minOrderCents`) and that of its day, and fit on its run. Mails tell the customer and the
 * company.
 *
 * @throws as `changeOrder`, and when the cut-off has passed, the run is full, or it is more than a
 *   guest may have who has proved nothing
 */
export function changeHeldOrder(
  db: Database,
  holder: OrderHolder,
  wanted: Omit<WantedChange, "products">,
  rules: { shop: Shop; minOrderCents: number },
): Promise<OrderChange | null> {
  return change(db, holding(holder), holder.orderId, { ...wanted, products: [] }, rules);
}

/**
 * What the order of a link would come to if it were changed so, with what the day's fee is then; it is
 * judged as by `changeHeldOrder`, and nothing is changed. For whoever holds the link.
 *
 * @throws as `changeHeldOrder`
 */
export async function costsOfHeldChange(
  db: Database,
  holder: OrderHolder,
  wanted: Omit<WantedChange, "products">,
  rules: { shop: Shop; minOrderCents: number },
): Promise<NamedCosts> {
  const found: NamedCosts[] = [];
  await db
    .transaction(async (tx) => {
      const { orderId } = holder;
      await changeLines(tx, holding(holder), orderId, { ...wanted, products: [] }, rules);
      found.push(await readStoredCosts(tx, orderId));
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
  const [costs] = found;
  if (!costs) throw new Error("A change that was tried has no costs");
  return costs;
}

function change(
  db: Database,
  by: ChangedBy,
  id: string,
  wanted: WantedChange,
  rules: ChangeRules,
): Promise<OrderChange | null> {
  return db.transaction(async (tx) => {
    const changed = await changeLines(tx, by, id, wanted, rules);
    if (!changed) return null;
    if (by.who === "holder") await refuseUnproved(tx, changed.id);
    const { held, ...change } = changed;
    await auditChange(tx, by, change, held);
    await tellChange(tx, change.id, { lines: change }, by, rules.shop);
    return change;
  });
}

/** Logs a change under its order. */
async function auditChange(
  tx: Transaction,
  actor: Actor,
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

interface ChangeRules {
  /** Null for staff, who pass over cut-off, capacity and minimum. */
  minOrderCents: number | null;
  shop: Shop;
}

/**
 * The change itself, without who may make it, audit or mails. Locks the order, as the packing
 * station does for everything it does: whoever comes second finds another version, or packages.
 */
async function changeLines(
  tx: Transaction,
  by: ChangedBy,
  id: string,
  wanted: WantedChange,
  { minOrderCents, shop }: ChangeRules,
): Promise<(OrderChange & { held: { hold?: string } }) | null> {
  const order = await lockOrder(tx, id);
  if (!order) throw orderGone();
  if (order.status !== "pending") throw orderSettled(order.status);
  const before = await lockCustomerOf(tx, order);
  // A customer is told whom to ask.
  const told = minOrderCents === null ? null : shop.company;
  await refuseBegun(tx, order.id, told);
  if (order.version !== wanted.version) {
    // What is sent next has seen the order as the answer shows it.
    const fields = { [changeField.version]: String(order.version) };
    throw new Refusal("changed", changedMeanwhile, { fields });
  }

  const present = await linesOf(tx, order.id);
  const named = [...present, ...wanted.products].map(({ productId }) => productId ?? "");
  const whose = { customerId: order.customerId, day: order.deliveryDay };
  const products = await soldTo(tx, whose, named.filter(isUuid));
  const sold = new Map(products.map((product) => [product.id, product]));
  const { plan, problems } = planChange(present, wanted, sold);
  const notes = asText(wanted.notes);
  if (notes.length > maxNotes) {
    problems.push({ field: "notes", message: notesTooLong });
  }
  if (problems.length > 0) throw changeRefused(problems);
  if (plan.differences.length === 0 && notes === order.notes) return null;

  await writeLines(tx, order.id, plan, sold);
  await rebook(tx, order, minOrderCents).catch((error: unknown) => {
    throw error instanceof DayRefusedError ? notOnItsDay(error, told) : error;
  });
  await settleStop(tx, by, order, { id: order.id, number: order.number, how: "changed" }, shop);
  const total = await totalOf(tx, order.id);
  await touchOrder(tx, order.id, { totalPrice: total, estimatedTotal: total, notes });
  const { customerId, placedBy, placedAt } = order;
  return {
    ...{ id: order.id, customerId, placedBy, placedAt, differences: plan.differences },
    estimates: { from: order.totalPrice, to: total },
    held: await holdIfRaised(tx, before),
    notes: notes === order.notes ? null : { from: order.notes, to: notes },
  };
}

/** Voided packages count: what was begun is put right at the station, where it is seen. */
async function refuseBegun(
  tx: Transaction,
  orderId: string,
  company: Company | null,
): Promise<void> {
  const [begun] = await tx
    .select({ packed: sql<number>`count(*)::int`, since: min(packages.packedAt) })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(eq(orderItems.orderId, orderId));
  const done = and(eq(orderItems.orderId, orderId), ne(orderItems.packState, "open"));
  if (begun?.packed === 0 && (await tx.$count(orderItems, done)) === 0) return;
  const message = company ? beingPacked(company) : begunInWords(begun?.since ?? null);
  throw new Refusal("being packed", message);
}

/** Since when the order is being packed, and what staff do instead. */
function begunInWords(since: Date | null): string {
  const instead = "Change it at the packing station. Nothing was changed.";
  if (!since) return `This order is being packed. ${instead}`;
  const isToday = pacificDay(since) === pacificDay(new Date());
  const when = isToday ? formatTime(since) : formatDateTime(since);
  return `${ended(`Being packed since ${when}`)} ${instead}`;
}

const changedMeanwhile =
  "This order changed meanwhile. What you typed is still here, beside the lines as they are now: check them, and save again. Nothing was changed.";

function changeRefused(problems: readonly ChangeProblem[]): Refusal {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) errors[field] = [message];
  return new Refusal("invalid", errors.lines?.[0] ?? invalidMessage, { errors });
}

/** Why what is asked for doesn't fit the order's day. */
function notOnItsDay({ reason, asked }: DayRefusedError, company: Company | null): Refusal {
  const why = !company
    ? "This order is on a run that has left."
    : reason === "full"
      ? `${dateInWords(asked.date)} has no room for so much.`
      : `${cutOffPassed(asked.date)}. Please call ${company.phone.display}.`;
  return new Refusal("day", `${why} Nothing was changed.`);
}

function linesOf(tx: Transaction, orderId: string): Promise<PresentLine[]> {
  return tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

async function writeLines(
  tx: Transaction,
  orderId: string,
  { changed, removed, added }: ChangePlan,
  sold: ReadonlyMap<string, SoldProduct>,
): Promise<void> {
  await removeLines(tx, removed);
  for (const { id, pounds, pieces } of changed) {
    await updateLines(tx, [id], { quantity: pounds, orderedPieces: pieces });
  }
  const lines = added.map(({ productId, pounds, pieces }) => {
    const product = sold.get(productId);
    if (!product) throw new Error("A product of the plan is missing");
    return { product, quantity: pounds, pieces };
  });
  await addLines(tx, orderId, lines);
}

/**
 * Books the pounds that the order has now on the run it is on, and sets the fee of that day for what
 * it comes to now. Staff (no `minOrderCents`) pass over cut-off, capacity and minimum, as it is on that
 * run already.
 *
 * @throws DayRefusedError when the run has left; Refusal
 */
async function rebook(
  tx: Transaction,
  order: BookedOrder,
  minOrderCents: number | null,
): Promise<void> {
  const goods = await goodsOf(tx, order.id);
  if (!order.runId) return refuseBelow(goodsCents(goods), minOrderCents ?? 0);
  const [run] = await tx
    .select({ zoneId: runs.zoneId, date: runs.date })
    .from(runs)
    .where(eq(runs.id, order.runId));
  if (!run) throw new Error("The run of an order is missing");
  const { customerId, shipToId } = order;
  const load = { customerId, shipToId, lb: promisedLb(goods) };
  const booking = await moveStop(tx, order, run, load, { isForced: minOrderCents === null });
  const estimateCents = booking.isShared ? await togetherAt(tx, order) : goodsCents(goods);
  const { feeCents, minimumCents } = deliveryTerms(booking.day, {
    ...{ estimateCents, shopMinimumCents: minOrderCents ?? 0, isShared: false },
  });
  if (minOrderCents !== null) refuseBelow(estimateCents, minimumCents);
  // Where others go too, the fee is judged for all of them together (`settleStop`).
  if (booking.isShared) return;
  await replaceFee(tx, order.id, feeCents > 0 ? feeOf(booking.day, feeCents, goods) : null);
}

/** @throws Refusal */
function refuseBelow(estimateCents: number, minimumCents: number): void {
  const tooLittle = belowMinimum(estimateCents, minimumCents);
  if (tooLittle) throw changeRefused([{ field: "lines", message: tooLittle }]);
}

/** What the order is estimated to cost now, in dollars. @throws Refusal */
async function totalOf(tx: Transaction, orderId: string): Promise<string> {
  const { estimate } = await costsNow(tx, orderId);
  if (toCents(estimate) <= maxTotalCents) return estimate;
  const message = "This is more than one order can be. Please split it into two orders.";
  throw changeRefused([{ field: "lines", message }]);
}
