import { and, eq, inArray, isNull, not, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { refuseLate } from "#app/domain/delivery/booking.server.ts";
import { isReachable } from "#app/domain/mail/addressees.server.ts";
import { queueMail, takeMail } from "#app/domain/mail/outbox.server.ts";
import { holdForStaff } from "#app/domain/orders/hold.ts";
import { endHold, holdOrder, isFree } from "#app/domain/orders/holds.server.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { lockOrder, type OrderRow, touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { byClock, changeOrderState } from "#app/domain/orders/order-state.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { members } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderHolds, orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { isBegun } from "../delivery/day-prices.server.ts";
import { saidTo } from "../delivery/day-refusal.server.ts";
import { releaseStop } from "../delivery/order-stop.server.ts";
import { settleStop } from "../delivery/shared-stop-fee.server.ts";
import { approvalAskedMail, approvedMail, unapprovedMail } from "../mails/approval-mails.ts";
import type { ChangedBy } from "../mails/queue-change-mails.server.ts";
import { lockTerms } from "./customer-terms.server.ts";
import { type BeforeRaise, holdIfRaised } from "./hold-raised.server.ts";

// A buyer's order above their limit is held, with its booking and prices, until an approver of the
// same customer approves it. Without approval by its cut-off, it is cancelled.

/** Returns the limit in cents above which a member's orders need approval; null for none. */
async function approvalLimit(
  tx: Transaction,
  customerId: string,
  userId: string | null,
): Promise<number | null> {
  if (userId === null) return null;
  const [member] = await tx
    .select({ limit: members.approveOverCents })
    .from(members)
    .where(and(eq(members.customerId, customerId), eq(members.userId, userId)));
  return member?.limit ?? null;
}

/** Returns the limit in cents above which this client's orders need approval; null for none. */
export async function ownApprovalLimit(
  tx: Transaction,
  { role, customerId, userId, onBehalf }: Client,
): Promise<number | null> {
  return role === "buyer" && !onBehalf ? approvalLimit(tx, customerId, userId) : null;
}

/**
 * Applies holds to a changed or moved order that the caller has locked: the credit limit and
 * prepayment (`holdIfRaised`), and for a client's own change, approval, which emails the approvers.
 *
 * @returns the audit note on the holds; empty if it isn't held now
 */
export async function holdAfterChange(
  tx: Transaction,
  order: Pick<OrderRow, "id" | "customerId">,
  by: ChangedBy,
  before: BeforeRaise,
  shop: Shop,
): Promise<{ hold?: string }> {
  const { hold } = await holdIfRaised(tx, before);
  const waits = by.who === "client" && (await alignApproval(tx, order, by, before.promised));
  if (waits) await askForApproval(tx, order.id, shop);
  const reasons = [hold, waits && holdForStaff("approval")].filter(Boolean);
  return reasons.length > 0 ? { hold: reasons.join("; ") } : {};
}

/**
 * Holds a buyer's changed order if its maximum rose and exceeds their limit, even if it was
 * approved for less; ends that hold once it is within the limit. The caller has locked the order.
 *
 * @param before the earlier maximum in cents
 * @returns true if this change put it on hold
 */
async function alignApproval(
  tx: Transaction,
  order: Pick<OrderRow, "id" | "customerId">,
  by: Actor,
  before: number,
): Promise<boolean> {
  const limit = await approvalLimit(tx, order.customerId, by.userId);
  if (limit === null) return false;
  const { mostCents } = await costsNow(tx, order.id);
  if (mostCents <= limit) {
    await endHold(tx, order.id, "approval", null, "Within the buyer's limit again");
    return false;
  }
  return mostCents > before && (await holdOrder(tx, order.id, "approval"));
}

/** Returns the addresses of the approvers of an order, except the member who placed it. */
async function approversOf(
  tx: Transaction,
  { customerId, shipToId, placedBy }: Pick<OrderRow, "customerId" | "shipToId" | "placedBy">,
): Promise<string[]> {
  const seesSite = shipToId === null ? undefined : sql`${shipToId}::uuid = any(${members.siteIds})`;
  const found = await tx
    .select({ email: user.email })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, customerId),
        inArray(members.role, ["owner", "approver"]),
        isReachable,
        or(isNull(members.siteIds), seesSite),
        placedBy === null ? undefined : not(eq(members.userId, placedBy)),
      ),
    );
  return found.map(({ email }) => email);
}

/** Emails an order's approvers. Call it in the transaction that holds the order. */
export async function askForApproval(tx: Transaction, orderId: string, shop: Shop): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw orderGone();
  const { mostCents } = await costsNow(tx, orderId);
  const mail = approvalAskedMail({
    order,
    mostCents,
    buyer: await addressOf(tx, order.placedBy),
    cutOffAt: await cutOffOf(tx, order.runId),
    shop,
  });
  for (const to of await approversOf(tx, order)) {
    // The buyer triggers these emails, so they count against a limit.
    if ((await takeMail(tx, "order", to)) === null) await queueMail(tx, { to, ...mail });
  }
}

async function addressOf(tx: Transaction, userId: string | null): Promise<string> {
  if (userId === null) return "";
  const [found] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
  return found?.email ?? "";
}

async function cutOffOf(tx: Transaction, runId: string | null): Promise<Date | null> {
  if (runId === null) return null;
  const [run] = await tx.select({ at: runs.cutOffAt }).from(runs).where(eq(runs.id, runId));
  return run?.at ?? null;
}

/**
 * Approves a held order at its placed prices until its cut-off, if every product is still sold to
 * the customer. The member who placed it is emailed. For members who may approve, at sites that
 * they see.
 *
 * @throws Refusal
 */
export function approveOrder(db: Database, client: Client, id: string, shop: Shop): Promise<void> {
  if (!may(client, "approve")) {
    throw new Refusal("forbidden", "Your role does not approve orders. Nothing was changed.");
  }
  return db.transaction(async (tx) => {
    const order = isUuid(id) ? await lockOrder(tx, id, ownedBy(client)) : null;
    if (!order) throw orderGone();
    await refuseLate(tx, order.runId).catch(saidTo(shop.company));
    const gone = await notSoldAnyMore(tx, order);
    if (gone.length > 0) {
      const message = `${gone.join(", ")} cannot be ordered any more. Please change the order, then approve it.`;
      throw new Refusal("not sold", message);
    }
    const isPending = order.status === "pending";
    if (!isPending || !(await endHold(tx, order.id, "approval", client, "Approved"))) {
      const message = "This order no longer waits for approval. Nothing was changed.";
      throw new Refusal("not pending", message);
    }
    await touchOrder(tx, order.id);
    await recordAudit(tx, client, { entity: "order", entityId: order.id, action: "approved" });
    const buyer = await addressOf(tx, order.placedBy);
    const mail = approvedMail({
      order,
      by: client.email,
      isFree: await isFree(tx, order.id),
      shop,
    });
    if (buyer !== "" && buyer !== client.email) await queueMail(tx, { to: buyer, ...mail });
  });
}

/** Returns the orders waiting for a client's approval, oldest first; none for non-approvers. */
export function ordersToApprove(
  db: Database,
  client: Client,
): Promise<{ id: string; number: number }[]> {
  if (!may(client, "approve")) return Promise.resolve([]);
  const waits = sql`exists (select from ${orderHolds} where order_id = ${orders.id}
    and reason = 'approval' and released_at is null)`;
  return db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(eq(orders.status, "pending"), ownedBy(client), waits))
    .orderBy(orders.placedAt)
    .limit(20);
}

async function notSoldAnyMore(
  tx: Transaction,
  { id, customerId, deliveryDay }: OrderRow,
): Promise<string[]> {
  const day = deliveryDay ?? pacificDay(new Date());
  const lines = await tx
    .select({ name: orderItems.productName })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(pricesOn(customerId, day), ofProduct)
    .where(
      and(
        eq(orderItems.orderId, id),
        sql`not coalesce(${products.isActive} and ${pricedFor.isOffered}, false)`,
      ),
    );
  return lines.map(({ name }) => name);
}

/** Seconds between checks for orders past their cut-off. */
const lookEvery = 5 * 60;

/** Runs the job that cancels orders not approved by their cut-off, in one process at a time. */
export function endUnapproved(
  jobs: JobRunner,
  { db, shop, log }: { db: Database; shop: Shop; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("unapproved-orders", lookEvery, async () => {
    const ended = await cancelUnapproved(db, shop);
    if (ended.length > 0) log.info({ orders: ended.length }, "cancelled orders not approved");
  });
}

/**
 * Cancels every order that still waits for approval after its cut-off, and frees its place. The
 * buyer and the approvers are emailed a link to order again for the next day. Idempotent.
 *
 * @returns the ids of the orders
 */
export async function cancelUnapproved(
  db: Database,
  shop: Shop,
  now = new Date(),
): Promise<string[]> {
  const isDue = and(
    eq(orders.status, "pending"),
    sql`exists (select from runs where runs.id = orders.run_id and runs.cut_off_at < ${now.toISOString()}::timestamptz)`,
    sql`exists (select from ${orderHolds} where order_id = orders.id and reason = 'approval'
      and released_at is null)`,
  );
  const due = await db.select({ id: orders.id }).from(orders).where(isDue).orderBy(orders.id);
  const ended: string[] = [];
  for (const { id } of due) {
    const wasEnded = await transactionWithRetry(db, async (tx) => {
      if (!(await lockOrder(tx, id, isDue)) || (await isBegun(tx, id))) return false;
      const order = await changeOrderState(tx, byClock, "lapse unapproved", id);
      await lockTerms(tx, order.customerId);
      await releaseStop(tx, order);
      const cause = { id, number: order.number, how: "cancelled" as const };
      await settleStop(tx, byClock, order, cause, shop);
      const mail = unapprovedMail(order, shop);
      const told = new Set([
        await addressOf(tx, order.placedBy),
        ...(await approversOf(tx, order)),
      ]);
      for (const to of told) if (to !== "") await queueMail(tx, { to, ...mail });
      return true;
    });
    if (wasEnded) ended.push(id);
  }
  return ended;
}
