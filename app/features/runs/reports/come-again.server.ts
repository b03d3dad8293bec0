import { and, asc, eq, not, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { joinedAfter } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isOnBoard } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { insertStopEvent } from "#app/domain/delivery/runs/save-runs.server.ts";
import type { UndeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { saidTo } from "#app/domain/ordering/delivery/day-refusal.server.ts";
import {
  goodsCentsOf,
  movePackedWithin,
  type SecondDelivery,
} from "#app/domain/ordering/delivery/move-packed.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runStops, runs, zones } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { type ComingAgain, canComeAgain, comingAgain } from "../coming-again.ts";
import {
  happened,
  isRecorded,
  lockPayer,
  noSuchOrder,
  type Reporter,
} from "./reported-stop.server.ts";

interface Settings {
  shop: Shop;
  undelivered: UndeliveredSettings;
}

/** Returns the days for a second delivery, soonest first. */
export async function daysToComeAgain(
  db: Database | Transaction,
  run: { zoneId: string; date: string },
): Promise<ComingAgain[]> {
  return comingAgain(await readDeliveryRules(db), run, new Date());
}

/**
 * Moves a stop's packed orders to another day or a pickup, as agreed at the door. Charges the fee
 * by the owner's settings, once for all of them, and emails the client. Orders that can't go there,
 * or were added after the report was made, stay. Locks the stop's orders and its customer.
 *
 * @throws Refusal
 */
export async function recordAgain(
  tx: Transaction,
  by: Reporter,
  driver: RunDriver,
  report: ReportOf<"again">,
  settings: Settings,
): Promise<void> {
  if (await isRecorded(tx, report)) return;
  if (!settings.undelivered.driversMove) {
    throw new Refusal<ReportRefusal>(
      "not offered",
      "Only the office gives orders another day. Call them.",
    );
  }
  const stop = await stopAt(tx, report.stopId);
  if (stop?.runId !== driver.runId) {
    throw new Refusal<ReportRefusal>("gone", "This stop is no longer on your run.");
  }
  const at = happened(report.at, by);
  await moveOn(tx, by, stop, { ...report, at }, settings);
}

/**
 * Like `recordAgain`, by the office from the run's page. For staff who take orders and deliver.
 *
 * @throws Refusal
 */
export function comeAgainByStaff(
  db: Database,
  staff: Staff<"deliver" | "sell">,
  runId: string,
  wanted: {
    stopId: string;
    zoneId: string;
    date: string;
    chargesFee: boolean;
    requestId: string;
  },
  settings: Settings,
): Promise<void> {
  const by: Reporter = {
    event: { recordedBy: staff.userId },
    audit: { userId: staff.userId, email: staff.email, as: "sell" },
    since: new Date(0),
  };
  return transactionWithRetry(db, async (tx) => {
    if (!isUuid(wanted.stopId) || !isUuid(wanted.requestId)) {
      throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    }
    await lockPayer(tx, wanted.stopId);
    if (await isRecorded(tx, wanted)) return;
    const stop = await stopAt(tx, wanted.stopId);
    if (stop?.runId !== runId) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    await moveOn(tx, by, stop, { ...wanted, note: "", at: new Date() }, settings);
  });
}

async function stopAt(tx: Transaction, id: string) {
  const [stop] = await tx
    .select({
      id: runStops.id,
      runId: runStops.runId,
      zoneId: runs.zoneId,
      zone: zones.name,
      date: runs.date,
    })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(runStops.id, id));
  return stop;
}

type StopFacts = NonNullable<Awaited<ReturnType<typeof stopAt>>>;

async function moveOn(
  tx: Transaction,
  by: Reporter,
  stop: StopFacts,
  wanted: Pick<ReportOf<"again">, "zoneId" | "date" | "chargesFee" | "requestId" | "note"> & {
    at: Date;
  },
  { shop, undelivered: { secondFee } }: Settings,
): Promise<void> {
  const { zoneId, date, requestId } = wanted;
  if (!canComeAgain(await readDeliveryRules(tx), stop, { zoneId, date }, new Date())) {
    throw new Refusal<ReportRefusal>(
      "not offered",
      "This day is not offered any more. Choose another one.",
    );
  }
  // A report that waited for a signal is not about what was added to the stop meanwhile.
  const wasThere = not(joinedAfter(sql`${wanted.at.toISOString()}::timestamptz`));
  const packed = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.stopId, stop.id), isOnBoard, wasThere))
    // They are locked already, and the earliest bears the fee.
    .orderBy(asc(orders.number));
  if (packed.length === 0) {
    throw new Refusal<ReportRefusal>(
      "gone",
      "Nothing that is packed waits at this stop: it was handed over, moved or cancelled meanwhile.",
    );
  }
  // Before the orders leave the stop, so that it stays with its reports.
  await insertStopEvent(tx, {
    stopId: stop.id,
    requestId,
    kind: "moved" as const,
    happenedAt: wanted.at,
    note: wanted.note,
    ...by.event,
  });
  const togetherCents = await goodsCentsOf(
    tx,
    packed.map(({ id }) => id),
  );
  let isBilled = false;
  for (const { id } of packed) {
    const fee: SecondDelivery | null = await movePackedWithin(
      tx,
      by.audit,
      id,
      {
        day: { zoneId, date },
        from: runKey(stop.zoneId, stop.date),
        requestId,
        chargesFee: wanted.chargesFee,
        togetherCents,
      },
      // Charged once for orders that travel together.
      { shop, secondFee: isBilled ? "never" : secondFee },
    ).catch(saidTo(shop.company));
    isBilled ||= fee !== null;
  }
}
