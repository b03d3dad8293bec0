import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { overCapacity } from "#app/domain/delivery/capacity.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { changeDayForClient } from "./change-day.server.ts";
import { DayPricesError } from "./day-prices.server.ts";
import { movePacked } from "./move-packed.server.ts";

/** An order that is to go on a run although its time is over. */
export interface LateOrder {
  /** As typed. */
  number: string;
  reason: string;
  /** Made by the form. */
  requestId: string;
  /** Whether whoever adds it was asked about the run's capacity. */
  isAsked: boolean;
}

/**
 * Puts an order of another day, or of none, on a run that is planned or on its way, whatever its cut-off;
 * the client is told of the day. Packed ones go as they are, without a second fee. For staff who take
 * orders and deliver.
 *
 * @returns by what the run would be over its capacity, where that was not asked about; null once it is on it
 * @throws Refusal; DayRefusedError for a run that is back
 */
export async function addToRun(
  db: Database,
  staff: Staff<"deliver"> & Staff<"sell">,
  runId: string,
  { number, reason, requestId, isAsked }: LateOrder,
  { shop, minOrderCents }: { shop: Shop; minOrderCents: number },
): Promise<{ by: string } | null> {
  const [run] = isUuid(runId) ? await db.select().from(runs).where(eq(runs.id, runId)) : [];
  if (!run) throw new Refusal("run", "There is no such run.");
  const typed = /^\s*#?(\d{1,9})\s*$/.exec(number)?.[1];
  if (typed === undefined) throw new Refusal("invalid", "Please enter the number of an order.");
  if (reason.trim() === "") throw new Refusal("invalid", "Please say why it is added now.");
  if (run.state === "done")
    throw new Refusal("run", "This run is back. Nothing can be added to it.");
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.number, Number(typed)));
  if (!order) throw new Refusal("run", `There is no order ${typed}.`);
  // The form was sent twice, or a colleague was quicker.
  if (order.runId === runId) return null;
  const site = and(
    eq(runStops.runId, runId),
    eq(runStops.customerId, order.customerId),
    sql`${runStops.shipToId} is not distinct from ${order.shipToId}`,
  );
  const by = overCapacity({
    ...run,
    bookedStops: run.bookedStops + ((await db.$count(runStops, site)) > 0 ? 0 : 1),
    bookedLb: toPounds(sumLb([run.bookedLb, order.bookedLb])),
  });
  if (by !== null && !isAsked) return { by };
  const day = { zoneId: run.zoneId, date: run.date };
  if (order.status === "fulfilled") {
    const [now] = order.runId ? await db.select().from(runs).where(eq(runs.id, order.runId)) : [];
    const from = now ? runKey(now.zoneId, now.date) : "";
    const wanted = { day, from, chargesFee: false, requestId, joinsOut: true };
    await movePacked(db, staff, order.id, wanted, { shop, secondFee: "never" });
    return null;
  }
  const wanted = { day, siteId: null, override: reason.trim().slice(0, 500), seenPrices: "" };
  try {
    await changeDayForClient(
      db,
      staff,
      order.id,
      { ...wanted, joinsOut: true },
      shop,
      minOrderCents,
    );
  } catch (error) {
    if (!(error instanceof DayPricesError)) throw error;
    throw new Refusal(
      "run",
      "Some of its products cost something else on that day. Move it on the order’s page, where the prices are shown.",
      { cause: error },
    );
  }
  return null;
}
