import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profiles } from "#db/schema/accounts.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orders } from "#db/schema/orders.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { lesserRoles } from "./staff-matrix.ts";

// The back office's search finds for each role only what its pages show.

let shop: ShopWithin;
const cookies: Record<string, string> = {};
let pending: { id: string; number: number };
let invoice: string;

beforeAll(async () => {
  shop = await openShopWithin();
  cookies.owner = await enter(shop.url, shop.admin);
  cookies.client = await enter(shop.url, shop.demo);
  for (const role of lesserRoles) {
    const account = { email: `${role}@example.com`, password: "long enough a password" };
    const { id = "" } = await ensureAccount(shop.db, { ...account, name: role, profile: {} });
    await shop.db.update(profiles).set({ staffRole: role }).where(eq(profiles.id, id));
    cookies[role] = await enter(shop.url, account);
  }
  const [order] = await shop.db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(sql`status = 'pending' and not is_new_client`)
    .limit(1);
  const [issued] = await shop.db.select().from(documents).where(eq(documents.kind, "invoice"));
  if (!order || !issued) throw new Error("The sample shop has no pending order or no invoice");
  pending = order;
  invoice = issued.documentNumber;
  await insertLot(shop.db, { code: "SEARCH-LOT-7" });
});
afterAll(() => shop.stop());

interface Found {
  hits: { kind: string; title: string; detail: string; to: string }[];
}

async function search(who: string, text: string): Promise<Found["hits"]> {
  const path = `/api/office-search?${new URLSearchParams({ q: text })}`;
  const answer = await ask(shop.url, path, { cookie: cookies[who] ?? "" });
  expect(answer.status, `${who} searches ${text}`).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const { hits }: Found = JSON.parse(await answer.text());
  return hits;
}

test("the owner finds orders by number and its last digits, invoices, lots and clients", async () => {
  const number = String(pending.number);
  for (const text of [number, `Order ${number}`, pending.id.slice(0, 8)]) {
    const hits = await search("owner", text);
    expect(hits[0], text).toMatchObject({ kind: "order", title: `Order ${number}` });
    expect(hits[0]?.to).toBe(`/admin/orders/${pending.id}`);
  }
  const lastThree = await search("owner", number.slice(-3));
  expect(lastThree.map(({ title }) => title)).toContain(`Order ${number}`);
  const ofInvoice = await search("owner", invoice.toLowerCase());
  expect(ofInvoice.map(({ title }) => title)).toContain(invoice);
  expect((await search("owner", "search-lot"))[0]).toMatchObject({ kind: "lot" });
  expect((await search("owner", "bistro")).map(({ kind }) => kind)).toContain("client");
  expect((await search("owner", "ribeye")).map(({ kind }) => kind)).toContain("product");
  expect(await search("owner", "no such thing at all")).toEqual([]);
  expect(await search("owner", "   ")).toEqual([]);
});

test("a packer finds orders to pack and lots, but no invoice or price", async () => {
  const hits = await search("packer", String(pending.number));
  expect(hits).toMatchObject([{ kind: "order", to: `/admin/packing/${pending.id}` }]);
  expect((await search("packer", "search-lot"))[0]).toMatchObject({ kind: "lot" });
  for (const text of [invoice, "INV", "bistro", "ribeye", "249"]) {
    const found = await search("packer", text);
    for (const { kind } of found) expect(["order", "lot"], text).toContain(kind);
    expect(JSON.stringify(found)).not.toMatch(/INV-|\$/);
  }
  // The page and its data show none either.
  for (const path of [`/admin/search?q=${invoice}`, `/admin/search.data?q=${invoice}`]) {
    const answer = await ask(shop.url, path, { cookie: cookies.packer ?? "" });
    expect(answer.status, path).toBe(200);
    expect(await answer.text()).not.toMatch(/\/admin\/invoices|\$\d/);
  }
});

test("each other role finds what its own pages show", async () => {
  const kindsOf = async (who: string) => {
    const kinds = new Set<string>();
    for (const text of [String(pending.number), invoice, "bistro", "ribeye", "search-lot"]) {
      for (const { kind } of await search(who, text)) kinds.add(kind);
    }
    return [...kinds].toSorted();
  };
  expect(await kindsOf("driver")).toEqual([]);
  expect(await kindsOf("catalogue")).toEqual(["product"]);
  expect(await kindsOf("bookkeeper")).toEqual(["client", "invoice", "order"]);
});

test("anybody else finds nothing", async () => {
  // A redirect of the router's data has status 202.
  for (const { cookie = "", api } of [{ api: 401 }, { cookie: cookies.client, api: 403 }]) {
    for (const [path, status] of [
      [`/api/office-search?q=${pending.number}`, api],
      [`/admin/search?q=${pending.number}`, 302],
      [`/admin/search.data?q=${pending.number}`, 202],
    ] as const) {
      const answer = await ask(shop.url, path, { cookie });
      expect(answer.status, path).toBe(status);
      expect(await answer.text(), path).not.toContain(pending.id);
    }
  }
});
