import { and, eq, gte, inArray, isNull, lte } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { dayInPlaceOf } from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { pieceWeight } from "#app/domain/orders/order-quantity.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import { standingLines, standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import { deliveriesFrom } from "./standing-order.ts";

/**
 * Returns what standing orders will need until a Pacific day, in hundredths of a lb by product, and
 * how much of it from another day on, for deliveries that aren't decided yet; those on days without
 * service need nothing. For staff who pack.
 */
export async function standingDemand(
  db: Database,
  _staff: Staff<"pack">,
  { day: from, until }: { day: string; until: string },
): Promise<Map<string, { lb: number; ofWeekLb: number }>> {
  const today = pacificDay(new Date());
  const running = await db
    .select({ standing: standingOrders })
    .from(standingOrders)
    .innerJoin(customers, eq(customers.id, standingOrders.customerId))
    .where(and(isNull(standingOrders.endedAt), isNull(customers.inactiveAt)));
  if (running.length === 0) return new Map();
  const ids = running.map(({ standing }) => standing.id);
  const [rules, decided, lines] = await Promise.all([
    readDeliveryRules(db),
    db
      .select({ id: standingOccurrences.standingOrderId, day: standingOccurrences.day })
      .from(standingOccurrences)
      .where(
        and(
          inArray(standingOccurrences.standingOrderId, ids),
          gte(standingOccurrences.day, today),
          lte(standingOccurrences.day, until),
          inArray(standingOccurrences.state, ["placed", "skipped", "closed", "refused"]),
        ),
      ),
    db
      .select({ line: standingLines, typicalPieceLb: products.typicalPieceLb })
      .from(standingLines)
      .innerJoin(products, eq(products.id, standingLines.productId))
      .where(and(inArray(standingLines.standingOrderId, ids), eq(products.isActive, true))),
  ]);
  const done = new Set(decided.map(({ id, day }) => `${id} ${day}`));
  const byStanding = Map.groupBy(lines, ({ line }) => line.standingOrderId);
  const demand = new Map<string, { lb: number; ofWeekLb: number }>();
  // The maximum, reached by weekly deliveries.
  const most = Math.ceil((Date.parse(until) - Date.parse(today)) / (7 * 86_400_000)) + 1;
  for (const { standing } of running) {
    const zone = rules.zones.find(({ id }) => id === standing.zoneId);
    const due = deliveriesFrom(standing, today, Math.max(1, most)).flatMap((date) => {
      const day = zone && dayInPlaceOf(zone, rules.exceptions, date);
      if (!day || day.date > until || done.has(`${standing.id} ${date}`)) return [];
      // The standing order may have been created too late for this one.
      return day.cutOffAt > standing.createdAt ? [day.date] : [];
    });
    if (due.length === 0) continue;
    const ofWeek = due.filter((date) => date >= from).length;
    for (const { line, typicalPieceLb } of byStanding.get(standing.id) ?? []) {
      const typed = toHundredthsLb(line.quantity);
      const piece = pieceWeight(line.unit);
      const lb =
        piece === null
          ? typed
          : Math.round((typed * toHundredthsLb(typicalPieceLb ?? piece)) / 100);
      const sum = demand.get(line.productId) ?? { lb: 0, ofWeekLb: 0 };
      demand.set(line.productId, {
        lb: sum.lb + lb * due.length,
        ofWeekLb: sum.ofWeekLb + lb * ofWeek,
      });
    }
  }
  return demand;
}
