import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { weekdayName } from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import { windowOn } from "#app/domain/delivery/site-hours.ts";
import { getTerms } from "#app/domain/ordering/holding/customer-terms.server.ts";
import { poNumberFor, poQuestion } from "#app/domain/ordering/placing/po-number.ts";
import { cancelOwnOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertMany } from "#db/many-rows.ts";
import { shipTos } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { standingLines, standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import type { WantedStandingOrder } from "./standing-form.server.ts";
import { deliveriesFrom, rhythmInWords, standingField, standingLimits } from "./standing-order.ts";
import { standingOf } from "./standing-orders.server.ts";

/**
 * Creates a client's standing order and returns its id. @throws Refusal for invalid fields, or if
 * they may not order or have too many
 */
export function createStandingOrder(
  db: Database,
  client: Client,
  wanted: WantedStandingOrder,
): Promise<string> {
  return db.transaction(async (tx) => {
    mayOrder(client);
    const [running] = await tx
      .select({ count: count() })
      .from(standingOrders)
      .where(and(eq(standingOrders.customerId, client.customerId), isNull(standingOrders.endedAt)));
    if ((running?.count ?? 0) >= standingLimits.perCustomer) {
      const most = `There are ${standingLimits.perCustomer} standing orders already. Please end one first.`;
      throw new Refusal("too many", most);
    }
    const { columns, lines } = await judged(tx, client, wanted);
    const [stored] = await tx
      .insert(standingOrders)
      .values({ ...columns, customerId: client.customerId, createdBy: client.userId })
      .returning({ id: standingOrders.id });
    if (!stored) throw new Error("A standing order was not stored");
    await writeLines(tx, stored.id, lines);
    await audit(tx, client, "standing order begun", { after: inWords(wanted) });
    return stored.id;
  });
}

/**
 * Changes a client's standing order, for all deliveries whose order isn't placed yet. @throws
 * Refusal for invalid fields, or if there is none or it was changed meanwhile
 */
export function changeStandingOrder(
  db: Database,
  client: Client,
  id: string,
  wanted: WantedStandingOrder,
): Promise<void> {
  return db.transaction(async (tx) => {
    mayOrder(client);
    const before = await lockOwn(tx, client, id);
    if (before.version !== wanted.version) {
      throw new Refusal("changed", changedMeanwhile, {
        fields: { [standingField.version]: String(before.version) },
      });
    }
    const { columns, lines } = await judged(tx, client, wanted);
    await tx
      .update(standingOrders)
      .set({ ...columns, version: before.version + 1 })
      .where(eq(standingOrders.id, id));
    await tx.delete(standingLines).where(eq(standingLines.standingOrderId, id));
    await writeLines(tx, id, lines);
    const sides = { before: inWords(before), after: inWords(wanted) };
    await audit(tx, client, "standing order changed", sides);
  });
}

const changedMeanwhile =
  "Somebody changed this standing order meanwhile. What you typed is still here: check it, and save again.";

/** Ends a client's standing order. Placed orders stay. @throws Refusal */
export function endStandingOrder(db: Database, client: Client, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    mayOrder(client);
    const before = await lockOwn(tx, client, id);
    await tx
      .update(standingOrders)
      .set({ endedAt: sql`now()`, version: before.version + 1 })
      .where(eq(standingOrders.id, id));
    await audit(tx, client, "standing order ended", { before: inWords(before) });
  });
}

/** Pauses a client's standing order until a day, or resumes it (null). @throws Refusal */
export function pauseStandingOrder(
  db: Database,
  client: Client,
  id: string,
  until: string | null,
): Promise<void> {
  return db.transaction(async (tx) => {
    mayOrder(client);
    const before = await lockOwn(tx, client, id);
    if (until !== null && until <= pacificDay(new Date())) {
      throw new Refusal("invalid", "Choose a day after today.", { field: "until" });
    }
    await tx
      .update(standingOrders)
      .set({ pausedUntil: until, version: before.version + 1 })
      .where(eq(standingOrders.id, id));
    await audit(tx, client, "standing order paused", {
      before: { pausedUntil: before.pausedUntil ?? "" },
      after: { pausedUntil: until ?? "" },
    });
  });
}

/**
 * Skips one delivery of a client's standing order: until the cut-off, cancels its order or prevents
 * it from being placed. Idempotent. @throws Refusal for an unknown delivery, or if its order can't
 * be cancelled any more
 */
export async function skipDelivery(
  db: Database,
  client: Client,
  { id, day }: { id: string; day: string },
  shop: Shop,
): Promise<void> {
  mayOrder(client);
  const placed = await db.transaction(async (tx) => {
    const standing = await lockOwn(tx, client, id);
    const [found] = await tx
      .select()
      .from(standingOccurrences)
      .where(and(eq(standingOccurrences.standingOrderId, id), eq(standingOccurrences.day, day)));
    if (found && found.state !== "placing") return found;
    if (found) return skipUnplaced(tx, found);
    const isDelivery = deliveriesFrom({ ...standing, pausedUntil: null }, day, 1)[0] === day;
    if (!isDelivery || day <= pacificDay(new Date())) throw new Refusal("gone", noDelivery);
    await tx.insert(standingOccurrences).values({ standingOrderId: id, day, state: "skipped" });
    await audit(tx, client, "delivery skipped", { after: { deliveryDay: day } });
    return null;
  });
  if (!placed?.orderId) return;
  const [order] = await db
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, placed.orderId));
  if (order?.status === "cancelled") return;
  await cancelOwnOrder(db, client, placed.orderId, shop);
}

/**
 * Handles a delivery whose placing was started: it is placed by now, or failed repeatedly and is
 * skipped. @throws Refusal while it may be in progress
 */
async function skipUnplaced(tx: Transaction, found: typeof standingOccurrences.$inferSelect) {
  if (Date.now() - found.decidedAt.getTime() < placingMinutes * 60_000) {
    throw new Refusal("busy", placingNow);
  }
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.requestId, found.requestId));
  const { standingOrderId, day } = found;
  const [settled] = await tx
    .update(standingOccurrences)
    .set(order ? { state: "placed", orderId: order.id } : { state: "skipped" })
    .where(
      and(
        eq(standingOccurrences.standingOrderId, standingOrderId),
        eq(standingOccurrences.day, day),
      ),
    )
    .returning();
  return settled ?? null;
}

/** Maximum time for placing an order, including a process restart, in minutes. */
const placingMinutes = 15;

const placingNow = "This order is being placed just now. Please try again in a minute.";
const noDelivery = "There is no such delivery.";

/** Restores a delivery that was skipped before its order was placed. @throws Refusal */
export async function bringBack(
  db: Database,
  client: Client,
  { id, day }: { id: string; day: string },
): Promise<void> {
  mayOrder(client);
  await db.transaction(async (tx) => {
    await lockOwn(tx, client, id);
    const taken = await tx
      .delete(standingOccurrences)
      .where(
        and(
          eq(standingOccurrences.standingOrderId, id),
          eq(standingOccurrences.day, day),
          eq(standingOccurrences.state, "skipped"),
          isNull(standingOccurrences.orderId),
        ),
      )
      .returning();
    if (taken.length === 0) return;
    await audit(tx, client, "delivery brought back", { after: { deliveryDay: day } });
  });
}

function mayOrder(client: Client): void {
  if (!may(client, "order")) throw new Refusal("forbidden", roleMayNotOrder);
}

async function lockOwn(tx: Transaction, client: Client, id: string) {
  const [found] = isUuid(id)
    ? await tx
        .select()
        .from(standingOrders)
        .where(and(eq(standingOrders.id, id), standingOf(client)))
        .for("update")
    : [];
  if (!found) throw new Refusal("gone", "There is no such standing order.");
  return found;
}

/** Returns what to store of a form, after checking its site, day, number and products. */
async function judged(tx: Transaction, client: Client, wanted: WantedStandingOrder) {
  const { siteId, zoneId, weekday, lines: asked, version: _, ...rest } = wanted;
  const errors: Record<string, string[]> = {};
  const mine = and(
    eq(shipTos.id, siteId),
    eq(shipTos.customerId, client.customerId),
    client.sites ? inArray(shipTos.id, [...client.sites]) : undefined,
  );
  const [site] = await tx.select().from(shipTos).where(mine);
  if (!site) errors[standingField.site] = ["Choose a site."];
  const rules = await readDeliveryRules(tx);
  const zone = rules.zones.find(({ id }) => id === zoneId);
  const rule = zone?.days.find((one) => one.weekday === weekday);
  if (!zone || !rule) {
    errors[standingField.day] = [
      zone ? `There is no delivery there on ${weekdayName(weekday)}s.` : "Choose a day.",
    ];
  } else if (site && zone.kind === "delivery" && zoneAt(rules, site.postalCode)?.id !== zone.id) {
    errors[standingField.day] = ["That day is not delivered to this site. Choose another."];
  } else if (site && zone.kind === "delivery" && windowOn(site, weekday, rule) === null) {
    errors[standingField.day] = ["Nobody is at this site then. Choose another day."];
  }
  const question = poQuestion(await getTerms(tx, client.customerId), pacificDay(new Date()));
  const number = poNumberFor(question, rest.poNumber);
  if (number.error !== undefined) errors[standingField.poNumber] = [number.error];
  const offered = await listOfferedProducts(tx, client, pacificDay(new Date()));
  const lines = asked.map(({ row, ...line }) => {
    const product = offered.find(({ id }) => id === line.productId);
    if (!product || unitOf(product) !== line.unit) {
      errors[standingField.product(row)] = ["This is not offered so any more. Choose another."];
    }
    return { ...line, seenPricePerLb: product?.pricePerLb ?? "0.00" };
  });
  if (Object.keys(errors).length > 0) throw new Refusal("invalid", invalidMessage, { errors });
  const poNumber = question.kind === "given" ? "" : (number.poNumber ?? "");
  return { columns: { ...rest, poNumber, siteId, zoneId, weekday }, lines };
}

async function writeLines(
  tx: Transaction,
  standingOrderId: string,
  lines: Omit<typeof standingLines.$inferInsert, "standingOrderId" | "position">[],
): Promise<void> {
  const rows = lines.map((line, position) => ({ ...line, standingOrderId, position }));
  await insertMany(tx, standingLines, rows);
}

const inWords = (
  one: Pick<WantedStandingOrder, "weekday" | "everyWeeks" | "startsOn" | "endsOn">,
) => ({
  standing: rhythmInWords(one),
  startsOn: one.startsOn,
  endsOn: one.endsOn ?? "",
});

function audit(
  tx: Transaction,
  client: Client,
  action: string,
  sides: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return recordAudit(tx, client, {
    entity: "client",
    entityId: client.customerId,
    action,
    ...sides,
  });
}

/**
 * Moves standing orders from some sites to others, of the record that replaces their client's. The
 * caller has locked both records, and logs it. Returns the moved orders with their former sites.
 */
export async function giveStandingOrders(
  tx: Transaction,
  customerId: string,
  sites: readonly { from: string; to: string }[],
  only?: readonly string[],
): Promise<{ id: string; siteId: string }[]> {
  const given: { id: string; siteId: string }[] = [];
  for (const { from: siteId, to } of sites) {
    const moved = await tx
      .update(standingOrders)
      .set({ customerId, siteId: to })
      .where(
        and(
          eq(standingOrders.siteId, siteId),
          isNull(standingOrders.endedAt),
          only && inArray(standingOrders.id, [...only]),
        ),
      )
      .returning({ id: standingOrders.id });
    given.push(...moved.map(({ id }) => ({ id, siteId })));
  }
  return given;
}
