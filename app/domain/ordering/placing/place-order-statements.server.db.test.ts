import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { lockedBy, recordStatements } from "#tests/setup/statements.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { PlaceOrderInput } from "./order-rules.ts";
import { placeOrder } from "./place-order.server.ts";

// Counts what an order of twelve lines costs the database (decision 90). A number that rises needs
// a reason there.

let database: OpenDatabase;
let db: Database;
let client: Client;
let other: Client;
let lines: ReturnType<typeof askFor>[];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  other = await signedInClient(db, { companyName: "Other Bistro", phone: "604-555-0102" });
  await db.update(shipTos).set({ postalCode: "V3G1A2" });
  const names = Array.from({ length: 12 }, (_, nth) => `Cut ${nth}`);
  const products = await Promise.all(names.map((name) => insertProduct(db, { name })));
  lines = products.map((product) => askFor(product, "5"));
  // A process reads its queues' settings with its first order.
  await place(askedOrder(...lines));
});
afterAll(() => database.close());

function place(input: PlaceOrderInput, by = client) {
  return placeOrder(db, by, input, { shop, minOrderCents: 0, needsConfirmedEmail: false });
}

const sentFor = (input: PlaceOrderInput) => recordStatements(db, () => place(input));

describe("an order of twelve lines", () => {
  it("is placed with 21 statements, in 5 round trips", async () => {
    const { statements, roundTrips } = await sentFor(askedOrder(...lines));

    expect(statements).toHaveLength(21);
    expect(roundTrips).toBe(5);
  });

  it("takes its locks in the global lock order", async () => {
    const { statements } = await sentFor(askedOrder(...lines));

    const locking = statements.filter((text) =>
      /advisory|for (?:no key )?(?:update|share)/.test(text),
    );
    expect(locking.map(lockedBy)).toEqual(["a name", "customers", "products", "product_stock"]);
  });

  it("needs as many statements with one line", async () => {
    const [line] = lines.slice(0, 1);
    const { statements } = await sentFor(askedOrder(...(line ? [line] : [])));

    expect(statements).toHaveLength(21);
  });

  it("books its day in five more round trips", async () => {
    const zone = await insertServedZone(db, { prefixes: ["V3G"] });
    const day = runKey(zone.id, dayIn(3));
    // The first order of a day also makes its run.
    await place({ ...askedOrder(...lines), day }, other);
    const { statements, roundTrips } = await sentFor({ ...askedOrder(...lines), day });

    expect(statements).toHaveLength(36);
    expect(roundTrips).toBe(10);
  });
});
