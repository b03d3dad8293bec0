import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import { plusDays } from "../../pencil/days.ts";
import { claims } from "./claims.ts";
import { inbox } from "./inbox.ts";
import { type Life, shop, type Task, unlessRefused } from "./life.ts";
import { money } from "./money.ts";

export function office(life: Life, iso: number): Task[] {
  return [
    { at: 6 * 60 + 20, kind: "released", does: () => releaseHeld(life) },
    { at: 13 * 60 + 45, kind: "released", does: () => releaseHeld(life) },
    { at: 17 * 60, kind: "given up", does: () => giveUp(life) },
    ...money(life, iso),
    ...claims(life, iso),
    ...inbox(life),
  ];
}

/** Returns the held orders of runs up to a day. */
function held({ db }: Life, until: string) {
  return db
    .select({ id: orders.id, reason: orderHolds.reason, date: runs.date })
    .from(orderHolds)
    .innerJoin(orders, eq(orders.id, orderHolds.orderId))
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(and(isNull(orderHolds.releasedAt), eq(orders.status, "pending"), lte(runs.date, until)))
    .orderBy(asc(orders.number));
}

/** The owner releases held orders, except overdue ones in the last week. */
async function releaseHeld(life: Life): Promise<void> {
  const { db, owner, today, lastMonday } = life;
  for (const { id, reason, date } of await held(life, plusDays(today, 2))) {
    if (date >= lastMonday && reason === "overdue") continue;
    const note = reason === "overdue" ? "Pays on Friday, says the chef" : "Good for it";
    await unlessRefused(life, "release", () =>
      releaseOrder(db, owner, { id, reason, note }, shop, officeSettings.defaults),
    );
  }
}

/** Cancels what wasn't packed by the evening of its day. */
async function giveUp({ db, owner, today, ...life }: Life): Promise<void> {
  const left = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(and(eq(orders.status, "pending"), lte(runs.date, today)))
    .orderBy(asc(orders.number));
  for (const { id } of left) {
    await unlessRefused(life, "cancel", () => cancelOrder(db, owner, id, shop));
  }
}
