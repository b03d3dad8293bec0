import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, shipTos } from "#db/schema/customers.ts";
import { balancesOn, ledgerEntries } from "#db/schema/money/ledger.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { insertFilledOrder, noteFor } from "#tests/setup/factories/orders.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";

// The sample client has a paid, an overdue and a partly paid invoice. Its members see the account
// as their roles and sites allow; nobody else does.

let shop: ShopWithin;
let customerId: string;
/** The balance as printed: "1,622.54". */
let balance: string;

beforeAll(async () => {
  shop = await openShopWithin();
  const { rows } = await shop.db.execute<{ id: string; cents: string }>(
    // The one customer who owes something.
    sql`select customer_id as id, balance_cents as cents
      from ${balancesOn("2026-11-23")} where balance_cents > 0`,
  );
  customerId = rows[0]?.id ?? "";
  balance = (Number(rows[0]?.cents) / 100).toLocaleString("en-CA", { minimumFractionDigits: 2 });
});
afterAll(() => shop.stop());

type Role = "approver" | "bookkeeper" | "viewer" | "buyer";

/** Signs in as a new member of the sample client. */
async function memberAs(role: Role, siteIds: string[] | null = null): Promise<string> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: "a member's password" };
  const { id } = await ensureAccount(shop.db, { ...account, name: role, profile: {} });
  await shop.db
    .update(members)
    .set({ customerId, role, siteIds })
    .where(eq(members.userId, id ?? ""));
  return enter(shop.url, account);
}

const page = "/dashboard/invoices";
const statement = "/dashboard/invoices/statement.pdf";

describe("the account of a customer", () => {
  test.each(["approver", "bookkeeper", "viewer"] as const)("is seen by its %s", async (role) => {
    const cookie = await memberAs(role);
    for (const path of [page, `${page}.data`]) {
      const text = await (await ask(shop.url, path, { cookie })).text();
      expect(text, path).toContain("INV-000002");
      expect(text, path).toContain(path === page ? balance : "overdueCents");
    }
    const answer = await ask(shop.url, statement, { cookie });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    // A reversed range is refused: an empty one would look as if nothing were owed.
    const backward = "?from=2026-11-10&to=2026-10-31";
    const refused = await ask(shop.url, `${statement}${backward}`, { cookie });
    expect(refused.status).toBe(303);
    expect(refused.headers.get("location")).toContain(`/statement${backward}`);
    const form = await ask(shop.url, `/dashboard/invoices/statement${backward}`, { cookie });
    expect(form.status).toBe(422);
    expect(await form.text()).toContain("Choose a first day that is not after Oct 31, 2026.");
  });

  test("is not seen by its buyer", async () => {
    const cookie = await memberAs("buyer");
    for (const path of [page, `${page}.data`, `${page}?before=x`]) {
      const text = await (await ask(shop.url, path, { cookie })).text();
      expect(text, path).not.toMatch(/INV-0|overdueCents|Due next/);
      expect(text, path).not.toContain(balance);
    }
    expect((await ask(shop.url, statement, { cookie })).status).toBe(404);
  });

  test("is not seen by a bookkeeper who is limited to certain sites", async () => {
    const sites = await shop.db
      .select({ id: shipTos.id })
      .from(shipTos)
      .where(eq(shipTos.customerId, customerId));
    const cookie = await memberAs(
      "bookkeeper",
      sites.map(({ id }) => id),
    );
    const text = await (await ask(shop.url, page, { cookie })).text();
    expect(text).not.toContain(balance);
    expect(text).not.toContain("Due next");
    expect((await ask(shop.url, statement, { cookie })).status).toBe(404);
  });

  test("is not shown to a stranger, who sees their own", async () => {
    const account = { email: "stranger@example.com", password: "a stranger's password" };
    await ensureAccount(shop.db, { ...account, name: "S", profile: { companyName: "Stranger" } });
    const cookie = await enter(shop.url, account);
    const text = await (await ask(shop.url, `${page}?customer=${customerId}`, { cookie })).text();
    expect(text).not.toMatch(/INV-0/);
    expect(text).not.toContain(balance);
    const own = await ask(shop.url, `${statement}?customer=${customerId}`, { cookie });
    expect(own.status).toBe(200);
  });

  test("asks a visitor to sign in", async () => {
    for (const path of [page, statement]) {
      const answer = await ask(shop.url, path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toMatch(/^\/login\?next=/);
    }
  });
});

describe("a delivery note", () => {
  let order: { id: string };
  let note: { url: string | null; documentNumber: string };
  beforeAll(async () => {
    const placed = await insertFilledOrder(shop.db, customerId, { status: "fulfilled" });
    order = placed;
    note = await noteFor(shop.db, placed);
  });

  test("has no prices, so its customer's buyer sees its link", async () => {
    const cookie = await memberAs("buyer");
    const text = await (await ask(shop.url, `/dashboard/orders/${order.id}`, { cookie })).text();
    expect(text).toContain(note.documentNumber);
    expect(text).toContain(note.url);
    // Anyone with the link opens it, as with invoices.
    const pdf = await ask(shop.url, note.url ?? "");
    expect(pdf.headers.get("content-disposition")).toContain(
      `delivery-note-${note.documentNumber}.pdf`,
    );
    expect(pdf.headers.get("cache-control")).toContain("no-store");
    expect((await ask(shop.url, `${note.url?.slice(0, -1)}`)).status).toBe(404);
  });

  test("is not shown to another customer, nor listed among the invoices", async () => {
    const account = { email: "other@example.com", password: "another's password" };
    await ensureAccount(shop.db, { ...account, name: "O", profile: { companyName: "Other" } });
    const cookie = await enter(shop.url, account);
    for (const path of [`/dashboard/orders/${order.id}`, `/dashboard/orders/${order.id}.data`]) {
      const answer = await ask(shop.url, path, { cookie });
      expect(answer.status, path).toBe(404);
      expect(await answer.text(), path).not.toContain("DN-0");
    }
    const bookkeeper = await memberAs("bookkeeper");
    const list = await (await ask(shop.url, page, { cookie: bookkeeper })).text();
    expect(list).not.toContain("DN-0");
  });
});

test("no form that a bookkeeper sends records anything", async () => {
  const cookie = await memberAs("bookkeeper");
  const before = await tableDigests(shop.db);
  const fields = {
    intent: "payment",
    requestId: crypto.randomUUID(),
    amount: "1000",
    method: "cash",
    receivedOn: "2026-11-01",
    settles: "oldest",
  };
  for (const path of [page, statement, `/admin/receivables/${customerId}`]) {
    const answer = await send(shop.url, path, fields, { cookie });
    expect([302, 404, 405], path).toContain(answer.status);
  }
  expect(await tableDigests(shop.db)).toEqual(before);
});

describe("an administrator's form", () => {
  const booking = (more: Record<string, string>) => ({
    intent: "payment",
    requestId: crypto.randomUUID(),
    amount: "10",
    method: "cash",
    receivedOn: "2026-11-01",
    settles: "oldest",
    ...more,
  });

  test.each([
    [400, { amount: "much" }],
    [400, { intent: "everything" }],
    [400, { requestId: "1" }],
    [409, { receivedOn: "2099-01-01" }],
    [400, { intent: "invoice now", upTo: "all" }],
    [400, { intent: "invoice now", upTo: "99999999999" }],
    [409, { intent: "write off", debitId: crypto.randomUUID(), note: "Lost" }],
    [409, { intent: "reverse", paymentId: crypto.randomUUID(), note: "Bounced" }],
    [409, { settles: "chosen", [`settle-${crypto.randomUUID()}`]: "5" }],
    [409, { settles: "chosen", "settle-' or true": "5" }],
  ])("is answered with %i for %j, and nothing is recorded", async (status, more) => {
    const cookie = await enter(shop.url, shop.admin);
    const before = await tableDigests(shop.db);
    const path = `/admin/receivables/${customerId}`;
    const answer = await send(shop.url, path, booking(more), { cookie });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/ledger_entries|constraint|violates/);
    expect(await tableDigests(shop.db)).toEqual(before);
  });

  test("finds no unknown customer, and no statement of one", async () => {
    const cookie = await enter(shop.url, shop.admin);
    for (const id of [crypto.randomUUID(), "nobody", "'--"]) {
      const path = `/admin/receivables/${encodeURIComponent(id)}`;
      expect((await ask(shop.url, path, { cookie })).status).toBe(404);
      expect((await ask(shop.url, `${path}/statement.pdf`, { cookie })).status).toBe(404);
      expect((await send(shop.url, path, booking({}), { cookie })).status).toBe(409);
    }
  });
});

test("a payment's surplus is shown to those who order and see the account", async () => {
  const { db, url } = shop;
  await db.insert(ledgerEntries).values({
    customerId,
    kind: "payment",
    cents: -42,
    method: "cash",
    occurredOn: "2026-11-20",
  });
  const [cut] = await db.select().from(products).where(eq(products.slug, "chuck-blade-steak"));
  const line = { [`quantity.${cut?.id}`]: "20", [`price.${cut?.id}`]: cut?.pricePerLb ?? "" };
  const fields = { intent: "review", requestId: crypto.randomUUID(), ...line };
  const credit = "$0.42 to your credit from earlier";
  const form = "/dashboard/place-order";
  for (const [cookie, isTold] of [
    [await memberAs("approver"), true],
    [await memberAs("buyer"), false],
  ] as const) {
    const review = await send(url, form, fields, { cookie });
    expect((await review.text()).includes(credit)).toBe(isTold);
  }
  const cookie = await enter(url, shop.demo);
  const order = { ...fields, intent: "place" };
  const placed = (await send(url, form, order, { cookie })).headers.get("location") ?? "";
  const page = placed.replace("place-order/placed", "orders");
  for (const path of [placed, page]) {
    expect(await (await ask(url, path, { cookie })).text()).toContain(credit);
  }
  const buyer = await ask(url, page, { cookie: await memberAs("buyer") });
  expect(buyer.status).toBe(200);
  expect(await buyer.text()).not.toContain(credit);
  const taken = await send(url, `/admin/orders/new/${customerId}`, fields, {
    cookie: await enter(url, shop.admin),
  });
  expect(await taken.text()).toContain("$0.42 to their credit from earlier");
});
