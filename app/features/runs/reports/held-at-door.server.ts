import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ReportOf, ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lotHolds } from "#db/schema/meat/recalls.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { auditRunOf, type Reporter, type Stop } from "./reported-stop.server.ts";

/** A line of a packed order with meat of lots on hold. */
export interface HeldAtDoor {
  orderItemId: string;
  number: number;
  productName: string;
  lots: string[];
  lb: string;
  /** Start of the earliest hold on its lots. */
  heldAt: Date;
}

/**
 * Returns the lines of a stop's packed orders that stay on the truck because of holds, as reported.
 * Lines handed over all the same, on the office's word or because the driver couldn't know, are
 * logged in the run's history. The caller has locked the stop.
 *
 * @throws Refusal "on hold" if the driver knew of a hold and the report doesn't say what became of
 * it
 */
export async function decideHeld(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"delivered">,
): Promise<HeldAtDoor[]> {
  const there = await heldThere(tx, stop);
  if (there.length === 0) return [];
  // An offline phone has an old copy of the run, so the driver can't know of later holds.
  const known = new Date(report.knownAt ?? report.at);
  const seen = there.filter(({ heldAt }) => heldAt <= known);
  const unseen = there.filter(({ heldAt }) => heldAt > known);
  if (seen.length > 0 && report.held === null) {
    const message = `On hold: ${seen.map(inWords).join("; ")}. Discard this, and report it again with what became of the held boxes.`;
    throw new Refusal<ReportRefusal>("on hold", message);
  }
  const isKept = report.held === "kept";
  await tell(unseen, "held before the driver knew");
  if (!isKept) await tell(seen, "held and handed over");
  return isKept ? seen : [];

  async function tell(lines: HeldAtDoor[], action: string) {
    if (lines.length === 0) return;
    const product = lines.map(inWords).join("; ");
    const lb = toPounds(sumLb(lines.map((line) => line.lb)));
    await auditRunOf(tx, by.audit, stop, { action, after: { product, lb } });
  }
}

function inWords({ number, productName, lots: codes }: HeldAtDoor): string {
  return `${productName} of lot ${codes.join(", ")}, ${orderName(number).toLowerCase()}`;
}

async function heldThere(tx: Transaction, { id }: Stop): Promise<HeldAtDoor[]> {
  const found = await tx
    .select({
      orderItemId: orderItems.id,
      number: orders.number,
      productName: orderItems.productName,
      lots: sql<string[]>`array_agg(distinct ${lots.code})`,
      weights: sql<string[]>`array_agg(${packages.netLb}::text)`,
      heldAt: sql`min(${lotHolds.heldAt})`.mapWith(lotHolds.heldAt),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(packages, eq(packages.orderItemId, orderItems.id))
    .innerJoin(lots, eq(lots.id, packages.lotId))
    .innerJoin(lotHolds, and(eq(lotHolds.lotId, lots.id), isNull(lotHolds.releasedAt)))
    .where(and(eq(orders.stopId, id), eq(orders.status, "fulfilled"), isNull(packages.voidedAt)))
    .groupBy(orders.id, orderItems.id)
    .orderBy(asc(orders.number), asc(orderItems.position));
  return found.map(({ weights, ...line }) => ({ ...line, lb: toPounds(sumLb(weights)) }));
}
