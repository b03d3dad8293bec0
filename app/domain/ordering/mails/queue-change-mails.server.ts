import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { may } from "#app/domain/access/capability.ts";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import { lateOrderAdded } from "#app/domain/delivery/runs/joined-since.server.ts";
import { admit, mayRepeatTyped } from "#app/domain/mail/addressees.server.ts";
import type { MailContent } from "#app/domain/mail/mail.ts";
import { dropNews, hasNewsWaiting, queueNews, takeNews } from "#app/domain/mail/outbox.server.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { orderColumns } from "#app/domain/orders/lists/order-queries.server.ts";
import { chargesOf, deliveryOf } from "#app/domain/orders/order-delivery.server.ts";
import {
  guestUrlFor,
  type OrderMailFacts,
  type Recipient,
  recipientsOf,
  tellOfOrder,
} from "#app/domain/orders/order-recipient.server.ts";
import type { OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { together } from "#db/together.ts";
import type { LineDifference } from "../changing/change-plan.ts";
import type { LineRepriced } from "../delivery/day-prices.ts";
import { clientMovedMail, dayChangedMail, type MovedOrder } from "./day-mails.ts";
import { linesToTell } from "./lines-to-tell.server.ts";
import { type ChangedOrder, changedByThemMail, orderChangedMail } from "./order-changed-mail.ts";
import { openPayment } from "./retail-payment.server.ts";

interface OrderNews {
  /** Its changed lines, notes or purchase order number, and estimates; null if it only moved. */
  lines: Pick<ChangedOrder, "differences" | "notes" | "poNumber" | "estimates"> | null;
  moved: ("day" | "address")[];
  /** Where it was before its first move. */
  from?: Whereabouts | undefined;
  repriced: readonly LineRepriced[];
  /** Who changed it last. */
  by?: Pick<ChangedBy, "email" | "who">;
}

/** Changes of an order; missing fields didn't change. */
export interface OrderChanges extends Partial<Pick<OrderNews, "lines" | "repriced">> {
  /** What was moved, and the order before that. */
  moved?: { what: "day" | "address"; from: OrderRow };
}

export interface ChangedBy extends Actor {
  readonly who: "staff" | "client" | "holder";
}

/** Returns the actor of a change in one of these roles. */
export function changing({ userId, email }: Actor, who: ChangedBy["who"]): ChangedBy {
  return { userId, email, who };
}

/** Returns the actor of a change made through an order's link. */
export function byLink({ email }: OrderLink): ChangedBy {
  return { userId: null, email, who: "holder" };
}

/**
 * Queues the emails about changes of an order: to whoever ordered, and to the company unless staff
 * changed it. They are sent some minutes later, one email each for all changes until then; reverted
 * changes are left out. The caller holds the order's lock.
 *
 * @returns true if whoever ordered, or a contact, may be told
 */
export async function queueChangeMails(
  tx: Transaction,
  orderId: string,
  changes: OrderChanges,
  by: ChangedBy,
  shop: Shop,
): Promise<boolean> {
  const order = await orderNow(tx, orderId);
  const { lines = null, moved, repriced = [] } = changes;
  const news: OrderNews = {
    lines: lines && onlyTold(lines),
    moved: moved ? [moved.what] : [],
    from: moved && whereaboutsOf(moved.from),
    repriced,
    by: pick(by, "email", "who"),
  };
  if (by.who !== "staff") {
    await queueNews<OrderNews>(tx, {
      to: shop.company.email,
      replyTo: by.email,
      topic: companyTopic(orderId),
      join: joining(order, news, (all) => companyMail(order, all, by, shop)),
    });
  }
  let isTold = false;
  for (const recipient of await recipientsOf(tx, order)) {
    if (await queueFor(tx, recipient, order, news, shop)) isTold = true;
  }
  return isTold;
}

async function queueFor(
  tx: Transaction,
  recipient: Recipient,
  order: OrderNow,
  news: OrderNews,
  shop: Shop,
): Promise<boolean> {
  const { id: orderId } = order;
  const topic = topicOf(orderId);
  // Changes that join a waiting email don't count as another email.
  const joins = await hasNewsWaiting(tx, topic, recipient.email);
  const admission = joins
    ? { repeatsTyped: mayRepeatTyped(recipient) }
    : await admit(tx, recipient, { orderId, isOurs: news.by?.who === "staff" });
  if (!admission) return false;
  const guestUrl = await guestUrlFor(tx, recipient, orderId, shop);
  const facts = { ...admission, role: recipient.role, guestUrl };
  await queueNews<OrderNews>(tx, {
    to: recipient.email,
    topic,
    join: joining(order, news, (all) =>
      clientMail(order, all, facts, shop, changerFor(recipient, all)),
    ),
  });
  return true;
}

/** The last changer as a recipient is told; undefined for staff. */
function changerFor({ email }: Recipient, { by }: OrderNews): string | undefined {
  if (!by || by.who === "staff") return undefined;
  return by.email === email ? "You" : by.email;
}

/**
 * Recomposes the waiting change emails, since a hold that they mention may have ended.
 *
 * @returns true if an email was waiting
 */
export async function rewriteWaiting(
  tx: Transaction,
  orderId: string,
  shop: Shop,
): Promise<boolean> {
  const order = await orderNow(tx, orderId);
  const nothing: OrderNews = { lines: null, moved: [], repriced: [] };
  let isWaiting = false;
  for (const recipient of await recipientsOf(tx, order)) {
    if (!(await hasNewsWaiting(tx, topicOf(orderId), recipient.email))) continue;
    await queueFor(tx, recipient, order, nothing, shop);
    isWaiting = true;
  }
  return isWaiting;
}

/** True if a change email is waiting for whoever ordered. The caller must have checked access. */
export function isChangeTold(db: Database, order: { id: string; email: string }): Promise<boolean> {
  return hasNewsWaiting(db, topicOf(order.id), order.email);
}

/** Queues the email about the new day of a packed order, sent at once. For staff who moved it. */
export async function queueMovedPackedMail(
  tx: Transaction,
  orderId: string,
  { second, wasMissed }: Pick<MovedOrder, "second" | "wasMissed">,
  shop: Shop,
): Promise<void> {
  const order = await orderNow(tx, orderId);
  const { howToPay } = await openPayment(tx, [orderId], shop.company.phone.display);
  const moved = { ...order, what: "packed" as const, repriced: [], second, wasMissed };
  await tellOfOrder(tx, order, shop, (facts) => {
    const seesInvoices = may(facts, "see invoices");
    const told = seesInvoices
      ? { ...moved, howToPay }
      : { ...moved, second: second && { ...second, url: null } };
    return dayChangedMail(told, shop, facts);
  });
}

/**
 * Drops unsent change emails once the order is packed or cancelled, since the email about that
 * tells more.
 *
 * @returns true if the email about packing must tell day and place: a dropped email would have, or
 *   the truck had left before one was queued
 */
export async function dropChangeMails(
  tx: Transaction,
  orderId: string,
  { isCancelled = false }: { isCancelled?: boolean } = {},
): Promise<boolean> {
  const [dropped, isUntold] = await together([
    takeNews<OrderNews>(tx, topicOf(orderId)),
    joinedOut(tx, orderId),
  ]);
  if (isCancelled) await dropNews(tx, companyTopic(orderId));
  return isUntold || dropped.some(({ moved = [] }) => moved.length > 0);
}

/** True if an order was added to its run after the run had left, so that no email told its day. */
export async function joinedOut(tx: Transaction, orderId: string): Promise<boolean> {
  const joined = and(
    eq(orders.id, orderId),
    sql`exists (select from runs join audit_log as added on added.entity_id = runs.id::text
      where runs.id = ${orders.runId} and added.entity = 'run' and added.action = ${lateOrderAdded}
        and added.after->>'orderNumber' = ${orders.number}::text
        and added.at >= runs.departed_at)`,
  );
  return (await tx.$count(orders, joined)) > 0;
}

const topicOf = (orderId: string) => `order changed ${orderId}`;
const companyTopic = (orderId: string) => `order changed ${orderId}, for the company`;

function onlyTold({ differences, notes, poNumber, estimates }: NonNullable<OrderNews["lines"]>) {
  return { differences, notes, poNumber, estimates };
}

function joining(order: OrderNow, news: OrderNews, compose: (all: OrderNews) => MailContent) {
  return (earlier: OrderNews | null) => {
    const told = earlier ? withoutReturn(joined(earlier, news), order) : news;
    return told.lines || told.moved.length > 0 ? { told, mail: compose(told) } : null;
  };
}

/** Merges two changes, from the state before the first to the state after the second. */
function joined(first: OrderNews, second: OrderNews): OrderNews {
  const by = second.by ?? first.by;
  const repriced = new Map(first.repriced.map((line) => [line.lineId, line]));
  for (const line of second.repriced) {
    repriced.set(line.lineId, { ...line, from: repriced.get(line.lineId)?.from ?? line.from });
  }
  return {
    lines: joinedLines(first.lines, second.lines),
    moved: [...new Set([...first.moved, ...second.moved])],
    from: first.moved.length > 0 ? first.from : second.from,
    repriced: [...repriced.values()].filter(({ from, to }) => from !== to),
    ...(by && { by }),
  };
}

/** Drops moves that were reverted, unless prices or a hold, which they may have caused, are left. */
function withoutReturn(news: OrderNews, order: OrderNow): OrderNews {
  if (news.repriced.length > 0 || order.holds.length > 0) return news;
  const now = whereaboutsOf(order);
  return { ...news, moved: news.moved.filter((what) => news.from?.[what] !== now[what]) };
}

type Whereabouts = ReturnType<typeof whereaboutsOf>;

const whereColumns = [
  "runId",
  "shipToId",
  "deliveryAddress",
  "deliveryPostalCode",
  "deliveryPhone",
  "deliveryNotes",
] as const;

/** Returns an order's day and address in a form to compare. A new address may come with a new day. */
function whereaboutsOf(order: Pick<OrderRow, (typeof whereColumns)[number]>) {
  return {
    day: `${order.runId} ${order.shipToId}`,
    address: whereColumns.map((column) => order[column]).join("\n"),
  };
}

function joinedLines(first: OrderNews["lines"], second: OrderNews["lines"]): OrderNews["lines"] {
  if (!first || !second) return first ?? second;
  const rest = [...second.differences];
  const continued = first.differences.map((line) => {
    const at = rest.findIndex((next) => continues(line, next));
    return at < 0 ? line : { ...line, ...rest.splice(at, 1)[0], from: line.from };
  });
  const lines = {
    differences: [...continued, ...rest].filter((line) => line.from !== line.to),
    notes: joinedText(first.notes, second.notes),
    poNumber: joinedText(first.poNumber, second.poNumber),
    estimates: { from: first.estimates.from, to: second.estimates.to },
  };
  const isUndone =
    lines.differences.length === 0 &&
    lines.notes === null &&
    lines.poNumber === null &&
    lines.estimates.from === lines.estimates.to;
  return isUndone ? null : lines;
}

/** True if two differences are one line's, of which an order may have several for a product. */
function continues(earlier: LineDifference, later: LineDifference): boolean {
  if (later.subject !== undefined && later.subject === earlier.subject) return true;
  return later.productName === earlier.productName && later.from === earlier.to;
}

type TextChange = ChangedOrder["poNumber"];

function joinedText(first: TextChange, second: TextChange) {
  const from = first?.from ?? second?.from ?? "";
  const to = second?.to ?? first?.to ?? "";
  return from === to ? null : { from, to };
}

type OrderNow = Awaited<ReturnType<typeof orderNow>>;

function clientMail(
  order: OrderNow,
  { lines, moved, repriced }: OrderNews,
  facts: OrderMailFacts,
  shop: Shop,
  changedBy: string | undefined,
): MailContent {
  const where = { ...order, repriced, what: whatOf(moved) };
  if (!lines) return dayChangedMail(where, shop, facts);
  const moves = moved.length > 0 ? where : null;
  return orderChangedMail(
    { ...order, ...changedLines(order, lines), ...(changedBy && { changedBy }) },
    shop,
    facts,
    moves,
  );
}

function companyMail(
  order: OrderNow,
  { lines, moved, repriced }: OrderNews,
  { email: from, who }: ChangedBy,
  shop: Shop,
): MailContent {
  const where = { ...order, repriced, what: whatOf(moved) };
  if (!lines) return clientMovedMail(where, shop);
  const moves = moved.length > 0 ? where : null;
  const by = { from, isRetail: who === "holder" };
  return changedByThemMail({ ...order, ...changedLines(order, lines) }, by, shop, moves);
}

/** Uses the current estimate: moving the order to another day may have changed it since. */
function changedLines({ totalPrice }: OrderNow, lines: NonNullable<OrderNews["lines"]>) {
  return { ...lines, estimates: { from: lines.estimates.from, to: totalPrice } };
}

function whatOf(moved: OrderNews["moved"]): MovedOrder["what"] {
  return moved.length > 1 ? "both" : (moved[0] ?? "day");
}

async function orderNow(tx: Transaction, orderId: string) {
  const [order] = await tx
    .select({
      ...pick(orders, "id", "number", "placedAt", "totalPrice", "customerId", "placedBy"),
      ...pick(orders, ...whereColumns),
      holds: orderColumns.holds,
      companyName: customers.companyName,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  const items = await linesToTell(tx, orderId);
  const charges = await chargesOf(tx, orderId);
  return { ...order, items, charges, delivery: await deliveryOf(tx, orderId) };
}
