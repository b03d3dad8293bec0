import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { stationOpSchema } from "#app/domain/packages/station-ops.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { recordStatements } from "#tests/setup/statements.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { fulfilPackedOrder } from "../transition/finish-order.server.ts";

// Counts what a package and a finished order cost the database (decision 90). A number that rises
// needs a reason there.

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let orderId: string;
const items: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  const { userId } = await signedInClient(db);
  orderId = (await insertOrder(db, userId)).id;
  for (let position = 0; position < 12; position++) {
    items.push((await insertOrderItem(db, orderId, { position, quantity: "10.00" })).id);
  }
  // The first package adds the order's box.
  await pack(items[0]);
  // A process reads its queues' settings with its first email.
  const other = (await insertOrder(db, userId)).id;
  await insertOrderItem(db, other, { packState: "packed" });
  await finish(other);
});
afterAll(() => database.close());

async function pack(itemId = "") {
  const fields = { requestId: randomUUID(), itemId, value: "10", unit: "lb", pieces: null };
  const op = stationOpSchema.parse({ kind: "package", ...fields, source: "typed" });
  if (op.kind !== "package") throw new Error("This is no package");
  await addPackage(db, admin, orderId, op);
}

async function finish(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return fulfilPackedOrder(db, admin, { id, version: order?.version ?? 0 }, shop);
}

describe("the packing station", () => {
  it("stores a package in four round trips", async () => {
    const { statements, roundTrips } = await recordStatements(db, () => pack(items[1]));

    expect(statements).toHaveLength(7);
    expect(roundTrips).toBe(4);
  });

  it("stores a finished order of twelve lines with its invoice and email", async () => {
    for (const item of items.slice(2)) await pack(item);
    await db.update(orderItems).set({ packState: "packed" }).where(eq(orderItems.orderId, orderId));
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
    const seen = { id: orderId, version: order?.version ?? 0 };
    const { statements, roundTrips } = await recordStatements(db, () =>
      fulfilPackedOrder(db, admin, seen, shop),
    );

    expect(statements).toHaveLength(37);
    expect(roundTrips).toBe(19);
  });
});
