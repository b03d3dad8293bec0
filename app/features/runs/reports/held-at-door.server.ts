import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { isOnBoard } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lotHolds } from "#db/schema/meat/recalls.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { boxes, lots, packages } from "#db/schema/packages.ts";
import { type KeptBack, keptBack, type RunPackage } from "./kept-back.ts";
import { auditRunOf, type Reporter, type Stop } from "./reported-stop.server.ts";

export interface HeldAtDoor extends KeptBack {
  orderId: string;
  number: number;
}

/**
 * Returns what stays on the truck of a stop's packed orders because of holds, as reported. Meat
 * that was handed over anyway, because the office allowed it or the driver couldn't know, is logged
 * in the run's history. The caller has locked the stop.
 *
 * @param which the orders it is about; by default all that are on the truck
 * @throws Refusal "on hold" if the driver knew of a hold and the report doesn't say what became of
 *   it
 */
export async function decideHeld(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"delivered">,
  which: SQL | undefined = isOnBoard,
): Promise<HeldAtDoor[]> {
  const packages = await packagesOn(tx, and(eq(orders.stopId, stop.id), which));
  // An offline phone has an old copy of the run, so the driver can't know of later holds.
  const known = new Date(report.knownAt ?? report.at);
  const seen = heldAmong(packages, known);
  const unseen = heldAmong(
    packages.map((one) => (one.heldAt && one.heldAt <= known ? { ...one, heldAt: null } : one)),
  );
  if (seen.length > 0 && report.held === null) {
    const message = `On hold: ${seen.map(inWords).join("; ")}. Discard this, and report it again with what became of the held boxes.`;
    throw new Refusal<ReportRefusal>("on hold", message);
  }
  const isKept = report.held === "kept";
  await tell(unseen, "held before the driver knew");
  if (!isKept) await tell(seen, "held and handed over");
  return isKept ? seen : [];

  async function tell(held: HeldAtDoor[], action: string) {
    if (held.length === 0) return;
    const product = held.map(inWords).join("; ");
    const onHold = held.flatMap(({ orderId, lines, lots: codes }) =>
      packages.filter(
        (one) =>
          one.orderId === orderId &&
          lines.includes(one.orderItemId) &&
          one.lot !== null &&
          codes.includes(one.lot),
      ),
    );
    const lb = toPounds(sumLb(onHold.map((one) => one.lb)));
    await auditRunOf(tx, by.audit, stop, { action, after: { product, lb } });
  }
}

function inWords({ number, products, lots: codes }: HeldAtDoor): string {
  return `${products.join(", ")} of lot ${codes.join(", ")}, ${orderName(number).toLowerCase()}`;
}

/** Returns the orders of which something must stay, by number. */
export function heldAmong(packages: readonly PackageOnRun[], known?: Date): HeldAtDoor[] {
  return [...Map.groupBy(packages, ({ orderId }) => orderId)].flatMap(([orderId, own]) => {
    const kept = keptBack(own, known);
    return kept && own[0] ? [{ orderId, number: own[0].number, ...kept }] : [];
  });
}

type PackageOnRun = RunPackage & { number: number };

/** Returns the live packages of orders, with the holds on their lots. */
export function packagesOn(db: Database | Transaction, which: SQL | undefined) {
  return db
    .select({
      orderId: orders.id,
      number: orders.number,
      orderItemId: orderItems.id,
      productName: orderItems.productName,
      lb: packages.netLb,
      boxId: packages.boxId,
      box: boxes.number,
      lot: lots.code,
      heldAt: lotHolds.heldAt,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(packages, eq(packages.orderItemId, orderItems.id))
    .leftJoin(boxes, eq(boxes.id, packages.boxId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .leftJoin(lotHolds, and(eq(lotHolds.lotId, lots.id), isNull(lotHolds.releasedAt)))
    .where(and(which, isNull(packages.voidedAt)))
    .orderBy(asc(orders.number), asc(orderItems.position), asc(packages.packedAt));
}
