import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { voidPackage } from "#app/domain/packages/packages.server.ts";
import { stationOpSchema } from "#app/domain/packages/station-ops.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { packageLabel } from "./package-label.server.ts";

const { company } = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

async function weighed(over: object = {}) {
  const customerId = (await insertClient(db)).user.id;
  const itemNumber = 40_000 + Math.floor(Math.random() * 50_000);
  const product = await insertProduct(db, {
    slug: `label-${randomUUID()}`,
    itemNumber,
    pricePerLb: "20.00",
    ...over,
  });
  const order = await insertOrder(db, customerId);
  // A client's own price isn't printed.
  const item = await insertOrderItem(db, order.id, { productId: product.id, pricePerLb: "11.11" });
  const reading = { value: "1.50", unit: "lb" as const };
  const packed = await insertPackage(db, item.id, reading, {
    packedAt: new Date("2026-11-23T05:00Z"),
  });
  return { orderId: order.id, packageId: packed.id, packed, itemNumber };
}

const factsOf = (itemNumber: number) => ({
  printer: "",
  products: [{ itemNumber, nameFr: "Bifteck", keepsDays: 14, isPriced: true }],
});

it("a package's label has the list price, the French name and the best-before date, by the day in BC", async () => {
  const { itemNumber, packed, ...asked } = await weighed();
  const found = await packageLabel(db, admin, asked, company, factsOf(itemNumber));
  expect(found).toMatchObject({
    label: {
      name: { fr: "Bifteck" },
      price: { centsPerLb: 2000, totalCents: 3000 },
      packedOn: "2026-11-22",
      bestBefore: "2026-12-06",
      labelNumber: packed.labelNumber,
    },
  });
  // By the station's request id, while the answer is pending.
  const byRequest = { ...asked, packageId: packed.requestId };
  expect(await packageLabel(db, admin, byRequest, company, factsOf(itemNumber))).toEqual(found);
});

it("a frozen package's label has no dates, and no French name or price unless the owner set them", async () => {
  const { itemNumber, packed: _, ...asked } = await weighed({ storage: "frozen" });
  expect(await packageLabel(db, admin, asked, company, factsOf(1))).toMatchObject({
    label: { name: { fr: null }, price: null, bestBefore: null },
  });
  expect(await packageLabel(db, admin, asked, company, factsOf(itemNumber))).toMatchObject({
    label: { packedOn: null, bestBefore: null },
  });
});

it("a voided package, or one of another order, has no label", async () => {
  const { itemNumber, packed: _, ...asked } = await weighed();
  const facts = factsOf(itemNumber);
  const elsewhere = { ...asked, orderId: (await weighed()).orderId };
  expect(await packageLabel(db, admin, elsewhere, company, facts)).toBeNull();
  expect(await packageLabel(db, admin, { ...asked, packageId: "x" }, company, facts)).toBeNull();
  const op = stationOpSchema.parse({ kind: "void", packageId: asked.packageId, reason: "" });
  if (op.kind !== "void") throw new Error("It is a void");
  await voidPackage(db, admin, asked.orderId, op);
  expect(await packageLabel(db, admin, asked, company, facts)).toBe("voided");
});
