import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { customers, members } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// A stranger with an account tries to see and change the sample client's orders and invoices.

let shop: ShopWithin;
let stranger: string;
let owner: string;
beforeAll(async () => {
  shop = await openShopWithin();
  const account = { email: "stranger@example.com", password: "a stranger's password" };
  await ensureAccount(shop.db, { ...account, name: "S", profile: { companyName: "Stranger" } });
  stranger = await enter(shop.url, account);
  owner = await enter(shop.url, shop.demo);
});
afterAll(() => shop.stop());

const lists = ["/dashboard", "/dashboard/orders", "/dashboard/invoices"];

describe.each(["", ".data"])("as a page%s", (suffix) => {
  test("the lists show no orders of other clients", async () => {
    for (const path of lists) {
      const seen = await (await ask(shop.url, path + suffix, { cookie: owner })).text();
      expect(seen, path).toMatch(/INV-0|[0-9a-f]{8}-[0-9a-f]{4}/);
      const text = await (await ask(shop.url, path + suffix, { cookie: stranger })).text();
      expect(text, path).not.toMatch(/INV-0|Sample Bistro|\/invoices\/[\w-]{22}/);
      for (const { id } of await shop.db.select().from(orders)) expect(text).not.toContain(id);
    }
  });

  test("an order opens only for its client", async () => {
    for (const { id } of await shop.db.select().from(orders)) {
      const path = `/dashboard/orders/${id}${suffix}`;
      expect((await ask(shop.url, path, { cookie: owner })).status).toBe(200);
      const refused = await ask(shop.url, path, { cookie: stranger });
      expect(refused.status).toBe(404);
      expect(await refused.text()).not.toMatch(/INV-0|Sample Bistro|\/lb/);
    }
  });
});

test("a buyer sees their customer's order, but not the invoice's address", async () => {
  const { db, url } = shop;
  const account = { email: "buyer@example.com", password: "a buyer's password" };
  const { id: userId } = await ensureAccount(db, { ...account, name: "B", profile: {} });
  const [invoiced] = await db.select().from(documentOrders);
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, `${invoiced?.orderId}`));
  if (!userId || !order) throw new Error("Neither a buyer nor an order");
  const { customerId } = order;
  await db.update(members).set({ customerId, role: "buyer" }).where(eq(members.userId, userId));
  const buyer = await enter(url, account);
  for (const suffix of ["", ".data"]) {
    const path = `/dashboard/orders/${order.id}${suffix}`;
    const told = await (await ask(url, path, { cookie: owner })).text();
    expect(told).toMatch(/\/invoices\/[\w-]{22}/);
    const answer = await ask(url, path, { cookie: buyer });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain("INV-0");
    expect(text).not.toMatch(/\/invoices\/[\w-]{22}|No invoice available|Download Invoice/);
  }
});

test("a form changes only its sender's profile, and only its fields", async () => {
  const before = await shop.db.select().from(customers);
  const victim = before.find(({ companyName }) => companyName === "Sample Bistro (demo)");
  const answer = await send(
    shop.url,
    `/dashboard/account?id=${victim?.id}`,
    {
      companyName: "Renamed",
      id: victim?.id ?? "",
      userId: victim?.id ?? "",
      isAdmin: "true",
      is_admin: "true",
      email: shop.admin.email,
    },
    { cookie: stranger },
  );
  expect(answer.status).toBe(302);
  const expected = before.map((customer) =>
    customer.companyName === "Stranger"
      ? { ...customer, companyName: "Renamed", updatedAt: expect.any(Date) }
      : customer,
  );
  expect(await shop.db.select().from(customers)).toEqual(expect.arrayContaining(expected));
  expect((await ask(shop.url, "/admin", { cookie: stranger })).status).toBe(302);
});

test("another site's form changes nothing", async () => {
  const before = await shop.db.select().from(customers);
  const origin = "https://evil.example";
  const forms: [string, Record<string, string>][] = [
    ["/dashboard/account", { companyName: "Evil" }],
    [
      "/dashboard/account/password",
      { currentPassword: "a stranger's password", password: "the password of somebody else" },
    ],
  ];
  for (const [path, fields] of forms) {
    const answer = await send(shop.url, path, fields, { cookie: stranger, origin });
    expect(answer.status, path).toBe(403);
  }
  expect(await shop.db.select().from(customers)).toEqual(expect.arrayContaining(before));
  await enter(shop.url, { email: "stranger@example.com", password: "a stranger's password" });
});

test("the address of an order's page accepts no changes", async () => {
  const before = await shop.db.select().from(orders);
  for (const { id } of before) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const visit = { method, cookie: owner };
      const answer = await ask(shop.url, `/dashboard/orders/${id}`, visit);
      expect(answer.status, method).toBe(405);
    }
  }
  expect(await shop.db.select().from(orders)).toEqual(expect.arrayContaining(before));
});

describe("a team over HTTP", () => {
  const [bookkeeper, newcomer] = ["team-books@example.com", "team-new@example.com"];
  const password = "a member's password";

  async function joined(email: string, role: "bookkeeper" | "approver") {
    const account = { email, password, name: "M", profile: {} };
    const { id: userId = "" } = await ensureAccount(shop.db, account);
    const [demo] = await shop.db
      .select()
      .from(customers)
      .where(eq(customers.companyName, "Sample Bistro (demo)"));
    const customerId = demo?.id ?? "";
    await shop.db.insert(members).values({ customerId, userId, role }).onConflictDoNothing();
    return { userId, customerId, cookie: await enter(shop.url, { email, password }) };
  }

  test("is seen and changed only by its owner", async () => {
    const { userId, customerId, cookie } = await joined(bookkeeper, "bookkeeper");
    await send(shop.url, "/dashboard/switch", { customer: customerId }, { cookie });
    const before = await shop.db.select().from(members);
    const forms: Record<string, string>[] = [
      { intent: "hand over", about: userId },
      { intent: "remove", about: userId },
      { intent: "change", about: userId, role: "approver", allSites: "yes" },
      { intent: "invite", name: "S", email: "s@example.com", role: "viewer", allSites: "yes" },
    ];
    for (const who of [cookie, stranger]) {
      for (const form of forms) {
        const answer = await send(shop.url, "/dashboard/team", form, { cookie: who });
        // A stranger owns a team too, and may invite to it.
        if (who === stranger && form.intent === "invite") expect(answer.status).toBe(302);
        else expect([403, 404], form.intent).toContain(answer.status);
      }
      for (const suffix of ["", ".data"]) {
        const page = await ask(shop.url, `/dashboard/team${suffix}`, { cookie: who });
        expect(await page.text()).not.toContain(shop.demo.email);
      }
    }
    expect(await shop.db.select().from(members)).toEqual(before);
    const own = await (await ask(shop.url, "/dashboard/team", { cookie: owner })).text();
    expect(own).toContain(bookkeeper);
  });

  test("can be switched to only by its present members", async () => {
    const { userId, customerId, cookie } = await joined(newcomer, "approver");
    const choose = (who: string, customer: string) =>
      send(shop.url, "/dashboard/switch", { customer }, { cookie: who });
    for (const wrong of [customerId, "x", ""]) {
      expect((await choose(stranger, wrong)).status).toBe(404);
    }
    const seesOrders = async () =>
      /INV-0/.test(await (await ask(shop.url, "/dashboard/invoices", { cookie })).text());
    expect(await seesOrders()).toBe(false);
    expect((await choose(cookie, customerId)).status).toBe(302);
    expect(await seesOrders()).toBe(true);
    expect((await choose(cookie, userId)).status).toBe(302);
    expect(await seesOrders()).toBe(false);
    await choose(cookie, customerId);
    const removed = await send(
      shop.url,
      "/dashboard/team",
      { intent: "remove", about: userId },
      { cookie: owner },
    );
    expect(removed.status).toBe(302);
    expect(await seesOrders()).toBe(false);
    expect((await choose(cookie, customerId)).status).toBe(404);
  });
});
