import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  customerPriceLists,
  customerPrices,
  priceListItems,
  priceLists,
  scheduledPrices,
} from "./prices.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;
let productId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
  productId = (await insertProduct(db, { pricePerLb: "24.99" })).id;
});

afterAll(() => database.close());

let lists = 0;

/** Gives the customer a list with the product, for days from `startsOn`. */
async function giveList(
  rank: number,
  item: Partial<typeof priceListItems.$inferInsert>,
  days: { startsOn?: string; endsOn?: string } = {},
) {
  lists += 1;
  const name = `List ${lists}`;
  const [list] = await db
    .insert(priceLists)
    .values({ name, startsOn: "2026-11-23", ...days })
    .returning();
  const listId = list?.id ?? "";
  await db.insert(priceListItems).values({ listId, productId, ...item });
  await db.insert(customerPriceLists).values({ customerId, listId, rank });
  return name;
}

const giveOwn = (pricePerLb: string, startsOn: string, endsOn: string | null = null) =>
  db.insert(customerPrices).values({ customerId, productId, pricePerLb, startsOn, endsOn });

async function priceOn(day: string, customer: string | null = customerId) {
  const { rows } = await db.execute(sql`
    select price_per_lb as price, source, source_name as name, is_offered as offered,
      base_price_per_lb as base
    from price_for(${customer}::uuid, ${productId}, ${day})`);
  return rows[0];
}

describe("the price for a customer", () => {
  it("is the catalogue's by default", async () => {
    const base = { price: "24.99", source: "base", name: "", offered: true, base: "24.99" };
    expect(await priceOn("2026-11-23")).toEqual(base);
    expect(await priceOn("2026-11-23", null)).toEqual(base);
  });

  it("is the customer's own if the delivery day is in its window, first and last day included", async () => {
    await giveList(1, { pricePerLb: "20.00" });
    await giveOwn("19.00", "2026-11-24", "2026-11-26");
    await giveOwn("18.00", "2026-11-27");
    const days = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-27"];
    const prices = await Promise.all(days.map((day) => priceOn(day)));
    expect(prices.map((it) => [it?.price, it?.source])).toEqual([
      ["20.00", "list"],
      ["19.00", "customer"],
      ["19.00", "customer"],
      ["18.00", "customer"],
    ]);
    expect(await priceOn("2026-11-24", null)).toMatchObject({ price: "24.99", source: "base" });
  });

  it("is that of the first list in force that has the product", async () => {
    await giveList(1, { pricePerLb: "10.00" }, { startsOn: "2026-11-30" });
    const second = await giveList(2, { pricePerLb: "21.00" });
    await giveList(3, { pricePerLb: "9.00" }, { endsOn: "2026-11-24" });
    expect(await priceOn("2026-11-24")).toMatchObject({ price: "21.00", name: second });
    expect(await priceOn("2026-11-30")).toMatchObject({ price: "10.00", base: "24.99" });
    expect(await priceOn("2026-11-22")).toMatchObject({ price: "24.99", source: "base" });
  });

  it("is marked as not offered if a list excludes the product", async () => {
    await giveList(1, { isOffered: false, pricePerLb: null });
    expect(await priceOn("2026-11-24")).toMatchObject({ offered: false, source: "list" });
    await giveOwn("18.00", "2026-11-24");
    expect(await priceOn("2026-11-24")).toMatchObject({ offered: true, price: "18.00" });
  });

  it("is the catalogue's scheduled price from its day on", async () => {
    const price = { productId, pricePerLb: "26.50", appliesOn: "2026-11-30" };
    await db.insert(scheduledPrices).values(price);
    expect(await priceOn("2026-11-29")).toMatchObject({ price: "24.99" });
    expect(await priceOn("2026-11-30")).toMatchObject({ price: "26.50", base: "26.50" });
  });
});

describe("windows of a customer's prices", () => {
  it("do not overlap, not even by a day", async () => {
    await giveOwn("19.00", "2026-11-24", "2026-11-26");
    expect(await refusalOf(giveOwn("18.00", "2026-11-26"))).toBe("customer_prices_once");
    expect(await refusalOf(giveOwn("18.00", "2026-11-01"))).toBe("customer_prices_once");
    expect(await refusalOf(giveOwn("18.00", "2026-11-27"))).toBe("accepted");
  });

  it("do not end before they begin", async () => {
    const reversed = giveOwn("18.00", "2026-11-27", "2026-11-26");
    expect(await refusalOf(reversed)).toBe("customer_prices_days_in_order");
  });
});
