import { and, between, eq, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/features/auth/capability.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { type NetWeight, netWeight } from "#app/lib/net-weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { boxes, leastNetLb, lots, packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { isSuspect, PackingRefusedError } from "./packing.ts";
import { idsOfSerial } from "./papers/label-gtin.ts";
import type { OpOf } from "./station-ops.ts";

/**
 * Adds a weighed package to a line of a pending order, in the order's open box. Sent again with the
 * same request id, it does nothing. A line that was done is open again. For staff who pack.
 *
 * @throws PackingRefusedError: the order is not pending, a traced product without a lot, a serial
 *   number that was packed before, a net weight below 0.05 lb, or one that has to be typed twice
 */
export async function addPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  op: OpOf<"package">,
): Promise<void> {
  await refusingSeenSerial(op.serial, db, () =>
    db.transaction(async (tx) => {
      await lockPending(tx, orderId);
      if (await isStored(tx, op.requestId)) return;
      const line = await lineToPack(tx, orderId, op.itemId);
      const net = netOf(op, line.tareG);
      if (!op.isSure && isSuspect(line, net.lb, op.pieces ?? 1)) {
        const message = `${net.lb} lb is far from what is expected. Type or scan it again if it is right.`;
        throw new PackingRefusedError("suspect", message);
      }
      await refuseOwnLabel(tx, op.serial);
      await checkLot(tx, line.isTraced, op.lotId);
      if (line.packState !== "open") await setOpen(tx, op.itemId);
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
        boxId: await openBox(tx, orderId),
        requestId: op.requestId,
        packedBy: staff.userId,
      });
    }),
  );
}

/**
 * Voids a package of a pending order; voided before, it does nothing. Its line is open again. For
 * administrators.
 *
 * @throws PackingRefusedError when the order is not pending, or has no such package
 */
export async function voidPackage(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  { packageId, reason }: OpOf<"void">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const [found] = await tx
      .select({ id: packages.id, itemId: orderItems.id, voidedAt: packages.voidedAt })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .where(
        and(
          or(eq(packages.id, packageId), eq(packages.requestId, packageId)),
          eq(orderItems.orderId, orderId),
        ),
      );
    if (!found) throw new PackingRefusedError("gone", "There is no such package in this order.");
    if (found.voidedAt) return;
    await setOpen(tx, found.itemId);
    await tx
      .update(packages)
      .set({ voidedAt: sql`now()`, voidedBy: staff.userId, voidReason: reason })
      .where(and(eq(packages.id, found.id), isNull(packages.voidedAt)));
  });
}

/**
 * Opens the next box of an order, unless somebody else did: `after` is the last box that was seen.
 * For staff who pack.
 *
 * @throws PackingRefusedError when the order is not pending
 */
export async function nextBox(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
  { after }: OpOf<"box">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const last = await lastBox(tx, orderId);
    if (last > after) return;
    await tx.insert(boxes).values({ orderId, number: last + 1 });
    await touch(tx, orderId);
  });
}

/**
 * Locks an order for a change by the station. Every change takes this lock first, so that whoever
 * finishes the order has seen all of them.
 *
 * @throws PackingRefusedError unless the order is pending and not held
 */
export async function lockPending(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx
    .select({
      status: orders.status,
      isHeld: sql<boolean>`${orders.holdReason} is not null and ${orders.releasedAt} is null`,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  if (!order) throw new PackingRefusedError("gone", "There is no such order.");
  if (order.status === "pending" && order.isHeld) {
    const message = "This order is on hold. Nothing was changed.";
    throw new PackingRefusedError("not pending", message);
  }
  if (order.status === "pending") return;
  const message = `This order is already ${order.status}. Nothing was changed.`;
  throw new PackingRefusedError("not pending", message);
}

/** A new version of the order, which tells every page that shows it. */
export async function touch(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId));
}

async function isStored(tx: Transaction, requestId: string): Promise<boolean> {
  return (await tx.$count(packages, eq(packages.requestId, requestId))) > 0;
}

async function lineToPack(tx: Transaction, orderId: string, itemId: string) {
  const [line] = await tx
    .select({
      soldBy: orderItems.soldBy,
      orderedPieces: orderItems.orderedPieces,
      typicalPieceLb: orderItems.typicalPieceLb,
      quantity: orderItems.quantity,
      overCapPct: orderItems.overCapPct,
      packState: orderItems.packState,
      tareG: sql<number>`coalesce(${products.tareG}, 0)`,
      isTraced: sql<boolean>`coalesce(${products.isTraced}, false)`,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)));
  if (line) return line;
  throw new PackingRefusedError("gone", "This line is no longer in the order.");
}

function netOf({ value, unit, isNet }: OpOf<"package">, tareG: number): NetWeight {
  const net = netWeight({ value, unit }, isNet ? 0 : tareG);
  if (net && Number(net.lb) >= Number(leastNetLb)) return net;
  const message = `A package weighs at least ${leastNetLb} lb net. Nothing was added.`;
  throw new PackingRefusedError("too light", message);
}

async function checkLot(tx: Transaction, isTraced: boolean, lotId: string | null): Promise<void> {
  if (!lotId) {
    if (!isTraced) return;
    const message = "This product is traced. Choose the lot first.";
    throw new PackingRefusedError("lot required", message);
  }
  const [lot] = await tx
    .select({
      code: lots.code,
      isExpired: sql<boolean>`${lots.expiresOn} < ${pacificDay(new Date())}::date`,
    })
    .from(lots)
    .where(eq(lots.id, lotId));
  if (!lot) throw new PackingRefusedError("lot unknown", "This lot is not known. Choose another.");
  if (!lot.isExpired) return;
  const message = `The lot ${lot.code} has expired. Nothing was added.`;
  throw new PackingRefusedError("lot unknown", message);
}

/** Opens a line that was done, since what it says no longer holds. */
async function setOpen(tx: Transaction, itemId: string): Promise<void> {
  await tx
    .update(orderItems)
    .set({ packState: "open", overDecision: null, packNote: "" })
    .where(eq(orderItems.id, itemId));
}

/** The id of the order's last box, which its packages go into; the first package opens the first. */
async function openBox(tx: Transaction, orderId: string): Promise<string> {
  const [box] = await tx
    .select({ id: boxes.id })
    .from(boxes)
    .where(eq(boxes.orderId, orderId))
    .orderBy(sql`${boxes.number} desc`)
    .limit(1);
  if (box) return box.id;
  const [first] = await tx.insert(boxes).values({ orderId, number: 1 }).returning({ id: boxes.id });
  if (!first) throw new Error("The box was not stored");
  return first.id;
}

async function lastBox(tx: Transaction, orderId: string): Promise<number> {
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${boxes.number}), 0)` })
    .from(boxes)
    .where(eq(boxes.orderId, orderId));
  return last?.number ?? 0;
}

/** A label of ours stands for a package; while that one counts, it can't be packed a second time. */
async function refuseOwnLabel(tx: Transaction, serial: string | null): Promise<void> {
  const ids = idsOfSerial(serial?.split(":").at(-1) ?? "");
  if (!ids) return;
  const [seen] = await tx
    .select({ orderId: orderItems.orderId, productName: orderItems.productName })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(and(between(packages.id, ids.first, ids.last), isNull(packages.voidedAt)));
  if (seen) throw serialSeen(seen);
}

function serialSeen(seen: { orderId: string; productName: string } | undefined) {
  const where = seen ? ` as ${seen.productName} in order ${seen.orderId.slice(0, 8)}` : "";
  const message = `This package was packed before${where}. Nothing was added.`;
  return new PackingRefusedError("serial seen", message);
}

/** Says where a serial number was packed, if it was. */
async function refusingSeenSerial(
  serial: string | null,
  db: Database,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (databaseErrorOf(error)?.constraint !== "packages_serial_once" || !serial) throw error;
    const [seen] = await db
      .select({ orderId: orderItems.orderId, productName: orderItems.productName })
      .from(packages)
      .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
      .where(and(eq(packages.serial, serial), isNull(packages.voidedAt)));
    throw serialSeen(seen);
  }
}
