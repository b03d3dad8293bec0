import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { boxes } from "#db/schema/packages.ts";
import { lockPending } from "./lock-for-packing.server.ts";
import type { PackingRefusal } from "./packing.ts";
import type { OpOf } from "./station-ops.ts";

const isFilled = sql<boolean>`exists (
  select from packages where packages.box_id = boxes.id and packages.voided_at is null)`;

/**
 * Opens an order's next box, unless its last box is empty or somebody else opened one after
 * `after`, the last box seen. For staff who pack.
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
 * Removes an empty box from an order; later boxes move up. Idempotent. For staff who pack.
 *
 * @throws Refusal when the order is not pending, or the box isn't empty
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
 * Returns the id of the box for a package: the requested one if it belongs to the order, else the
 * last. The first package opens the first box. The transaction must hold the order's lock.
 */
export async function boxToPack(
  tx: Transaction,
  orderId: string,
  meant: string | null,
): Promise<string> {
  return (await findBoxToPack(tx, orderId, meant)) ?? (await addFirstBox(tx, orderId));
}

/** Returns the id of the box for a package as `boxToPack` does, but null if there is no box yet. */
export async function findBoxToPack(
  tx: Transaction,
  orderId: string,
  meant: string | null,
): Promise<string | null> {
  const there = await numbered(tx, eq(boxes.orderId, orderId));
  const box = there.find(({ id }) => id === meant) ?? there.at(-1);
  return box?.id ?? null;
}

/** Adds an order's first box. */
export async function addFirstBox(tx: Transaction, orderId: string): Promise<string> {
  const [first] = await tx.insert(boxes).values({ orderId, number: 1 }).returning({ id: boxes.id });
  if (!first) throw new Error("The box was not stored");
  return first.id;
}

/**
 * Drops an order's empty boxes once all its lines are done, and renumbers the others without gaps.
 * The transaction must hold the order's lock.
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

/** Closes gaps in the box numbers, from the lowest up, so that no number is used twice. */
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

/** Counts the boxes of an order that have packages. */
export function boxesUsed(tx: Transaction, orderId: string): Promise<number> {
  return tx.$count(boxes, and(eq(boxes.orderId, orderId), isFilled));
}
