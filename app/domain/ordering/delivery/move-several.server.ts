import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { overCapacityOn } from "#app/domain/delivery/capacity.server.ts";
import { upcomingDays } from "#app/domain/delivery/days.ts";
import { type DeliveryRules, runKey } from "#app/domain/delivery/rules.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import { formatDollars, toCents } from "#app/lib/amounts/money.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { openHolds, orders } from "#db/schema/orders.ts";
import type { HoldReason, OrderStatus } from "#db/schema/values/orders.ts";
import { tellChange } from "../holding/align-authorization.server.ts";
import { minimumForStaff } from "../holding/customer-terms.server.ts";
import { changing } from "../mails/queue-change-mails.server.ts";
import { lockToChange, rearrange } from "./change-day.server.ts";
import { DayPricesError } from "./day-prices.server.ts";
import { asSeen, type DayPrices } from "./day-prices.ts";
import { saidTo } from "./day-refusal.server.ts";
import { movePacked } from "./move-packed.server.ts";

/** Maximum orders to move at once, which is one page of the list. */
const maxMovedAtOnce = 100;

export interface OrderToMove extends NamedOrder {
  companyName: string;
  status: OrderStatus;
  day: { zoneId: string; zoneName: string; date: string } | null;
}

/** A day that some of the orders can move to, each in its own zone. */
export interface DayForSeveral {
  date: string;
  zoneNames: string[];
  /** Number of orders in these zones. */
  orders: number;
}

interface MovedOrder extends OrderToMove {
  /** Why it is on hold on its new day; empty if it isn't. */
  holds: HoldReason[];
}

export interface MovedSeveral {
  moved: MovedOrder[];
  stayed: { order: OrderToMove; why: string }[];
  /** Runs of the day that are now over capacity. */
  over: { zoneName: string; by: string }[];
}

interface Wanted {
  /** The Pacific day to move all orders to. */
  date: string;
  /** True to charge packed orders the delivery fee again, if the owner's setting asks. */
  chargesFee: boolean;
}

interface Services {
  shop: Shop;
  minOrderCents: number;
  secondFee: SecondFee;
  log: { error(facts: object, message: string): void };
}

/** Returns the orders with these ids, by day and number. For staff who take orders. */
export async function listToMove(
  db: Database,
  _staff: Staff<"sell">,
  ids: readonly string[],
): Promise<OrderToMove[]> {
  const known = [...new Set(ids.filter(isUuid))].slice(0, maxMovedAtOnce);
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      companyName: listedName,
      status: orders.status,
      zoneId: zones.id,
      zoneName: zones.name,
      date: orders.deliveryDay,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(zones, eq(zones.id, runs.zoneId))
    .where(inArray(orders.id, known))
    .orderBy(asc(orders.deliveryDay), asc(orders.number));
  return rows.map(({ zoneId, zoneName, date, ...order }) => ({
    ...order,
    day: zoneId && zoneName && date ? { zoneId, zoneName, date } : null,
  }));
}

/** Returns the days on which these orders' zones are served, soonest first. */
export function daysForSeveral(
  toMove: readonly OrderToMove[],
  { zones: served, exceptions }: DeliveryRules,
  now: Date,
): DayForSeveral[] {
  const byZone = Map.groupBy(toMove, ({ day }) => day?.zoneId);
  const days = new Map<string, DayForSeveral>();
  for (const zone of served) {
    const own = byZone.get(zone.id) ?? [];
    if (own.length === 0) continue;
    const isPacked = own.some(({ status }) => status === "fulfilled");
    for (const { date } of upcomingDays(zone, exceptions, now, { limit: 14, isPacked })) {
      const day = days.get(date) ?? { date, zoneNames: [], orders: 0 };
      day.zoneNames.push(zone.name);
      day.orders += own.length;
      days.set(date, day);
    }
  }
  return [...days.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

/**
 * Moves several orders to another day, each in its own zone and transaction, and reports on each.
 * Pending orders move as with `changeDayForClient`; those that don't fit (full, past the cut-off,
 * below the minimum) or would cost more stay. Packed ones move as with `movePacked`, which ignores
 * those limits. Their clients are emailed. For staff who take orders.
 */
export async function moveSeveral(
  db: Database,
  staff: Staff<"sell">,
  ids: readonly string[],
  wanted: Wanted,
  services: Services,
): Promise<MovedSeveral> {
  const done: MovedSeveral = { moved: [], stayed: [], over: [] };
  const moved: OrderToMove[] = [];
  // In sequence, so that each sees the capacity taken by those before it.
  for (const order of await listToMove(db, staff, ids)) {
    try {
      await moveOne(db, staff, order, wanted, services).catch(saidTo(services.shop.company));
      moved.push(order);
    } catch (error) {
      if (!isRefusal(error)) {
        services.log.error({ err: error, orderId: order.id }, "an order was not moved with others");
      }
      const why = isRefusal(error)
        ? error.message
        : "The day could not be changed. Please try again.";
      done.stayed.push({ order, why });
    }
  }
  done.moved = await withHolds(db, moved);
  const zoneIds = moved.flatMap(({ day }) => day?.zoneId ?? []);
  if (zoneIds.length > 0) done.over = await overCapacityOn(db, wanted.date, zoneIds);
  return done;
}

async function withHolds(db: Database, moved: readonly OrderToMove[]): Promise<MovedOrder[]> {
  const ids = moved.map(({ id }) => id);
  const rows = await db
    .select({ id: orders.id, holds: openHolds })
    .from(orders)
    .where(inArray(orders.id, ids));
  const holdsOf = new Map(rows.map(({ id, holds }) => [id, holds]));
  return moved.map((order) => ({ ...order, holds: holdsOf.get(order.id) ?? [] }));
}

async function moveOne(
  db: Database,
  staff: Staff<"sell">,
  { id, status, day }: OrderToMove,
  { date, chargesFee }: Wanted,
  services: Services,
): Promise<void> {
  if (status !== "pending" && status !== "fulfilled") {
    throw new Refusal("settled", alreadyInState(status));
  }
  if (!day) {
    throw new Refusal(
      "no day",
      "It has no day yet. Choose where and when it goes on its own page.",
    );
  }
  if (day.date === date) throw new Refusal("same", "It goes on that day already.");
  const asked = { zoneId: day.zoneId, date };
  if (status === "fulfilled") {
    const from = runKey(day.zoneId, day.date);
    const move = { day: asked, from, chargesFee, requestId: randomUUID() };
    await movePacked(db, staff, id, move, services);
    return;
  }
  try {
    await movePending(db, staff, id, asked, "", services);
  } catch (error) {
    if (!(error instanceof DayPricesError)) throw error;
    refuseDearer(error.prices.total);
    await movePending(db, staff, id, asked, asSeen(error.prices), services);
  }
}

function movePending(
  db: Database,
  staff: Staff<"sell">,
  id: string,
  day: { zoneId: string; date: string },
  seenPrices: string,
  { shop, minOrderCents }: Services,
): Promise<void> {
  return db.transaction(async (tx) => {
    const locked = await lockToChange(tx, id);
    const { order } = locked;
    const by = changing(staff, "staff");
    const wanted = { day, siteId: null, override: "", seenPrices };
    const rules = { shop, minOrderCents: minimumForStaff(locked.before.terms, minOrderCents) };
    const repriced = await rearrange(tx, locked, by, null, wanted, rules);
    const own = eq(orders.id, id);
    const [now] = await tx.select({ totalPrice: orders.totalPrice }).from(orders).where(own);
    // The day's fee may be higher even if no line costs more.
    refuseDearer({ from: order.totalPrice, to: now?.totalPrice ?? order.totalPrice });
    await tellChange(tx, id, { moved: { what: "day", from: order }, repriced }, by, shop);
  });
}

/** Refuses a higher total, which nobody agreed to. The order's own page shows it before moving. */
function refuseDearer({ from, to }: DayPrices["total"]): void {
  if (toCents(to) <= toCents(from)) return;
  const message = `It would cost ${formatDollars(to)} then instead of ${formatDollars(from)}. Move it on its own page.`;
  throw new Refusal("dearer", message);
}
