import { and, eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { lockRules } from "#app/domain/delivery/setup/align-runs.server.ts";
import type { ExceptionInput } from "#app/domain/delivery/setup/exception-form.ts";
import {
  deliverySubject,
  refuseBookedClosures,
  stillGoes,
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
import { type SharedStop, settleStop } from "./shared-stop-fee.server.ts";

interface ToldOfMove {
  told: number;
  untold: number;
}

/**
 * Closes, moves or adds a day in one transaction: moves its booked orders as `ordersTo` says, tells
 * their clients, and aligns the planned runs. For administrators.
 *
 * @throws Refusal
 */
export function makeException(
  db: Database,
  admin: Admin,
  input: ExceptionInput,
  shop: Shop,
): Promise<ToldOfMove> {
  // Retried on a deadlock with an order that is being booked and waits for its run.
  return transactionWithRetry(db, async (tx) => {
    // Lock orders and their customers before runs, as bookings do. Orders booked in the meantime
    // are locked with their run.
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

function bookedOn(tx: Transaction, date: string, which: SQL | undefined) {
  return tx
    .select(getTableColumns(orders))
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .where(and(which, eq(runs.date, date), stillGoes))
    .orderBy(orders.id)
    .for("update", { of: orders });
}

/**
 * Moves the changed day's orders as `ordersTo` says, beyond limits if need be. Sets the fee of each
 * new stop together with the orders already there.
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
      // No single order is the cause, so `settleStop` recounts and emails every fee change itself.
      await settleStop(tx, admin, stop, { id: "", number, how: "moved" }, shop);
    }
    for (const from of leaving) {
      const changes = { moved: { what: "day" as const, from } };
      const isTold = await tellChange(tx, from.id, changes, changing(admin, "staff"), shop);
      moved[isTold ? "told" : "untold"] += 1;
    }
  }
  return moved;
}
