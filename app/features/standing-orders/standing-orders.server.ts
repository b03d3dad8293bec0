import { and, asc, count, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { weekdayName, windowInWords } from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import { getTerms } from "#app/domain/ordering/holding/customer-terms.server.ts";
import {
  type PoQuestion,
  poNumberFor,
  poQuestion,
} from "#app/domain/ordering/placing/po-number.ts";
import { cancelOwnOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import type { OfferedProduct } from "#app/domain/pricing/price-reason.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { insertMany } from "#db/many-rows.ts";
import { shipTos } from "#db/schema/customers.ts";
import { zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { standingLines, standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import type { WantedStandingOrder } from "./standing-form.server.ts";
import {
  deliveriesFrom,
  freshStanding,
  rhythmInWords,
  type StandingDraft,
  type StandingOrder,
  standingField,
  standingLimits,
} from "./standing-order.ts";

/** Of a client's customer, and of the sites that they order for. */
const ownedBy = ({ customerId, sites }: Client): SQL | undefined =>
  and(
    eq(standingOrders.customerId, customerId),
    isNull(standingOrders.endedAt),
    sites ? inArray(standingOrders.siteId, [...sites]) : undefined,
  );

/** A client's standing orders that run, the oldest first; or the one with this id. */
export async function listStandingOrders(
  db: Database,
  client: Client,
  only?: string,
): Promise<StandingOrder[]> {
  if (only !== undefined && !isUuid(only)) return [];
  const which = and(ownedBy(client), only ? eq(standingOrders.id, only) : undefined);
  const found = await db
    .select({
      id: standingOrders.id,
      version: standingOrders.version,
      siteId: standingOrders.siteId,
      siteName: sql<string>`coalesce(nullif(${shipTos.name}, ''), ${shipTos.address})`,
      zoneId: standingOrders.zoneId,
      zoneName: zones.name,
      weekday: standingOrders.weekday,
      everyWeeks: standingOrders.everyWeeks,
      startsOn: standingOrders.startsOn,
      endsOn: standingOrders.endsOn,
      pausedUntil: standingOrders.pausedUntil,
      poNumber: standingOrders.poNumber,
      notes: standingOrders.notes,
      allowsSubstitutes: standingOrders.allowsSubstitutes,
    })
    .from(standingOrders)
    .innerJoin(shipTos, eq(shipTos.id, standingOrders.siteId))
    .innerJoin(zones, eq(zones.id, standingOrders.zoneId))
    .where(which)
    .orderBy(asc(standingOrders.createdAt), asc(standingOrders.id));
  const ids = found.map(({ id }) => id);
  const [lines, occurrences] = await Promise.all([
    db
      .select({
        standingOrderId: standingLines.standingOrderId,
        productId: standingLines.productId,
        productName: products.name,
        quantity: sql<string>`trim_scale(${standingLines.quantity})::text`,
        unit: standingLines.unit,
      })
      .from(standingLines)
      .innerJoin(products, eq(products.id, standingLines.productId))
      .where(inArray(standingLines.standingOrderId, ids))
      .orderBy(asc(standingLines.position)),
    db
      .select({
        standingOrderId: standingOccurrences.standingOrderId,
        day: standingOccurrences.day,
        state: standingOccurrences.state,
        reason: standingOccurrences.reason,
        orderId: orders.id,
        number: orders.number,
        status: orders.status,
      })
      .from(standingOccurrences)
      .leftJoin(orders, eq(orders.id, standingOccurrences.orderId))
      .where(
        and(
          inArray(standingOccurrences.standingOrderId, ids),
          gte(standingOccurrences.day, daysAfter(pacificDay(new Date()), -7)),
        ),
      )
      .orderBy(asc(standingOccurrences.day)),
  ]);
  return found.map((one) => ({
    ...one,
    lines: lines.flatMap(({ standingOrderId, ...line }) =>
      standingOrderId === one.id ? line : [],
    ),
    occurrences: occurrences.flatMap(({ standingOrderId, orderId, number, status, ...rest }) => {
      if (standingOrderId !== one.id) return [];
      const order =
        orderId && number !== null
          ? { id: orderId, number, isCancelled: status === "cancelled" }
          : null;
      return { ...rest, order };
    }),
  }));
}

/**
 * Stores a client's new standing order.
 *
 * @returns its id
 * @throws Refusal with what is wrong, or when they may not order or have too many
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
 * Changes a client's standing order: all deliveries whose order is not placed yet. Those that are placed
 * are orders like others, and changed there.
 *
 * @throws Refusal with what is wrong, or when there is none or somebody changed it meanwhile
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

/** Ends a client's standing order. Orders that are placed stay. @throws Refusal */
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

/**
 * Pauses a client's standing order until a day, or ends its pause (null). Orders that are placed stay.
 *
 * @throws Refusal
 */
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
 * Skips one delivery of a client's standing order: its order is cancelled where it is placed, until its
 * cut-off, and never placed where it isn't. Skipping twice is skipping once.
 *
 * @throws Refusal when there is no such delivery, or its order can't be cancelled any more
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
    if (found?.state === "placing") throw new Refusal("busy", placingNow);
    if (found) return found;
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

const placingNow = "This order is being placed just now. Please try again in a minute.";
const noDelivery = "There is no such delivery.";

/** Has a delivery that was skipped before its order was placed after all. @throws Refusal */
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

/** Whose standing order it is, for who holds a link of its mails; null where there is none that runs. */
export async function clientOfStanding(
  db: Database,
  id: string,
): Promise<{ customerId: string; createdBy: string | null } | null> {
  const [found] = await db
    .select({ customerId: standingOrders.customerId, createdBy: standingOrders.createdBy })
    .from(standingOrders)
    .where(and(eq(standingOrders.id, id), isNull(standingOrders.endedAt)));
  return found ?? null;
}

/** A delivery whose order is placed, for who holds the link of its mail; null where there is none. */
export async function deliveryToSkip(
  db: Database,
  { id, day }: { id: string; day: string },
): Promise<{ day: string; isSkipped: boolean } | null> {
  const [found] = await db
    .select({ status: orders.status })
    .from(standingOccurrences)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOccurrences.standingOrderId))
    .innerJoin(orders, eq(orders.id, standingOccurrences.orderId))
    .where(
      and(
        eq(standingOccurrences.standingOrderId, id),
        eq(standingOccurrences.day, day),
        isNull(standingOrders.endedAt),
      ),
    );
  return found ? { day, isSkipped: found.status === "cancelled" } : null;
}

/** The lines of a client's own order, to make it a standing order; null for any other id. */
export async function linesToRepeat(
  db: Database,
  client: Client,
  orderId: string,
): Promise<{
  siteId: string | null;
  zoneId: string | null;
  weekday: number | null;
  lines: WantedStandingOrder["lines"];
} | null> {
  if (!isUuid(orderId)) return null;
  const { rows } = await db.execute<{
    siteId: string | null;
    zoneId: string | null;
    weekday: number | null;
    lines: { productId: string; quantity: string; unit: string }[] | null;
  }>(sql`
    select orders.ship_to_id as "siteId", runs.zone_id as "zoneId",
      extract(isodow from orders.delivery_day)::int as weekday,
      (select json_agg(json_build_object(
          'productId', product_id,
          'quantity', coalesce(ordered_pieces::text, trim_scale(quantity)::text),
          'unit', case when ordered_pieces is null then 'lb' else 'piece ' || typical_piece_lb end)
          order by position)
        from order_items where order_id = orders.id and product_id is not null
          and substitutes_item_id is null) as lines
    from orders left join runs on runs.id = orders.run_id
    where orders.id = ${orderId} and orders.customer_id = ${client.customerId}
      and (${client.sites === null} or orders.ship_to_id = any(${sql.param(`{${(client.sites ?? []).join(",")}}`)}::uuid[]))`);
  const [found] = rows;
  if (!found) return null;
  return { ...found, lines: (found.lines ?? []).map((line, at) => ({ row: String(at), ...line })) };
}

function mayOrder(client: Client): void {
  if (!may(client, "order")) throw new Refusal("forbidden", roleMayNotOrder);
}

async function lockOwn(tx: Transaction, client: Client, id: string) {
  const [found] = isUuid(id)
    ? await tx
        .select()
        .from(standingOrders)
        .where(and(eq(standingOrders.id, id), ownedBy(client)))
        .for("update")
    : [];
  if (!found) throw new Refusal("gone", "There is no such standing order.");
  return found;
}

/** What is stored of a form, once site, day, number and products are found to be what they may. */
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
  if (!zone?.days.some((rule) => rule.weekday === weekday)) {
    errors[standingField.day] = [
      zone ? `There is no delivery there on ${weekdayName(weekday)}s.` : "Choose a day.",
    ];
  } else if (site && zone.kind === "delivery" && zoneAt(rules, site.postalCode)?.id !== zone.id) {
    errors[standingField.day] = ["That day is not delivered to this site. Choose another."];
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

/** In the history of its customer. */
function audit(
  tx: Transaction,
  client: Client,
  action: string,
  sides: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return recordAudit(tx, client, {
    ...{ entity: "client", entityId: client.customerId, action },
    ...sides,
  });
}

/** What the form of a standing order offers. */
export interface StandingChoices {
  sites: { id: string; name: string }[];
  /** Each weekday of a site's zone, and of the places to pick up, with the sites it is for. */
  days: { key: string; label: string; siteIds: string[] }[];
  products: OfferedProduct[];
  po: PoQuestion;
}

/** What a client can choose from, at the prices of today. */
export async function standingChoices(db: Database, client: Client): Promise<StandingChoices> {
  const today = pacificDay(new Date());
  const [sites, rules, products, terms] = await Promise.all([
    db
      .select({
        id: shipTos.id,
        name: sql<string>`coalesce(nullif(${shipTos.name}, ''), ${shipTos.address})`,
        postalCode: shipTos.postalCode,
      })
      .from(shipTos)
      .where(
        and(
          eq(shipTos.customerId, client.customerId),
          client.sites ? inArray(shipTos.id, [...client.sites]) : undefined,
        ),
      )
      .orderBy(sql`${shipTos.isDefault} desc`, asc(shipTos.createdAt), asc(shipTos.id)),
    readDeliveryRules(db),
    listOfferedProducts(db, client, today),
    getTerms(db, client.customerId),
  ]);
  const days = rules.zones.flatMap((zone) => {
    const siteIds = sites.flatMap(({ id, postalCode }) =>
      zone.kind === "pickup" || zoneAt(rules, postalCode)?.id === zone.id ? id : [],
    );
    if (siteIds.length === 0) return [];
    return zone.days.map(({ weekday, windowFrom: from, windowTo: to }) => ({
      key: `${zone.id} ${weekday}`,
      label: `${weekdayName(weekday)}, ${windowInWords({ from, to })}${zone.kind === "pickup" ? `, pickup: ${zone.name}` : `, ${zone.name}`}`,
      siteIds,
    }));
  });
  return {
    sites: sites.map(({ id, name }) => ({ id, name })),
    days,
    products,
    po: poQuestion(terms, today),
  };
}

/**
 * What the form begins with: a stored one, or one that is empty or has the lines of an order.
 *
 * @param from the order's id
 * @returns null for an unknown id
 */
export async function standingDraft(
  db: Database,
  client: Client,
  id: string,
  from: string | null,
): Promise<StandingDraft | null> {
  if (id !== freshStanding) {
    const [found] = await listStandingOrders(db, client, id);
    return found ?? null;
  }
  const repeated = await linesToRepeat(db, client, from ?? "");
  return {
    ...{ version: 0, siteId: null, zoneId: null, weekday: null, everyWeeks: 1, lines: [] },
    ...{ startsOn: daysAfter(pacificDay(new Date()), 1), endsOn: null },
    ...{ poNumber: "", notes: "", allowsSubstitutes: false },
    ...repeated,
  };
}
