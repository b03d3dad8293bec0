import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { orderHolds } from "#db/schema/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { countClients, getClient, listClients } from "./clients-admin.server.ts";

const companies = (rows: { companyName: string }[]) => rows.map(({ companyName }) => companyName);
const awkward = 'Ferme 50%_\\ O\'Brien, "Fine"';

let database: OpenDatabase;
let admin: Admin;
let delta: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  admin = await signedInAdmin(db);
  delta = await signedInClient(db, { companyName: "Delta", contactName: "Pat Sample" });
  await signedInClient(db, { companyName: "Cedar" });
  const twin = await signedInClient(db, { companyName: "Echo" });
  await signedInClient(db, { companyName: "Echo" });
  await signedInClient(db, { companyName: awkward });

  await insertOrder(db, delta.userId, { totalPrice: "0.10" });
  await insertOrder(db, delta.userId, { totalPrice: "0.20", status: "fulfilled" });
  await insertOrder(db, delta.userId, { totalPrice: "9999999.99", status: "cancelled" });
  await insertOrder(db, twin.userId, { totalPrice: "5" });
  const held = await insertOrder(db, twin.userId, { totalPrice: "7" });
  await db.insert(orderHolds).values({ orderId: held.id, reason: "credit" });
  // Staff only count as clients once they have ordered.
  await insertOrder(db, admin.userId, { totalPrice: "1" });
  await signedInAdmin(db);
});
afterAll(() => database.close());

describe("countClients", () => {
  it("counts the clients", async () => {
    expect(await countClients(database.db, admin)).toBe(6);
  });
});

describe("listClients", () => {
  it("lists all clients by company name", async () => {
    const { rows, hasMore } = await listClients(database.db, admin);
    expect(companies(rows)).toEqual(["", "Cedar", "Delta", "Echo", "Echo", awkward]);
    expect(hasMore).toBe(false);
  });

  it("counts each client's orders, and sums those that aren't cancelled to the cent", async () => {
    const { rows } = await listClients(database.db, admin);
    expect(rows[2]).toEqual({
      id: delta.userId,
      companyName: "Delta",
      listedName: "Delta",
      contactName: "Pat Sample",
      phone: "604-555-0142",
      address: "100 Sample Street, Abbotsford, BC",
      notes: "",
      email: delta.email,
      createdAt: expect.any(Date),
      inactiveAt: null,
      guestOrders: 0,
      orderCount: 3,
      totalSpent: "0.30",
    });
    expect(rows[1]).toMatchObject({ orderCount: 0, totalSpent: "0.00" });
    const twins = rows.slice(3, 5).map(({ totalSpent }) => totalSpent);
    expect(twins.sort()).toEqual(["0.00", "5.00"]);
  });

  it("lists each client once over all pages, even with equal names", async () => {
    const { db } = database;
    const seen = [];
    let page = await listClients(db, admin, { limit: 1 });
    for (;;) {
      seen.push(...page.rows);
      if (!page.hasMore) break;
      page = await listClients(db, admin, { limit: 1, after: page.rows.at(-1) });
    }
    expect(seen).toEqual((await listClients(db, admin)).rows);
  });

  it("goes back through the same pages, with or without a search", async () => {
    const { db } = database;
    const first = await listClients(db, admin, { limit: 3 });
    const second = await listClients(db, admin, { limit: 3, after: first.rows.at(-1) });
    expect([first, second]).toMatchObject([
      { hasNewer: false, hasMore: true },
      { hasNewer: true, hasMore: false },
    ]);
    expect(await listClients(db, admin, { limit: 3, before: second.rows[0] })).toEqual(first);
    const before = second.rows[2];
    expect(await listClients(db, admin, { limit: 2, before })).toMatchObject({
      rows: second.rows.slice(0, 2),
      hasNewer: true,
      hasMore: true,
    });
    const found = await listClients(db, admin, { search: "echo", limit: 1 });
    const next = await listClients(db, admin, { search: "echo", limit: 1, after: found.rows[0] });
    expect(next).toMatchObject({ rows: [{ companyName: "Echo" }], hasMore: false, hasNewer: true });
    const back = { search: "echo", limit: 1, before: next.rows[0] };
    expect(await listClients(db, admin, back)).toEqual(found);
  });

  it("starts at the first page for an invalid position, or one past the last client", async () => {
    const wrong = [
      { companyName: "Delta", id: "' or true --" },
      { companyName: "\0", id: randomUUID() },
      { companyName: "\u{10FFFF}", id: randomUUID() },
    ];
    for (const place of wrong) {
      expect((await listClients(database.db, admin, { after: place })).rows).toHaveLength(6);
    }
    for (const place of wrong.slice(0, 2)) {
      expect((await listClients(database.db, admin, { before: place })).rows).toHaveLength(6);
    }
  });

  it.each([
    ["%", awkward],
    ["_", awkward],
    ["\\", awkward],
    ["o'brien, \"", awkward],
    [" delt ", "Delta"],
    ["pat s", "Delta"],
  ])("searches company and contact for %j", async (search, company) => {
    const { rows } = await listClients(database.db, admin, { search });
    expect(companies(rows)).toEqual([company]);
  });

  it("searches email addresses and phone numbers, ignoring accents", async () => {
    const { db } = database;
    const phone = "778.555.0188";
    const client = await signedInClient(db, { companyName: "C\u00f4te", phone });
    const { email } = client;
    for (const search of [email.slice(0, 13).toUpperCase(), "778-555", "7785550188", "cote"]) {
      const { rows } = await listClients(db, admin, { search });
      expect(companies(rows), search).toEqual(["C\u00f4te"]);
    }
    // A site's phone number, which the driver calls.
    await db.insert(shipTos).values({ customerId: client.customerId, phone: "(250) 555-0199" });
    expect(companies((await listClients(db, admin, { search: "250 555 0199" })).rows)).toEqual([
      "C\u00f4te",
    ]);
    await db.delete(customers).where(eq(customers.id, client.customerId));
  });

  it("searches the id", async () => {
    const search = delta.userId.slice(0, 8).toUpperCase();
    expect(companies((await listClients(database.db, admin, { search })).rows)).toEqual(["Delta"]);
  });

  it.each(["%%", "d%a", "' or true --"])("finds nothing for %j", async (search) => {
    expect((await listClients(database.db, admin, { search })).rows).toEqual([]);
  });
});

describe("getClient", () => {
  it("returns a client as the list does", async () => {
    const { db } = database;
    const { rows } = await listClients(db, admin);
    expect(await getClient(db, admin, delta.userId)).toEqual(rows[2]);
  });

  it.each(["", "nobody", "a\0b", "' or true --", randomUUID()])("is null for %j", async (id) => {
    expect(await getClient(database.db, admin, id)).toBeNull();
  });
});
