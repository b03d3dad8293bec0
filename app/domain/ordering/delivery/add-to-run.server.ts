import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { OverCapacityError } from "#app/domain/delivery/booking.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { lockOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { actingAs } from "#app/domain/orders/order-state.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { changeDayWithin } from "./change-day.server.ts";
import { DayPricesError } from "./day-prices.server.ts";
import { movePackedWithin } from "./move-packed.server.ts";

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
  { number, reason: typed, requestId, isAsked }: LateOrder,
  { shop, minOrderCents }: { shop: Shop; minOrderCents: number },
): Promise<{ by: string } | null> {
  if (!isUuid(runId)) throw new Refusal("run", noSuchRun);
  const wanted = /^\s*#?(\d{1,9})\s*$/.exec(number)?.[1];
  if (wanted === undefined) throw new Refusal("invalid", "Please enter the number of an order.");
  const reason = typed.replaceAll("\0", "").trim().slice(0, 500);
  if (reason === "") throw new Refusal("invalid", "Please say why it is added now.");
  try {
    await transactionWithRetry(db, async (tx) => {
      const [run] = await tx.select().from(runs).where(eq(runs.id, runId));
      if (!run) throw new Refusal("run", noSuchRun);
      if (run.state === "done") {
        throw new Refusal("run", "This run is back. Nothing can be added to it.");
      }
      const [found] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.number, Number(wanted)));
      if (!found) throw new Refusal("run", `There is no order ${wanted}.`);
      const order = await lockOrder(tx, found.id);
      if (!order) throw new Refusal("run", `There is no order ${wanted}.`);
      // The form was sent twice, or a colleague was quicker.
      if (order.runId === runId) return;
      const rules = { shop, minOrderCents, reason, requestId, asksFirst: !isAsked };
      await putOn(tx, staff, run, order, rules);
      const after = { orderNumber: order.number, reason };
      const action = "late order added";
      await recordAudit(
        tx,
        actingAs(staff, "sell"),
        { entity: "run", entityId: runId, action, after },
        { entity: "order", entityId: order.id, action, after: { reason } },
      );
    });
    return null;
  } catch (error) {
    if (error instanceof OverCapacityError) return { by: error.by };
    if (!(error instanceof DayPricesError)) throw error;
    throw new Refusal(
      "run",
      "Some of its products cost something else on that day. Move it on the order’s page, where the prices are shown.",
      { cause: error },
    );
  }
}

const noSuchRun = "There is no such run.";

interface PutOnRules {
  shop: Shop;
  minOrderCents: number;
  reason: string;
  requestId: string;
  asksFirst: boolean;
}

async function putOn(
  tx: Transaction,
  staff: Staff<"sell">,
  run: typeof runs.$inferSelect,
  order: OrderRow,
  { shop, minOrderCents, reason, requestId, asksFirst }: PutOnRules,
): Promise<void> {
  const day = { zoneId: run.zoneId, date: run.date };
  const onto = { day, joinsOut: true, asksFirst };
  if (order.status === "fulfilled") {
    const [now] = order.runId ? await tx.select().from(runs).where(eq(runs.id, order.runId)) : [];
    const from = now ? runKey(now.zoneId, now.date) : "";
    const move = { ...onto, from, chargesFee: false, requestId };
    await movePackedWithin(tx, staff, order.id, move, { shop, secondFee: "never" });
    return;
  }
  const change = { ...onto, siteId: null, override: reason, seenPrices: "" };
  await changeDayWithin(tx, staff, order.id, change, { shop, minOrderCents });
}
