import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import {
  customerPriceLists,
  customerPrices,
  priceListItems,
  priceLists,
  scheduledPrices,
} from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, problemsOf, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { laterPrices, listLaterProducts, listOfferedProducts } from "./client-prices.server.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
let rival: Client;
let ribeye: string;
let chuck: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db);
  rival = await signedInClient(db);
  ({ id: ribeye } = await insertProduct(db, { name: "Ribeye", pricePerLb: "30.00" }));
  ({ id: chuck } = await insertProduct(db, { name: "Chuck", pricePerLb: "10.00" }));
});
afterAll(() => database.close());

async function list(name: string, startsOn: string, endsOn: string | null) {
  const [made] = await db.insert(priceLists).values({ name, startsOn, endsOn }).returning();
  if (!made) throw new Error("no list");
  return made.id;
}

async function priceOf(whose: Client, product: string, day: string) {
  const offered = await listOfferedProducts(db, whose, day);
  const found = offered.find(({ id }) => id === product);
  return found && [found.pricePerLb, found.reason.source, found.reason.sourceName];
}

describe("an order at a customer's own price", () => {
  it("stores the price, its source and the catalogue's price", async () => {
    const buyer = await signedInClient(db);
    const tenderloin = await insertProduct(db, { name: "Tenderloin", pricePerLb: "40.00" });
    const kitchens = await list("Kitchens", "2020-01-01", null);
    await db
      .insert(customerPriceLists)
      .values({ customerId: buyer.customerId, listId: kitchens, rank: 1 });
    await db
      .insert(priceListItems)
      .values({ listId: kitchens, productId: tenderloin.id, pricePerLb: "36.50", minLb: "5.00" });
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

    // The buyer saw another price than the catalogue's.
    await expect(
      placeOrder(db, buyer, askedOrder(askFor(tenderloin, "10")), rules),
    ).rejects.toMatchObject({ changes: [{ seenPricePerLb: "40.00", pricePerLb: "36.50" }] });
    const tooLittle = await problemsOf(db, buyer, askedOrder(askFor(tenderloin, "4.99", "36.50")));
    expect(tooLittle).toMatchObject([
      { message: "The price list asks for at least 5 lb of this." },
    ]);
    const placed = await placeOrder(
      db,
      buyer,
      askedOrder(askFor(tenderloin, "10", "36.50")),
      rules,
    );

    expect(placed.totalPrice).toBe("365.00");
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, placed.id));
    expect(line).toMatchObject({
      pricePerLb: "36.50",
      priceSource: "list",
      priceSourceName: "Kitchens",
      basePricePerLb: "40.00",
    });
    const reason = { source: "list", sourceName: "Kitchens", endsOn: null };
    const items = [{ reason: { ...reason, basePricePerLb: "40.00", last: null } }];
    expect(await getOrder(db, buyer, placed.id)).toMatchObject({ items });

    const admin = await signedInAdmin(db);
    await db.update(orders).set({ isNewClient: false }).where(eq(orders.id, placed.id));
    await fulfilOrder(db, admin, placed.id, shop);
    await db
      .update(priceListItems)
      .set({ pricePerLb: "37.00" })
      .where(eq(priceListItems.listId, kitchens));
    const second = await placeOrder(
      db,
      buyer,
      askedOrder(askFor(tenderloin, "10", "37.00")),
      rules,
    );
    expect(await getOrder(db, buyer, second.id)).toMatchObject({
      items: [{ pricePerLb: "37.00", reason: { ...reason, last: { pricePerLb: "36.50" } } }],
    });
    // Later invoices don't change an order's reasons.
    expect(await getOrder(db, buyer, placed.id)).toMatchObject({ items });
  });

  it("is refused for a product that their list doesn't offer", async () => {
    const buyer = await signedInClient(db);
    const liver = await insertProduct(db, { name: "Liver" });
    const without = await list("Without liver", "2020-01-01", null);
    await db
      .insert(customerPriceLists)
      .values({ customerId: buyer.customerId, listId: without, rank: 1 });
    await db
      .insert(priceListItems)
      .values({ listId: without, productId: liver.id, isOffered: false, pricePerLb: null });

    const problems = await problemsOf(db, buyer, askedOrder(askFor(liver)));
    expect(problems).toMatchObject([{ productId: liver.id }]);
  });
});

describe("a customer's price on the day of delivery", () => {
  it("is the catalogue's by default", async () => {
    expect(await priceOf(client, ribeye, "2026-12-01")).toEqual(["30.00", "base", ""]);
  });

  it("is that of the first list in force that has the product", async () => {
    const winter = await list("Winter", "2026-12-01", "2026-12-31");
    const butchers = await list("Butchers", "2026-01-01", null);
    await db.insert(customerPriceLists).values([
      { customerId: client.customerId, listId: winter, rank: 1 },
      { customerId: client.customerId, listId: butchers, rank: 2 },
    ]);
    await db.insert(priceListItems).values([
      { listId: winter, productId: ribeye, pricePerLb: "27.00" },
      { listId: butchers, productId: ribeye, pricePerLb: "28.00" },
      { listId: butchers, productId: chuck, isOffered: false, pricePerLb: null },
    ]);

    expect(await priceOf(client, ribeye, "2026-11-30")).toEqual(["28.00", "list", "Butchers"]);
    expect(await priceOf(client, ribeye, "2026-12-01")).toEqual(["27.00", "list", "Winter"]);
    expect(await priceOf(client, ribeye, "2026-12-31")).toEqual(["27.00", "list", "Winter"]);
    expect(await priceOf(client, ribeye, "2027-01-01")).toEqual(["28.00", "list", "Butchers"]);
  });

  it("leaves out products that the list doesn't offer", async () => {
    expect(await priceOf(client, chuck, "2026-12-01")).toBeUndefined();
    expect(await priceOf(rival, chuck, "2026-12-01")).toEqual(["10.00", "base", ""]);
  });

  it("is the customer's own before any list's, and never another customer's", async () => {
    await db.insert(customerPrices).values({
      customerId: client.customerId,
      productId: ribeye,
      pricePerLb: "26.50",
      startsOn: "2026-12-10",
      endsOn: "2026-12-20",
      note: "Week of the opening",
    });

    expect(await priceOf(client, ribeye, "2026-12-09")).toEqual(["27.00", "list", "Winter"]);
    const own = ["26.50", "customer", "Week of the opening"];
    expect(await priceOf(client, ribeye, "2026-12-10")).toEqual(own);
    expect(await priceOf(client, ribeye, "2026-12-20")).toEqual(own);
    expect(await priceOf(client, ribeye, "2026-12-21")).toEqual(["27.00", "list", "Winter"]);
    expect(await priceOf(rival, ribeye, "2026-12-15")).toEqual(["30.00", "base", ""]);
  });

  it("cannot have overlapping periods", async () => {
    const overlapping = {
      customerId: client.customerId,
      productId: ribeye,
      pricePerLb: "25.00",
      startsOn: "2026-12-20",
    };
    await expect(db.insert(customerPrices).values(overlapping)).rejects.toMatchObject({
      cause: { constraint: "customer_prices_once" },
    });
    await db.insert(customerPrices).values({ ...overlapping, startsOn: "2026-12-21" });
    expect(await priceOf(client, ribeye, "2027-06-01")).toEqual(["25.00", "customer", ""]);
  });

  it("follows a catalogue price that is scheduled for the day", async () => {
    await db
      .insert(scheduledPrices)
      .values({ productId: ribeye, appliesOn: "2027-01-04", pricePerLb: "31.00" });
    expect(await priceOf(rival, ribeye, "2027-01-03")).toEqual(["30.00", "base", ""]);
    expect(await priceOf(rival, ribeye, "2027-01-04")).toEqual(["31.00", "base", ""]);
  });

  it("differs from today's in price, minimum quantity or offer", async () => {
    const buyer = await signedInClient(db);
    const [now, then] = [
      await list("Until the new year", "2026-01-01", "2026-12-31"),
      await list("From the new year", "2027-01-01", null),
    ];
    const { customerId } = buyer;
    await db.insert(customerPriceLists).values([
      { customerId, listId: now, rank: 1 },
      { customerId, listId: then, rank: 2 },
    ]);
    await db.insert(priceListItems).values([
      { listId: now, productId: chuck, pricePerLb: "9.00" },
      { listId: then, productId: chuck, pricePerLb: "9.00", minLb: "5.00" },
      { listId: then, productId: ribeye, isOffered: false, pricePerLb: null },
    ]);
    const later = await laterPrices(db, buyer, "2026-12-01", ["2026-12-02", "2027-01-01"]);
    expect(later).toEqual({
      "2027-01-01": {
        [chuck]: {
          pricePerLb: "9.00",
          minLb: "5.00",
          reason: {
            source: "list",
            sourceName: "From the new year",
            endsOn: null,
            basePricePerLb: "10.00",
          },
        },
        [ribeye]: null,
      },
    });
  });

  it("is looked up once for neighbouring days with the same prices", async () => {
    const buyer = await signedInClient(db);
    const { customerId } = buyer;
    await db.insert(customerPrices).values([
      {
        customerId,
        productId: chuck,
        pricePerLb: "8.00",
        startsOn: "2026-12-03",
        endsOn: "2026-12-04",
      },
      { customerId, productId: chuck, pricePerLb: "8.50", startsOn: "2026-12-06" },
    ]);
    const days = [2, 3, 4, 5, 6, 7].map((day) => `2026-12-0${day}`);
    const later = await laterPrices(db, buyer, "2026-12-01", days.toReversed());
    const price = (day: string) => later[day]?.[chuck]?.pricePerLb;
    expect(days.map(price)).toEqual([undefined, "8.00", "8.00", undefined, "8.50", "8.50"]);
    expect(later["2026-12-03"]).toBe(later["2026-12-04"]);
    expect(later["2026-12-06"]).toBe(later["2026-12-07"]);
    expect(Object.keys(later)).toHaveLength(4);
  });

  it("names products offered only on a later day, at their price then", async () => {
    const buyer = await signedInClient(db);
    const { customerId } = buyer;
    const months = [
      await list("Not in December", "2026-12-01", "2026-12-31"),
      await list("From January", "2027-01-01", null),
    ];
    await db
      .insert(customerPriceLists)
      .values(months.map((listId, index) => ({ customerId, listId, rank: index + 1 })));
    const [december = "", january = ""] = months;
    await db.insert(priceListItems).values([
      { listId: december, productId: ribeye, isOffered: false, pricePerLb: null },
      { listId: january, productId: ribeye, pricePerLb: "27.00", minLb: "5.00" },
      { listId: january, productId: chuck, pricePerLb: "9.50" },
    ]);
    const today = "2026-12-15";
    const only = async (days: string[]) =>
      listLaterProducts(db, buyer, today, await laterPrices(db, buyer, today, days));
    expect(await only(["2026-12-15", "2026-12-16"])).toEqual([]);
    expect(await only(["2027-01-02", "2026-12-16", "2027-01-01"])).toMatchObject([
      {
        id: ribeye,
        name: "Ribeye",
        pricePerLb: "27.00",
        minLb: "5.00",
        reason: { source: "list", sourceName: "From January", last: null },
      },
    ]);
  });

  it("leaves out products that are no longer sold", async () => {
    await db.update(products).set({ isActive: false }).where(eq(products.id, ribeye));
    expect(await priceOf(rival, ribeye, "2026-12-01")).toBeUndefined();
  });
});
