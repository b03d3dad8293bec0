import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { refuseHeldLots } from "#app/domain/lots/holds/lot-holds.server.ts";
import { refuseVoidLots } from "#app/domain/lots/void-lots.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { updateLines } from "#app/domain/orders/order-rows.server.ts";
import { type NetWeight, netWeight } from "#app/lib/amounts/net-weight.ts";
import { lbIn } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { leastNetLb, packages } from "#db/schema/packages.ts";
import { together } from "#db/together.ts";
import { addFirstBox, boxToPack, findBoxToPack, forgetEmptyBoxes } from "./boxes.server.ts";
import { fits } from "./by-cut/by-cut.ts";
import { packageOfLabel } from "./labels/own-label.server.ts";
import { deadLabelInWords } from "./labels/own-label-words.ts";
import { lockPending, lockSeveralPending, openAgain } from "./lock-for-packing.server.ts";
import { checkLot, judgeLot, readLot } from "./packable-lot.server.ts";
import {
  findLine,
  isStored,
  lineOrRefusal,
  lineToPack,
  packageOf,
  replacedLine,
  storedAnew,
  voidRow,
} from "./package-rows.server.ts";
import type { PackingRefusal } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";
import { takeOut } from "./transfer-package.server.ts";
import { isSuspect } from "./typed-weight.ts";

/**
 * Adds a weighed package to a line of a pending order, in the given box or else the last. Reopens a
 * line that was done. Idempotent by request id, even once the order is finished. For staff who
 * pack.
 *
 * @param follow applies the consequences when an unavailable line is reopened
 * @throws Refusal: the order is not pending, the line was replaced, a traced product has no lot,
 *   the serial number was packed before, the net weight is below 0.05 lb or must be typed twice, or
 *   a proposed line no longer has room for it
 */
export async function addPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"package">,
  follow?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await refusingSeenSerial(
    () => op.serial,
    db,
    () =>
      db.transaction(async (tx) => {
        // One round trip, with the order's lock first: the rest is read under it.
        const [isToDo, found, boxId, lot] = await together([
          lockPending(tx, orderId, { wasMade: () => isStored(tx, op.requestId) }),
          findLine(tx, orderId, op.itemId),
          findBoxToPack(tx, orderId, op.boxId),
          readLot(tx, op.lotId),
        ]);
        if (!isToDo) return;
        const line = lineOrRefusal(found);
        const net = netOf(op, line.tareG);
        if (!op.isSure && isSuspect(line, net.lb, op.pieces ?? 1)) {
          const message = `${lbIn(op.unit, net.lb)} is far from what is expected. Type or scan it again if it is right.`;
          throw new Refusal<PackingRefusal>("suspect", message);
        }
        await refuseOwnLabel(tx, op.serial);
        judgeLot(lot, line.isTraced);
        if (op.isProposed && !fits(line, { netLb: net.lb, pieces: op.pieces ?? 1 }))
          throw filled(line);
        if (line.packState === "substituted") throw replacedLine(line.productName);
        if (line.packState !== "open") await updateLines(tx, [op.itemId], openAgain);
        await tx.insert(packages).values({
          orderItemId: op.itemId,
          pieces: op.pieces ?? (line.soldBy === "piece" ? 1 : null),
          readingValue: op.value,
          readingUnit: op.unit,
          tareG: op.isNet ? 0 : line.tareG,
          netLb: net.lb,
          netG: net.g,
          source: op.source,
          rawScan: op.rawScan,
          serial: op.serial,
          lotId: op.lotId,
          boxId: boxId ?? (await addFirstBox(tx, orderId)),
          requestId: op.requestId,
          packedBy: staff.userId,
        });
        if (line.packState === "dropped") await follow?.(tx);
      }),
  );
}

function filled({ productName }: { productName: string }): Refusal {
  const message = `Somebody packed ${productName} for this order meanwhile, and there is no room for this package. Nothing was added.`;
  return new Refusal<PackingRefusal>("taken", message);
}

/**
 * Voids a package of a pending order; idempotent. Reopens its line, unless it was replaced. Allowed
 * while the order waits for its card. For staff who pack.
 *
 * @param follow applies the consequences of the order's new total
 * @throws Refusal when the order is not pending, or has no such package
 */
export async function voidPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { packageId, reason }: OpOf<"void">,
  follow?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId, { isLess: true });
    const found = await packageOf(tx, orderId, packageId);
    if (found.row.voidedAt) return;
    const itemId = found.row.orderItemId;
    if (found.packState !== "substituted") await updateLines(tx, [itemId], openAgain);
    await voidRow(tx, staff, found.row.id, reason);
    await forgetEmptyBoxes(tx, orderId);
    await follow?.(tx);
  });
}

/**
 * Moves packages of a pending order to another lot, because the first was wrong, and audits it.
 * Each package is voided and stored again with the new lot, with the same weight, packer and time.
 * Idempotent. Their labels must be printed again. For staff who pack.
 *
 * @throws Refusal when the order is not pending, has no such package, or the lot is unknown,
 *   expired or on hold
 */
export async function movePackages(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { lotId, packages: moves }: OpOf<"move">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const lotCode = await checkLot(tx, true, lotId);
    const moved: { productName: string; lotCode: string | null; netLb: string }[] = [];
    for (const { packageId, requestId } of moves) {
      if (await isStored(tx, requestId)) continue;
      const found = await packageOf(tx, orderId, packageId);
      const { id, labelNumber: _, ...row } = found.row;
      // Skip packages that were voided in the meantime, or are of that lot already.
      if (row.voidedAt || row.lotId === lotId) continue;
      // Meat on hold can't be moved out of its lot.
      if (row.lotId) await refuseHeldLots(tx, [row.lotId], "Take the packages out instead.");
      await voidRow(tx, staff, id, `${storedAnew.lot}${lotCode}`);
      await tx.insert(packages).values({ ...row, lotId, lotBy: null, requestId });
      moved.push({ ...found, netLb: row.netLb });
    }
    if (moved.length === 0) return;
    const of = (facts: (string | null)[]) =>
      [...new Set(facts)].map((one) => one ?? "none").join(", ");
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "moved to another lot",
      before: { lot: of(moved.map(({ lotCode: code }) => code)) },
      after: {
        lot: lotCode,
        product: of(moved.map(({ productName }) => productName)),
        packages: moved
          .map(({ netLb }) => `${netLb} lb`)
          .join(", ")
          .slice(0, 2000),
      },
    });
  });
}

/**
 * Corrects the weight of a package of a pending order, and audits it: the package is voided and
 * stored again with the new reading, and the same lot, box and serial number. Reopens its line,
 * unless it was replaced. Idempotent by request id. The label must be printed again. For staff who
 * pack.
 *
 * @param follow applies the consequences of the order's new total
 * @throws Refusal when the order is not pending, the package was taken off in the meantime, its lot
 *   is on hold, or the net weight is below 0.05 lb or must be typed twice
 */
export async function reweighPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"reweigh">,
  follow?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockPending(tx, orderId, { wasMade: () => isStored(tx, op.requestId) }))) return;
    const { row, productName, packState } = await packageOf(tx, orderId, op.packageId);
    if (row.voidedAt) {
      const message = "Someone took this package off meanwhile. Nothing was changed.";
      throw new Refusal<PackingRefusal>("changed", message);
    }
    const line = await lineToPack(tx, orderId, row.orderItemId);
    const net = netOf({ ...op, isNet: false }, line.tareG);
    const pieces = op.pieces ?? row.pieces;
    if (!op.isSure && isSuspect(line, net.lb, pieces ?? 1)) {
      const message = `${lbIn(op.unit, net.lb)} is far from what is expected. Type it again if it is right.`;
      throw new Refusal<PackingRefusal>("suspect", message);
    }
    if (row.lotId) await refuseHeldLots(tx, [row.lotId], "Take the package out instead.");
    await voidRow(tx, staff, row.id, `${storedAnew.weight}${net.lb} lb`);
    const { id: _, labelNumber: __, packedAt: ___, ...kept } = row;
    await tx.insert(packages).values({
      ...kept,
      pieces,
      readingValue: op.value,
      readingUnit: op.unit,
      tareG: line.tareG,
      netLb: net.lb,
      netG: net.g,
      source: "typed",
      rawScan: "",
      requestId: op.requestId,
      packedBy: staff.userId,
    });
    if (packState !== "substituted") await updateLines(tx, [row.orderItemId], openAgain);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: "weighed again",
      before: { weight: `${row.netLb} lb` },
      after: { product: productName, weight: `${net.lb} lb` },
    });
    await follow?.(tx);
  });
}

/**
 * Brings back voided packages of a pending order as they were, and audits it. A package stored in
 * the place of one of them is voided, also in the order that it was moved to; if it is gone
 * already, nothing is brought back for it. Reopens the line, unless it was replaced. Idempotent.
 * Their labels must be printed again. For staff who pack.
 *
 * @param follow applies the consequences of an order's new total
 * @throws Refusal when one of the orders is not pending, or has no such package, its lot is on
 *   hold, or its serial number was packed since
 */
export async function restorePackages(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"restore">,
  follow?: (tx: Transaction, orderId: string) => Promise<void>,
): Promise<void> {
  const serials: string[] = [];
  await refusingSeenSerial(
    () => serials.at(-1) ?? null,
    db,
    () =>
      transactionWithRetry(db, async (tx) => {
        const insteads = op.packages.flatMap(({ insteadOf }) => insteadOf ?? []);
        const others = await ordersOfRequests(tx, insteads);
        const locked = await lockSeveralPending(tx, orderId, others);
        if (!locked || !(await restoreIn(tx, staff, orderId, op, { locked, serials }))) return;
        for (const id of locked) await follow?.(tx, id);
      }),
  );
}

async function ordersOfRequests(tx: Transaction, requestIds: string[]): Promise<string[]> {
  if (requestIds.length === 0) return [];
  const found = await tx
    .selectDistinct({ orderId: orderItems.orderId })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(inArray(packages.requestId, requestIds));
  return found.map(({ orderId }) => orderId);
}

/** @returns true if something was brought back */
async function restoreIn(
  tx: Transaction,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"restore">,
  { locked, serials }: { locked: readonly string[]; serials: string[] },
): Promise<boolean> {
  const back: { productName: string; netLb: string }[] = [];
  for (const { packageId, requestId, insteadOf } of op.packages) {
    if (await isStored(tx, requestId)) continue;
    const { row, productName, packState } = await packageOf(tx, orderId, packageId);
    if (!row.voidedAt) continue;
    if (insteadOf) {
      const other = await packageOf(tx, locked, insteadOf);
      if (other.row.voidedAt) continue;
      if (other.orderId === orderId) await voidRow(tx, staff, other.row.id, "Undone");
      else await takeOut(tx, staff, other, orderId);
    }
    if (row.lotId) {
      await refuseHeldLots(tx, [row.lotId], "Nothing was brought back.");
      await refuseVoidLots(tx, [row.lotId], "Nothing was brought back.");
    }
    if (row.serial) serials.push(row.serial);
    const { id: _, labelNumber: __, voidedAt: ___, voidedBy: ____, ...kept } = row;
    await tx.insert(packages).values({
      ...kept,
      voidReason: "",
      boxId: await boxToPack(tx, orderId, row.boxId),
      requestId,
    });
    if (packState !== "substituted") await updateLines(tx, [row.orderItemId], openAgain);
    back.push({ productName, netLb: row.netLb });
  }
  const [first] = back;
  if (!first) return false;
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: orderId,
    action: "packages brought back",
    after: {
      product: first.productName,
      packages: back
        .map(({ netLb }) => `${netLb} lb`)
        .join(", ")
        .slice(0, 2000),
    },
  });
  return true;
}

/**
 * Stores packages weighed before the shop had them, e.g. the sample's. The caller must check what
 * the station would refuse or audit.
 */
export async function insertPastPackages(
  tx: Transaction,
  past: (typeof packages.$inferInsert)[],
): Promise<void> {
  if (past.length > 0) await tx.insert(packages).values(past);
}

function netOf(
  { value, unit, isNet }: Pick<OpOf<"package">, "value" | "unit" | "isNet">,
  tareG: number,
): NetWeight {
  const net = netWeight({ value, unit }, isNet ? 0 : tareG);
  if (net && Number(net.lb) >= Number(leastNetLb)) return net;
  const message = `A package weighs at least ${lbIn(unit, leastNetLb)} net. Nothing was added.`;
  throw new Refusal<PackingRefusal>("too light", message);
}

/**
 * Refuses the scan of our own label if its package counts, or was stored as another. The label of a
 * package that was only taken off is accepted.
 */
export async function refuseOwnLabel(tx: Transaction, serial: string | null): Promise<void> {
  const found = await packageOfLabel(tx, serial?.split(":").at(-1) ?? "");
  if (!found) return;
  if (!found.voidedAt) throw serialSeen({ ...found, number: found.orderNumber });
  if (!found.replaced) return;
  const message = `${deadLabelInWords(found)} Nothing was added.`;
  throw new Refusal<PackingRefusal>("serial seen", message);
}

function serialSeen(seen: { number: number; productName: string } | undefined) {
  const where = seen ? ` as ${seen.productName} in order ${orderNumber(seen.number)}` : "";
  const message = `This package was packed before${where}. Nothing was added.`;
  return new Refusal<PackingRefusal>("serial seen", message);
}

/** Turns the error about a duplicate serial number into a refusal that says where it was packed. */
async function refusingSeenSerial(
  serialOf: () => string | null,
  db: Database,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const serial = serialOf();
    if (databaseErrorOf(error)?.constraint !== "packages_serial_once" || !serial) throw error;
    const [seen] = await db
      .select({ number: orders.number, productName: orderItems.productName })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(and(eq(packages.serial, serial), isNull(packages.voidedAt)));
    throw serialSeen(seen);
  }
}
