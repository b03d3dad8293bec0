import { and, asc, eq, min, ne, type SQL, sql, TransactionRollbackError } from "drizzle-orm";
import type { Company, Shop } from "#app/content/company.ts";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type BookedOrder, DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import { costsNow, readStoredCosts } from "#app/domain/orders/order-costs.server.ts";
import { goodsCents, type NamedCosts } from "#app/domain/orders/order-costs.ts";
import { replaceFee } from "#app/domain/orders/order-delivery.server.ts";
import { addLines, type SoldProduct, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { orderGone, orderSettled } from "#app/domain/orders/order-refusals.server.ts";
import { belowMinimum, roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import {
  lockOrder,
  removeLines,
  touchOrder,
  updateLines,
} from "#app/domain/orders/order-rows.server.ts";
import { lackInWords } from "#app/domain/stock/stock.ts";
import { lacksOfStored, lockStock } from "#app/domain/stock/take-stock.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { sumLb } from "#app/lib/amounts/weight.ts";
import { dateInWords, formatDateTime, formatTime, pacificDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { feeOf, goodsOf, loadOf } from "../delivery/arrange-delivery.server.ts";
import { beingPacked, cutOffPassed, dayLeft } from "../delivery/delivery-words.ts";
import { moveStop } from "../delivery/order-stop.server.ts";
import { settleStop, togetherAt } from "../delivery/shared-stop-fee.server.ts";
import { tellChange } from "../holding/align-authorization.server.ts";
import { holdAfterChange } from "../holding/approval.server.ts";
import { type CustomerTerms, minimumOf } from "../holding/customer-terms.server.ts";
import { lockCustomerOf } from "../holding/hold-raised.server.ts";
import { byLink, type ChangedBy, changing } from "../mails/queue-change-mails.server.ts";
import { type OfficeSettings, priceLimitOf } from "../office-limits.ts";
import {
  asText,
  maxNotes,
  maxOverride,
  notesTooLong,
  refuseOrder,
} from "../placing/order-rules.ts";
import { maxPoNumber, poNumberFor, poQuestion } from "../placing/po-number.ts";
import { refuseUnproved } from "../retail/unconfirmed-orders.server.ts";
import type { WantedChange } from "./change-form.ts";
import {
  type ChangePlan,
  type ChangeProblem,
  changeField,
  type LineDifference,
  type PresentLine,
  planChange,
} from "./change-plan.ts";
import type { PriceRule } from "./desk-price.ts";

export interface OrderChange {
  id: string;
  customerId: string;
  placedBy: string | null;
  placedAt: Date;
  /** Dollars. */
  estimates: { from: string; to: string };
  differences: LineDifference[];
  /** Null if unchanged. */
  notes: { from: string; to: string } | null;
  poNumber: { from: string; to: string } | null;
}

/** The largest total the table accepts, in cents. */
const maxTotalCents = 999_999_999_999;

/**
 * Changes the lines and notes of a pending order before packing begins, for staff who take orders.
 * Lines keep their price, promise and unit; additions cost today's price (`planChange`). Staff may
 * set line prices within the owner's limit (`priceLimitOf`). The minimum order doesn't apply. An
 * order that now exceeds the credit limit is held (`holdIfRaised`). The client is emailed.
 *
 * @returns null if nothing changed
 * @throws Refusal if there is no such order, it is no longer pending, it changed since
 *   `wanted.version`, packing has begun, the change is invalid or the order has left on its run
 */
export function changeOrder(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  wanted: WantedChange,
  shop: Shop,
  office: Pick<OfficeSettings, "changePricePct">,
): Promise<OrderChange | null> {
  const prices = { withinPct: priceLimitOf(staff, office) };
  return change(db, changing(staff, "staff"), id, wanted, { minOrderCents: null, shop, prices });
}

/**
 * Changes a client's own order until its cut-off and before packing begins: lines, products that
 * the client is offered, notes and purchase order number. The total must reach the minimum of the
 * customer (else the shop's) and of the day, and fit on the run. Client and company are emailed.
 *
 * @param rules.minOrderCents for customers without a minimum of their own
 * @throws as `changeOrder`, and when the cut-off has passed or the run is full; OrderRefusedError
 *   for members who may not order
 */
export function changeOwnOrder(
  db: Database,
  client: Client,
  id: string,
  wanted: WantedChange,
  rules: { shop: Shop; minOrderCents: number },
): Promise<OrderChange | null> {
  return change(db, changing(client, "client"), id, wanted, ownRules(client, rules));
}

/** Returns the costs after `changeOwnOrder`. Checks the same rules but changes nothing. */
export function costsOfOwnChange(
  db: Database,
  client: Client,
  id: string,
  wanted: WantedChange,
  rules: { shop: Shop; minOrderCents: number },
): Promise<NamedCosts> {
  return tried(db, async (tx) => {
    await changeLines(tx, changing(client, "client"), id, wanted, ownRules(client, rules));
    return readStoredCosts(tx, id);
  });
}

function ownRules(client: Client, rules: { shop: Shop; minOrderCents: number }): ChangeRules {
  if (!may(client, "order")) refuseOrder("account", roleMayNotOrder);
  return { ...rules, allowed: ownedBy(client) };
}

/**
 * Changes the quantities and notes of a retail order for the holder of its link, until its cut-off
 * and before packing begins. Products can't be added. The total must reach the minimum of the shop
 * and of the day, and fit on the run. Customer and company are emailed.
 *
 * @throws as `changeOrder`, and when the cut-off has passed, the run is full, or the order exceeds
 *   the limit for unproved guests
 */
export function changeLinkedOrder(
  db: Database,
  link: OrderLink,
  wanted: Omit<WantedChange, "products" | "poNumber">,
  rules: { shop: Shop; minOrderCents: number },
): Promise<OrderChange | null> {
  return change(db, byLink(link), link.orderId, { ...wanted, products: [] }, rules);
}

/**
 * Returns the costs of a link's order after `changeLinkedOrder`, including the day's new fee, but
 * changes nothing.
 *
 * @throws as `changeLinkedOrder`
 */
export function costsOfLinkedChange(
  db: Database,
  link: OrderLink,
  wanted: Omit<WantedChange, "products" | "poNumber">,
  rules: { shop: Shop; minOrderCents: number },
): Promise<NamedCosts> {
  return tried(db, async (tx) => {
    const { orderId } = link;
    await changeLines(tx, byLink(link), orderId, { ...wanted, products: [] }, rules);
    return readStoredCosts(tx, orderId);
  });
}

/** Runs `act` in a transaction that is rolled back, and returns the costs it found. */
async function tried(
  db: Database,
  act: (tx: Transaction) => Promise<NamedCosts>,
): Promise<NamedCosts> {
  const found: NamedCosts[] = [];
  await db
    .transaction(async (tx) => {
      found.push(await act(tx));
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

async function auditChange(
  tx: Transaction,
  actor: Actor,
  { id, estimates, differences, notes, poNumber }: OrderChange,
  held: { hold?: string; override?: string },
): Promise<void> {
  const linesOf = (side: "from" | "to") =>
    differences.map((line) => `${line.productName}: ${line[side] ?? "none"}`).join("\n");
  const facts = (side: "from" | "to") => ({
    ...(differences.length > 0 && { lines: linesOf(side) }),
    ...(notes && { notes: notes[side] }),
    ...(poNumber && { poNumber: poNumber[side] }),
    ...(estimates.from !== estimates.to && { totalPrice: estimates[side] }),
  });
  await recordAudit(tx, actor, {
    entity: "order",
    entityId: id,
    action: "order changed",
    before: facts("from"),
    after: { ...facts("to"), ...held },
  });
}

interface ChangeRules {
  /** Null for staff, who bypass cut-off, capacity and minimum. */
  minOrderCents: number | null;
  shop: Shop;
  /** Limits the change to matching orders; a customer's own minimum then applies. */
  allowed?: SQL | undefined;
  prices?: PriceRule;
}

/**
 * Makes the change; callers check permissions, audit and send emails. Locks the order as the
 * packing station does, so whoever comes second sees a new version or packages.
 */
async function changeLines(
  tx: Transaction,
  by: ChangedBy,
  id: string,
  wanted: WantedChange,
  { minOrderCents: shopMinimumCents, shop, allowed, prices }: ChangeRules,
): Promise<(OrderChange & { held: { hold?: string; override?: string } }) | null> {
  const order = await lockOrder(tx, id, allowed);
  if (!order) throw orderGone();
  if (order.status !== "pending") throw orderSettled(order.status);
  const before = await lockCustomerOf(tx, order);
  const { terms } = before;
  const minOrderCents =
    allowed && shopMinimumCents !== null ? minimumOf(terms, shopMinimumCents) : shopMinimumCents;
  // Refusals tell customers whom to call.
  const told = minOrderCents === null ? null : shop.company;
  await refuseBegun(tx, order.id, told);
  if (order.version !== wanted.version) {
    // The answer shows the current order, so the next submission is based on this version.
    const fields = { [changeField.version]: String(order.version) };
    throw new Refusal("changed", changedMeanwhile, { fields });
  }

  const present = await linesOf(tx, order.id);
  const named = [...present, ...wanted.products].map(({ productId }) => productId ?? "");
  const whose = { customerId: order.customerId, day: order.deliveryDay };
  const products = await soldTo(tx, whose, named.filter(isUuid));
  const sold = new Map(products.map((product) => [product.id, product]));
  const kept = await lockStock(tx, named);
  const { plan, problems } = planChange(present, wanted, sold, prices);
  const notes = asText(wanted.notes);
  if (notes.length > maxNotes) {
    problems.push({ field: "notes", message: notesTooLong });
  }
  const { poNumber = order.poNumber, error } = poNumberWanted(wanted, order, terms);
  if (error !== undefined) problems.push({ field: changeField.poNumber, message: error });
  if (problems.length > 0) throw changeRefused(problems);
  const isSame = notes === order.notes && poNumber === order.poNumber;
  if (plan.differences.length === 0 && isSame) return null;

  await writeLines(tx, order.id, plan, sold);
  const override = asText(wanted.override ?? "").slice(0, maxOverride);
  const isForced = by.who === "staff" && override !== "";
  if (kept.length > 0 && !isForced) await refuseLacking(tx, order, present, wanted);
  await rebook(tx, order, minOrderCents).catch((error: unknown) => {
    throw error instanceof DayRefusedError ? notOnItsDay(error, told) : error;
  });
  await settleStop(tx, by, order, { id: order.id, number: order.number, how: "changed" }, shop);
  const total = await totalOf(tx, order.id);
  await touchOrder(tx, order.id, { totalPrice: total, estimatedTotal: total, notes, poNumber });
  const { customerId, placedBy, placedAt } = order;
  const hold = await holdAfterChange(tx, order, by, before, shop);
  const held = { ...hold, ...(isForced && { override }) };
  return {
    id: order.id,
    customerId,
    placedBy,
    placedAt,
    differences: plan.differences,
    estimates: { from: order.totalPrice, to: total },
    held,
    notes: notes === order.notes ? null : { from: order.notes, to: notes },
    poNumber: poNumber === order.poNumber ? null : { from: order.poNumber, to: poNumber },
  };
}

function poNumberWanted(
  { poNumber }: Pick<WantedChange, "poNumber">,
  order: { poNumber: string },
  terms: CustomerTerms,
): { poNumber?: string | undefined; error?: string } {
  const typed = asText(poNumber ?? "");
  if (poNumber === undefined || typed === order.poNumber) return {};
  if (typed.length > maxPoNumber) {
    return { error: `A purchase order number has at most ${maxPoNumber} characters.` };
  }
  const question = poQuestion(terms, pacificDay(new Date()));
  // The form has no field for a number that isn't asked for or is the customer's blanket one.
  if (question.kind === "none" || question.kind === "given") return {};
  return poNumberFor(question, typed);
}

/** Refuses more of a product than is left for the order's day, beyond what the order had. */
async function refuseLacking(
  tx: Transaction,
  order: { id: string; deliveryDay: string | null },
  present: readonly PresentLine[],
  wanted: WantedChange,
): Promise<void> {
  const before = Map.groupBy(present, ({ productId }) => productId ?? "");
  const lines = (await linesOf(tx, order.id)).flatMap(
    ({ productId, quantity, orderedPieces: pieces }) =>
      productId ? { productId, quantity, pieces } : [],
  );
  const raised = [...Map.groupBy(lines, ({ productId }) => productId)].filter(
    ([productId, now]) =>
      sumLb(now.map(({ quantity }) => quantity)) >
      sumLb((before.get(productId) ?? []).map(({ quantity }) => quantity)),
  );
  const asked = raised.flatMap(([, own]) => own);
  const problems = (await lacksOfStored(tx, asked, order.deliveryDay)).map(
    (lack): ChangeProblem => {
      const row = wanted.products.find(({ productId }) => productId === lack.productId)?.row;
      const own = (before.get(lack.productId) ?? []).map(({ id }) => id);
      const line = wanted.lines.find(({ lineId }) => own.includes(lineId))?.lineId ?? own[0];
      const field =
        row !== undefined
          ? changeField.addQuantity(row)
          : line !== undefined
            ? changeField.quantity(line)
            : "lines";
      return { field, message: lackInWords(lack) };
    },
  );
  if (problems.length > 0) throw changeRefused(problems, { isStock: true });
}

/**
 * Refuses once packing has begun. Voided packages count too, since a started order is corrected at
 * the packing station, which shows them.
 */
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

function begunInWords(since: Date | null): string {
  const instead = "Change it at the packing station. Nothing was changed.";
  if (!since) return `This order is being packed. ${instead}`;
  const isToday = pacificDay(since) === pacificDay(new Date());
  const when = isToday ? formatTime(since) : formatDateTime(since);
  return `${ended(`Being packed since ${when}`)} ${instead}`;
}

const changedMeanwhile =
  "This order changed meanwhile. What you typed is still here, beside the lines as they are now: check them, and save again. Nothing was changed.";

function changeRefused(problems: readonly ChangeProblem[], answer = {}): Refusal {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) errors[field] = [message];
  return new Refusal("invalid", errors.lines?.[0] ?? invalidMessage, {
    errors,
    answer: { ...answer },
  });
}

function notOnItsDay({ reason, asked }: DayRefusedError, company: Company | null): Refusal {
  const why = !company
    ? "This order is on a run that has left."
    : reason === "full"
      ? `${dateInWords(asked.date)} has no room for so much.`
      : `${(reason === "left" ? dayLeft : cutOffPassed)(asked.date)}. Please call ${company.phone.display}.`;
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
  for (const { id, pounds, pieces, wish, pricePerLb, priceReason } of changed) {
    const price = priceReason !== undefined && {
      pricePerLb,
      priceSource: "desk" as const,
      priceSourceName: priceReason,
    };
    await updateLines(tx, [id], { quantity: pounds, orderedPieces: pieces, wish, ...price });
  }
  const lines = added.map(({ productId, pounds, pieces, wish }) => {
    const product = sold.get(productId);
    if (!product) throw new Error("A product of the plan is missing");
    return { product, quantity: pounds, pieces, fields: { wish } };
  });
  await addLines(tx, orderId, lines);
}

/**
 * Books the order's current pounds on its run, and sets that day's fee for the new total. Without
 * `minOrderCents` (staff), cut-off, capacity and minimum don't apply, as the order is on the run
 * already.
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
  const load = { customerId, shipToId, ...(await loadOf(tx, goods)) };
  const booking = await moveStop(tx, order, run, load, { isForced: minOrderCents === null });
  const estimateCents = booking.isShared ? await togetherAt(tx, order) : goodsCents(goods);
  const { feeCents, minimumCents } = deliveryTerms(booking.day, {
    estimateCents,
    shopMinimumCents: minOrderCents ?? 0,
    isShared: false,
  });
  if (minOrderCents !== null) refuseBelow(estimateCents, minimumCents);
  // The fee of a shared stop is set for all its orders together (`settleStop`).
  if (booking.isShared) return;
  await replaceFee(tx, order.id, feeCents > 0 ? feeOf(booking.day, feeCents, goods) : null);
}

function refuseBelow(estimateCents: number, minimumCents: number): void {
  const tooLittle = belowMinimum(estimateCents, minimumCents);
  if (tooLittle) throw changeRefused([{ field: "lines", message: tooLittle }]);
}

/** @throws Refusal if the total is too large */
async function totalOf(tx: Transaction, orderId: string): Promise<string> {
  const { estimate } = await costsNow(tx, orderId);
  if (toCents(estimate) <= maxTotalCents) return estimate;
  const message = "This is more than one order can be. Please split it into two orders.";
  throw changeRefused([{ field: "lines", message }]);
}
