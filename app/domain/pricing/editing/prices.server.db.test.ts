import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listOfferedProducts } from "../client-prices.server.ts";
import { applyDuePrices } from "../scheduled-prices.server.ts";
import { placeOf } from "./price-form.ts";
import { getPriceColumn, getPriceGrid, savePrices } from "./price-grid.server.ts";
import {
  addOwnPrice,
  assignList,
  changePriceList,
  createPriceList,
  endOwnPrice,
  getOwnPrices,
  unassignList,
} from "./price-lists.server.ts";
import { cancelScheduled, cancelScheduledDay, listScheduled } from "./scheduled-prices.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let ribeye: string;

const today = pacificDay(new Date());
const inDays = (days: number) => daysAfter(today, days);

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  client = await signedInClient(db);
  ({ id: ribeye } = await insertProduct(db, { name: "Ribeye", pricePerLb: "30.00" }));
});
afterAll(() => database.close());

function listOf(overrides: Partial<Parameters<typeof createPriceList>[2]> = {}) {
  const values = { name: `Kitchens ${crypto.randomUUID()}`, startsOn: today, endsOn: null };
  return createPriceList(db, admin, { ...values, copyOf: null, replaces: false, ...overrides });
}

async function priceOn(day: string) {
  const offered = await listOfferedProducts(db, client, day);
  return offered.find(({ id }) => id === ribeye)?.pricePerLb;
}

function save(column: string, seen: string, wanted: string, from: string | null = null) {
  return savePrices(db, admin, [{ column, productId: ribeye, seen, wanted }], from);
}

describe("the grid", () => {
  it("saves the catalogue's and lists' prices, each logged", async () => {
    const list = await listOf();
    expect(await save("base", "30.00", "31.00")).toEqual([]);
    expect(await save(list, "", "27.50 / 5")).toEqual([]);
    const { rows, lists } = await getPriceGrid(db, admin, { page: 1, list });
    expect(lists.map(({ id }) => id)).toContain(list);
    expect(rows.find(({ productId }) => productId === ribeye)?.cells).toEqual({
      base: "31.00",
      [list]: "27.50 / 5",
    });
    const history = await listHistory(db, admin, { entity: "price", entityId: list });
    expect(history[0]).toMatchObject({
      action: "list price changed",
      before: { Ribeye: "none" },
      after: { Ribeye: "27.50 / 5" },
    });
    await save(list, "27.50 / 5", "no");
    await assignList(db, admin, { customerId: client.customerId, listId: list, rank: 1 });
    expect(await priceOn(today)).toBeUndefined();
    await save(list, "no", "");
    expect(await priceOn(today)).toBe("31.00");
  });

  it("logs the prices of a list together, those of the catalogue with each product", async () => {
    const list = await listOf();
    const made = await db
      .insert(products)
      .values(
        Array.from({ length: 30 }, (_, count) => ({
          name: `Raised ${count}`,
          slug: `raised-${count}`,
          pricePerLb: "5.00",
        })),
      )
      .returning({ id: products.id });
    const changes = ["base", list].flatMap((column) =>
      made.map(({ id: productId }) => ({
        column,
        productId,
        wanted: "6.00",
        seen: column === "base" ? "5.00" : "",
      })),
    );
    expect(await savePrices(db, admin, changes, null)).toEqual([]);
    const history = await listHistory(db, admin, { entity: "price", entityId: list });
    expect(history.map(({ action, more }) => [action, more])).toEqual([
      ["list price changed", 10],
      ["list created", undefined],
    ]);
    const [one] = made;
    expect(
      await listHistory(db, admin, { entity: "product", entityId: one?.id ?? "" }),
    ).toMatchObject([{ before: { pricePerLb: "5.00" }, after: { pricePerLb: "6.00" } }]);
    await db.delete(products).where(
      inArray(
        products.id,
        made.map(({ id }) => id),
      ),
    );
  });

  it("lists the first 50 scheduled prices, and cancels a whole day", async () => {
    const day = inDays(30);
    const made = await db
      .insert(products)
      .values(
        Array.from({ length: 60 }, (_, count) => ({
          name: `Planned ${count}`,
          slug: `planned-${count}`,
          pricePerLb: "5.00",
        })),
      )
      .returning({ id: products.id });
    const changes = made.map(({ id: productId }) => ({
      column: "base",
      productId,
      seen: "5.00",
      wanted: "6.00",
    }));
    expect(await savePrices(db, admin, changes, day)).toEqual([]);
    const { rows, days } = await listScheduled(db, admin);
    expect(rows).toHaveLength(50);
    expect(days).toContainEqual({ appliesOn: day, count: 60 });
    expect(await cancelScheduledDay(db, admin, "2026-02-30")).toBe(0);
    expect(await cancelScheduledDay(db, admin, day)).toBe(60);
    expect(await cancelScheduledDay(db, admin, day)).toBe(0);
    const [one] = made;
    const history = await listHistory(db, admin, { entity: "product", entityId: one?.id ?? "" });
    expect(history[0]).toMatchObject({ action: "scheduled price taken back" });
    await db.delete(products).where(
      inArray(
        products.id,
        made.map(({ id }) => id),
      ),
    );
  });

  it("shows every list and every product, a page at a time", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) ids.push(await listOf({ name: `Zone list ${count}` }));
    const names = Array.from({ length: 51 }, (_, count) => `Many ${count}`);
    await db
      .insert(products)
      .values(names.map((name, count) => ({ name, slug: `many-${count}`, pricePerLb: "5.00" })));
    for (const list of ids) {
      const part = await getPriceGrid(db, admin, { page: 1, list });
      expect(part.lists.map(({ id }) => id)).toContain(list);
      expect(part.lists.length).toBeLessThanOrEqual(6);
    }
    const first = await getPriceGrid(db, admin, { page: 1, list: null });
    const second = await getPriceGrid(db, admin, { page: 2, list: "nonsense" });
    expect(first.rows).toHaveLength(50);
    const shown = [...first.rows, ...second.rows];
    expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(new Set(shown.map(({ productId }) => productId)).size).toBe(first.place.total);

    const [list = ""] = ids;
    const column = await getPriceColumn(db, admin, "base");
    const changes = Object.keys(column).map((key) => ({
      column: list,
      productId: placeOf(key).productId,
      seen: "",
      wanted: "4.00",
    }));
    expect(await savePrices(db, admin, changes, null)).toEqual([]);
    const saved = await getPriceColumn(db, admin, list);
    expect(Object.values(saved)).toEqual(changes.map(() => "4.00"));
    await db.delete(products).where(sql`${products.slug} like 'many-%'`);
  });

  it("renames a list, but not to another one's name", async () => {
    const [one, other] = [await listOf(), await listOf({ name: "Taken" })];
    await changePriceList(db, admin, { id: one, name: "Restaurants", endsOn: null });
    const { allLists } = await getPriceGrid(db, admin, { page: 1, list: one });
    expect(allLists.find(({ id }) => id === one)?.name).toBe("Restaurants");
    const [entry] = await listHistory(db, admin, { entity: "price", entityId: one });
    expect(entry).toMatchObject({ action: "list renamed", after: { name: "Restaurants" } });
    const taken = changePriceList(db, admin, { id: other, name: "Restaurants", endsOn: null });
    await expect(taken).rejects.toMatchObject({ code: "name taken" });
  });

  it("saves nothing if a price was changed in the meantime, and names it", async () => {
    const chuck = await insertProduct(db, { name: "Chuck", pricePerLb: "10.00" });
    await save("base", "30.00", "31.00");
    const conflicts = await savePrices(
      db,
      admin,
      [
        { column: "base", productId: ribeye, seen: "30.00", wanted: "32.00" },
        { column: "base", productId: chuck.id, seen: "10.00", wanted: "11.00" },
      ],
      null,
    );
    expect(conflicts).toEqual([{ column: "base", productId: ribeye, stored: "31.00" }]);
    const [kept] = await db.select().from(products).where(eq(products.id, chuck.id));
    expect(kept?.pricePerLb).toBe("10.00");
    // The same value as a colleague's is no conflict.
    expect(await save("base", "30.00", "31.00")).toEqual([]);
  });

  it("lets one of two concurrent changes win", async () => {
    const list = await listOf();
    const both = await Promise.all([save(list, "", "20.00"), save(list, "", "21.00")]);
    expect(both.map((conflicts) => conflicts.length).toSorted()).toEqual([0, 1]);
  });

  it("refuses an unknown product or list, and an invalid price", async () => {
    const unknown = crypto.randomUUID();
    const of = (column: string, productId: string, wanted: string) =>
      savePrices(db, admin, [{ column, productId, seen: "", wanted }], null);
    expect(await of("base", unknown, "1.00")).toHaveLength(1);
    expect(await of("base", "x", "1.00")).toHaveLength(1);
    expect(await of(await listOf(), ribeye, "cheap")).toHaveLength(1);
    await expect(of(unknown, ribeye, "1.00")).rejects.toThrow();
  });
});

describe("a scheduled price", () => {
  it("holds for deliveries from its day on, and reaches the shop on that day, once", async () => {
    const monday = inDays(5);
    await save("base", "30.00", "33.00", monday);
    expect(await priceOn(inDays(4))).toBe("30.00");
    expect(await priceOn(monday)).toBe("33.00");
    expect((await listScheduled(db, admin)).rows).toMatchObject([
      { productId: ribeye, appliesOn: monday, pricePerLb: "33.00" },
    ]);
    expect(await applyDuePrices(db, inDays(4))).toBe(0);
    const runs = await Promise.all([applyDuePrices(db, monday), applyDuePrices(db, monday)]);
    expect(runs.toSorted()).toEqual([0, 1]);
    const [product] = await db.select().from(products).where(eq(products.id, ribeye));
    expect(product?.pricePerLb).toBe("33.00");
    const [entry] = await listHistory(db, admin, { entity: "product", entityId: ribeye });
    expect(entry).toMatchObject({ action: "scheduled price applied", actorEmail: admin.email });
    expect(await cancelScheduled(db, admin, { productId: ribeye, appliesOn: monday })).toBe(false);
  });

  it("is the last one due after a server was down", async () => {
    for (const [days, pricePerLb] of [
      [1, "31.00"],
      [2, "32.00"],
    ] as const) {
      await db.insert(scheduledPrices).values({
        productId: ribeye,
        appliesOn: inDays(days),
        pricePerLb,
      });
    }
    expect(await applyDuePrices(db, inDays(3))).toBe(1);
    const [product] = await db.select().from(products).where(eq(products.id, ribeye));
    expect(product?.pricePerLb).toBe("32.00");
    const open = await db.$count(
      scheduledPrices,
      and(eq(scheduledPrices.productId, ribeye), eq(scheduledPrices.appliesOn, inDays(1))),
    );
    expect(open).toBe(1);
    expect(await applyDuePrices(db, inDays(3))).toBe(0);
  });

  it("can be cancelled until then", async () => {
    await save("base", "30.00", "33.00", inDays(5));
    const price = { productId: ribeye, appliesOn: inDays(5) };
    expect(await cancelScheduled(db, admin, price)).toBe(true);
    expect(await cancelScheduled(db, admin, price)).toBe(false);
    expect(await priceOn(inDays(9))).toBe("30.00");
  });
});

describe("a list that replaces another", () => {
  it("takes over its clients on its first day", async () => {
    const old = await listOf();
    await save(old, "", "27.00");
    await assignList(db, admin, { customerId: client.customerId, listId: old, rank: 1 });
    const next = await listOf({ copyOf: old, replaces: true, startsOn: inDays(7) });
    await save(next, "27.00", "28.00");
    expect(await priceOn(inDays(6))).toBe("27.00");
    expect(await priceOn(inDays(7))).toBe("28.00");
  });

  it("takes its rank among the client's other lists", async () => {
    const [first, second] = [await listOf(), await listOf()];
    await save(first, "", "20.00");
    await save(second, "", "23.00");
    const { customerId } = client;
    await assignList(db, admin, { customerId, listId: first, rank: 1 });
    await assignList(db, admin, { customerId, listId: second, rank: 2 });
    const next = await listOf({ copyOf: first, replaces: true, startsOn: inDays(7) });
    await save(next, "20.00", "19.50");
    expect([await priceOn(inDays(6)), await priceOn(inDays(7))]).toEqual(["20.00", "19.50"]);
  });

  it("does not extend a list that ends earlier", async () => {
    const old = await listOf({ endsOn: inDays(5) });
    await save(old, "", "27.00");
    await assignList(db, admin, { customerId: client.customerId, listId: old, rank: 1 });
    await listOf({ copyOf: old, replaces: true, startsOn: inDays(20) });
    expect([await priceOn(inDays(5)), await priceOn(inDays(6))]).toEqual(["27.00", "30.00"]);
  });

  it("is refused with a name that is taken, or days out of order", async () => {
    const name = `Kitchens ${crypto.randomUUID()}`;
    await listOf({ name });
    await expect(listOf({ name })).rejects.toMatchObject({ code: "name taken" });
    const wrong = listOf({ startsOn: today, endsOn: inDays(-1) });
    await expect(wrong).rejects.toMatchObject({ code: "days out of order" });
    const unknown = { id: crypto.randomUUID(), endsOn: null };
    await expect(changePriceList(db, admin, unknown)).rejects.toMatchObject({ code: "gone" });
  });
});

describe("a client's own prices", () => {
  const own = (overrides: object = {}) => ({
    customerId: client.customerId,
    productId: ribeye,
    pricePerLb: "25.00",
    startsOn: today,
    endsOn: inDays(10),
    note: "",
    ...overrides,
  });

  it("do not overlap", async () => {
    await addOwnPrice(db, admin, own());
    const overlapping = addOwnPrice(db, admin, own({ startsOn: inDays(10), endsOn: null }));
    await expect(overlapping).rejects.toMatchObject({ code: "overlap" });
    await addOwnPrice(db, admin, own({ startsOn: inDays(11), endsOn: null, pricePerLb: "26.00" }));
    expect([await priceOn(inDays(10)), await priceOn(inDays(11))]).toEqual(["25.00", "26.00"]);
  });

  it("end, or are cancelled before they begin", async () => {
    await addOwnPrice(db, admin, own({ startsOn: inDays(-3) }));
    const { customerId } = client;
    const [price] = (await getOwnPrices(db, admin, customerId)).prices;
    const end = () =>
      endOwnPrice(db, admin, { customerId, id: price?.id ?? "", endsOn: inDays(-1) });
    await end();
    await end();
    expect(await priceOn(today)).toBe("30.00");
    await addOwnPrice(db, admin, own({ startsOn: inDays(3), endsOn: null }));
    const later = (await getOwnPrices(db, admin, customerId)).prices[1];
    await endOwnPrice(db, admin, { customerId, id: later?.id ?? "", endsOn: inDays(-1) });
    expect((await getOwnPrices(db, admin, customerId)).prices).toHaveLength(1);
  });

  it("and lists are assigned once per rank, and removed", async () => {
    const { customerId } = client;
    const [first, second] = [await listOf(), await listOf()];
    await assignList(db, admin, { customerId, listId: first, rank: 1 });
    const same = assignList(db, admin, { customerId, listId: second, rank: 1 });
    await expect(same).rejects.toMatchObject({ code: "rank taken" });
    const ended = await listOf({ startsOn: inDays(-9), endsOn: inDays(-1) });
    await assignList(db, admin, { customerId, listId: ended, rank: 1 });
    await unassignList(db, admin, { customerId, listId: ended });
    await unassignList(db, admin, { customerId, listId: first });
    await unassignList(db, admin, { customerId, listId: first });
    expect((await getOwnPrices(db, admin, customerId)).lists).toEqual([]);
    const unknown = { customerId: crypto.randomUUID(), listId: second, rank: 1 };
    await expect(assignList(db, admin, unknown)).rejects.toMatchObject({ code: "gone" });
  });
});
