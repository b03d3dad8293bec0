import { randomUUID } from "node:crypto";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import type { orders } from "#db/schema/orders.ts";
import { lotParents } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";

interface Packed {
  lotId: string;
  customerId?: string;
  values?: string[];
  order?: Partial<typeof orders.$inferInsert>;
}

/** Creates an order with packages of a lot. */
export async function insertPacked(
  db: Database,
  { lotId, customerId, values = ["5"], order: over = {} }: Packed,
) {
  const whose = customerId ?? (await insertClient(db)).user.id;
  const order = await insertOrder(db, whose, { status: "fulfilled", ...over });
  const item = await insertOrderItem(db, order.id);
  const found = [];
  for (const value of values) {
    found.push(await insertPackage(db, item.id, { value, unit: "lb" }, { lotId }));
  }
  return { order, item, customerId: whose, packages: found };
}

/** Creates a lot that is made from others. */
export async function insertMadeLot(
  db: Database,
  parents: { id: string; lb?: string }[] = [],
  over: object = {},
) {
  const lot = await insertLot(db, over);
  for (const { id, lb } of parents) {
    await db.insert(lotParents).values({ childId: lot.id, parentId: id, lb: lb ?? null });
  }
  return lot;
}

/** Creates a guest, who has no login. */
export async function insertGuest(db: Database, email = `${randomUUID()}@example.com`) {
  const [row] = await db
    .insert(customers)
    .values({ kind: "person", companyName: "", contactName: "Sam Guest", guestEmail: email })
    .returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}

/** Returns the form that opens a recall of a lot. */
export const recallOpening = (lotId: string, over: object = {}) => ({
  requestId: randomUUID(),
  lotId,
  scope: "both" as const,
  intent: "recall" as const,
  reason: "Listeria was found.",
  instructions: "Do not use it.",
  ...over,
});
