import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { boxes } from "#db/schema/packages.ts";
import { lockPending } from "./lock-order.server.ts";
import type { PackingRefusal } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";

/** Whether a box has a package that was not voided. */
const isFilled = sql<boolean>`exists (
  select from packages where packages.box_id = boxes.id and packages.voided_at is null)`;

/**
 * Opens the next box of an order, unless somebody else did, `after` being the last box that was seen,
 * or the last one is still empty. For staff who pack.
 *
 * @throws Refusal when the order is not pending
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
    if (last && (last.number > after || !last.isFilled)) return;
    await tx.insert(boxes).values({ orderId, number: (last?.number ?? 0) + 1 });
    await touchOrder(tx, orderId);
  });
}

/**
 * Takes an empty box out of an order; those after it move up. Taken out before, it does nothing. For
 * staff who pack.
 *
 * @throws Refusal when the order is not pending, or the box has something in it
 */
export async function takeOutBox(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
  { boxId }: OpOf<"take out">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPending(tx, orderId);
    const [box] = await numbered(tx, and(eq(boxes.id, boxId), eq(boxes.orderId, orderId)));
    if (!box) return;
    if (box.isFilled) {
      const message = `Box ${box.number} has something in it. Take its packages off first.`;
      throw new Refusal<PackingRefusal>("box in use", message);
    }
    await tx.update(boxes).set({ number: null }).where(eq(boxes.id, boxId));
    await moveUp(tx, orderId);
    await touchOrder(tx, orderId);
  });
}

/**
 * The id of the box that a package goes into: the one that is meant while it is part of the order,
 * otherwise the last. The first package opens the first box. For a transaction that holds the order.
 */
export async function boxToPack(
  tx: Transaction,
  orderId: string,
  meant: string | null,
): Promise<string> {
  if (meant) {
    const [box] = await numbered(tx, and(eq(boxes.id, meant), eq(boxes.orderId, orderId)));
    if (box) return box.id;
  }
  const last = await lastBox(tx, orderId);
  if (last) return last.id;
  const [first] = await tx.insert(boxes).values({ orderId, number: 1 }).returning({ id: boxes.id });
  if (!first) throw new Error("The box was not stored");
  return first.id;
}

/**
 * Once all lines of an order are done, its empty boxes do not count: the others are numbered without
 * a gap, as their labels say. For a transaction that holds the order.
 */
export async function forgetEmptyBoxes(tx: Transaction, orderId: string): Promise<void> {
  const isDone = sql`not exists (
    select from order_items where order_id = ${orderId} and pack_state = 'open')`;
  await tx
    .update(boxes)
    .set({ number: null })
    .where(and(eq(boxes.orderId, orderId), sql`not ${isFilled}`, isDone));
  await moveUp(tx, orderId);
}

/** Closes the gaps between the numbers of boxes, from the first on, so that none is there twice. */
async function moveUp(tx: Transaction, orderId: string): Promise<void> {
  const left = await numbered(tx, eq(boxes.orderId, orderId));
  for (const [index, { id, number }] of left.entries()) {
    if (number === index + 1) continue;
    await tx
      .update(boxes)
      .set({ number: index + 1 })
      .where(eq(boxes.id, id));
  }
}

/** Boxes that were not taken out, by their numbers. */
function numbered(tx: Transaction, matching: ReturnType<typeof and>) {
  return tx
    .select({ id: boxes.id, number: sql<number>`${boxes.number}`, isFilled })
    .from(boxes)
    .where(and(matching, isNotNull(boxes.number)))
    .orderBy(asc(boxes.number));
}

async function lastBox(tx: Transaction, orderId: string) {
  const found = await numbered(tx, eq(boxes.orderId, orderId));
  return found.at(-1);
}

/** How many boxes of an order have packages. */
export function boxesUsed(tx: Transaction, orderId: string): Promise<number> {
  return tx.$count(boxes, and(eq(boxes.orderId, orderId), isFilled));
}
