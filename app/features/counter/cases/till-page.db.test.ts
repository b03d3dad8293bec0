import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import type { Database } from "#db/database.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openForCounter, shop } from "#tests/setup/rooms/counter-tests.ts";
import { sell } from "../sell.server.ts";
import { productsAtTill, scansAtTill, supplyAtTill } from "../till-page.server.ts";

let db: Database;
let admin: Admin;
let staff: Staff<"till">;
let ribeye: typeof products.$inferSelect;
let tillId: string;
const { line, sale, cutOf } = openForCounter((opened) => {
  ({ db, admin, staff, ribeye, tillId } = opened);
});

const isOfProduct = (productId: string) =>
  sql`${orders.id} in (select order_id from order_items where product_id = ${productId})`;

describe("the data of a till's page", () => {
  it("includes each product's median package weight, from counter sales if there are any", async () => {
    const { id, name, pricePerLb } = await insertProduct(db, { pricePerLb: "4.99" });
    const of = { productId: id, name, pricePerLb };
    const usual = async () =>
      (await productsAtTill(db, staff, tillId)).find((one) => one.id === id)?.usualLb;
    expect(await usual()).toBeNull();
    await sell(db, staff, sale(["2.40", "2.60", "3.00"].map((lb) => line(lb, of))), shop);
    expect(await usual()).toBe("2.60");
    const isHere = async () =>
      (await productsAtTill(db, staff, tillId)).find((one) => one.id === id)?.isUsualHere;
    expect(await isHere()).toBe(true);
    await db.update(orders).set({ channel: "wholesale" }).where(isOfProduct(id));
    expect(await usual()).toBe("2.60");
    expect(await isHere()).toBe(false);
    await sell(db, staff, sale([line("1.10", of)]), shop);
    expect(await usual()).toBe("1.10");
  });

  it("includes a product's stock and lots, and which lots are on hold", async () => {
    const product = await insertProduct(db, { pricePerLb: "4.99" });
    await db.insert(productStock).values({ productId: product.id, tracking: "closed" });
    const lot = await insertLot(db);
    await sell(db, staff, sale([line("1.00", { lotId: lot.id })]), shop);
    expect(await supplyAtTill(db, staff, product.id)).toMatchObject({
      left: { unit: "lb", from: [{ most: 0 }] },
    });
    const listed = await productsAtTill(db, staff, tillId);
    expect(listed.find(({ id }) => id === product.id)?.left?.from[0]?.most).toBe(0);
    expect(listed.find(({ id }) => id === ribeye.id)).not.toHaveProperty("left");
    await holdLot(db, admin, lot.id, "Doubtful");
    const { left, lots } = await supplyAtTill(db, staff, ribeye.id);
    expect(left).toBeNull();
    expect(lots.find(({ id }) => id === lot.id)).toMatchObject({ isHeld: true });
    const other = await insertLot(db);
    await cutOf(other.id, product.id, "5.00");
    const isListed = async (id: string) =>
      (await supplyAtTill(db, staff, id)).lots.some((one) => one.id === other.id);
    expect(await isListed(product.id)).toBe(true);
    expect(await isListed(ribeye.id)).toBe(false);
  });

  it("names the product of each lot", async () => {
    const lot = await insertLot(db);
    await sell(db, staff, sale([line("1.00", { lotId: lot.id })]), shop);
    const { lots } = await scansAtTill(db, staff);
    expect(lots.find(({ id }) => id === lot.id)).toMatchObject({ meat: ribeye.name });
  });
});
