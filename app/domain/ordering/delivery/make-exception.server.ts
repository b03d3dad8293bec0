import { and, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { lockRules } from "#app/domain/delivery/setup/align-runs.server.ts";
import type { ExceptionInput } from "#app/domain/delivery/setup/exception-form.ts";
import {
  deliverySubject,
  refuseBookedClosures,
  storeException,
  zoneName,
} from "#app/domain/delivery/setup/setup.server.ts";
import { setupRefusal } from "#app/domain/delivery/setup/setup-refusal.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { tellChange } from "../holding/align-authorization.server.ts";
import { lockTerms } from "../holding/customer-terms.server.ts";
import { changing } from "../mails/queue-change-mails.server.ts";
import { moveStop } from "./order-stop.server.ts";
import { type SharedStop, settleStop } from "./settle-stop.server.ts";

/** Orders that were moved with their day, by whether their client is told. */
interface ToldOfMove {
  told: number;
  untold: number;
}

/**
 * Closes, moves or adds a day, moves the orders that are booked on it where `ordersTo` says so and tells
 * their clients, and brings the planned runs in line: all of it or nothing. For administrators.
 *
 * @returns of how many of the moved orders the client is told
 * @throws Refusal
 */
export function makeException(
  db: Database,
  admin: Admin,
  input: ExceptionInput,
  shop: Shop,
): Promise<ToldOfMove> {
  // Repeated where what was booked meanwhile is locked by whoever waits for its run.
  return transactionWithRetry(db, async (tx) => {
    // Orders and their customers before runs, as bookings lock them; and what was booked meanwhile with
    // its run.
    const booked = await bookedOn(
      tx,
      input.date,
      inArray(runs.zoneId, Object.keys(input.ordersTo)),
    );
    const customerIds = [...new Set(booked.map(({ customerId }) => customerId))];
    for (const customerId of customerIds.sort()) await lockTerms(tx, customerId);
    await lockRules(tx);
    await storeException(tx, admin, input);
    const moved = await moveOrders(tx, admin, input, shop);
    await refuseBookedClosures(tx);
    const { zoneId, kind, date, movedTo, note } = input;
    const zone = zoneId ? await zoneName(tx, zoneId) : "All zones";
    await recordAudit(tx, admin, {
      ...deliverySubject,
      action: `day ${kind}`,
      after: { day: date, zone, movedTo, note, ordersMoved: moved.told + moved.untold || null },
    });
    return moved;
  });
}

/** The orders that are booked on those of a day's runs, locked. */
function bookedOn(tx: Transaction, date: string, which: SQL | undefined) {
  return tx
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(and(which, eq(runs.date, date), ne(orders.status, "cancelled")))
    .orderBy(orders.id)
    .for("update", { of: orders });
}

/**
 * Moves the orders of the changed day to where `ordersTo` says, beyond limits if need be. The fee of each
 * stop that they come to is judged with what goes there already.
 */
async function moveOrders(
  tx: Transaction,
  admin: Admin,
  { date, ordersTo }: ExceptionInput,
  shop: Shop,
): Promise<ToldOfMove> {
  const moved = { told: 0, untold: 0 };
  for (const [zoneId, to] of Object.entries(ordersTo)) {
    const isClosed = and(eq(runs.zoneId, zoneId), eq(runs.isClosed, true));
    const leaving = await bookedOn(tx, date, isClosed);
    const stops = new Map<string, { stop: SharedStop; number: number }>();
    for (const order of leaving) {
      const { id, customerId, shipToId, bookedLb: lb, bookedBoxes: boxes } = order;
      const asked = { zoneId, date: to };
      const load = { customerId, shipToId, lb, boxes };
      const booking = await moveStop(tx, order, asked, load, {
        isForced: true,
      }).catch((error: unknown) => {
        throw error instanceof DayRefusedError
          ? setupRefusal({ reason: "target", date: to })
          : error;
      });
      await recordAudit(tx, admin, {
        entity: "order",
        entityId: id,
        action: "day changed",
        before: { deliveryDay: date },
        after: { deliveryDay: to },
      });
      const { runId } = booking.columns;
      const stop = { customerId, shipToId, runId };
      if (booking.isShared) stops.set(`${customerId} ${shipToId}`, { stop, number: order.number });
    }
    for (const { stop, number } of stops.values()) {
      await lockTerms(tx, stop.customerId);
      // All of them stand where they go: whichever fee changes is counted and told by itself.
      await settleStop(tx, admin, stop, { id: "", number, how: "moved" }, shop);
    }
    for (const { id } of leaving) {
      const isTold = await tellChange(tx, id, { moved: ["day"] }, changing(admin, "staff"), shop);
      moved[isTold ? "told" : "untold"] += 1;
    }
  }
  return moved;
}
