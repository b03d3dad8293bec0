import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cutNamed, sales, taxesByMonth } from "./sales.server.ts";
import { quarterOf, salesRange, type WholeRange, yearBefore } from "./sales.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let customerId: string;
let company: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  admin = await signedInAdmin(db);
});
beforeEach(async () => {
  customerId = (await insertClient(db)).user.id;
  company = `Kitchen ${customerId}`;
  await db.update(customers).set({ companyName: company }).where(eq(customers.id, customerId));
});
afterAll(() => database.close());

async function invoice(totalPrice: string, day: string) {
  const order = await insertFilledOrder(db, customerId, { status: "fulfilled", totalPrice });
  await issueFor(db, order, new Date(`${day}T20:00:00Z`));
}

const range: WholeRange = { from: "2026-01-01", to: "2026-06-30" };

const ofClient = async (days: WholeRange = range) =>
  (await sales(db, admin, "client", days)).find(({ name }) => name === company);

describe("sales", () => {
  it("are the amounts billed on the given days, and on the same days a year before", async () => {
    await invoice("100.00", "2026-01-01");
    await invoice("50.50", "2026-06-30");
    await invoice("70.00", "2025-03-01");
    await invoice("9.00", "2025-12-31");
    expect(await ofClient()).toMatchObject({ cents: 150_50, beforeCents: 70_00 });
    expect(await ofClient({ from: "2027-01-01", to: "2027-01-31" })).toMatchObject({
      cents: 0,
      beforeCents: 100_00,
    });
  });

  it("link to pages, except for two clients of the same name and for a counter", async () => {
    await invoice("10.00", "2026-05-04");
    expect((await ofClient())?.id).toBe(customerId);
    const [order] = await db.select().from(orders).where(eq(orders.customerId, customerId));
    const byOrder = await sales(db, admin, "order", range);
    expect(byOrder.find(({ id }) => id === order?.id)).toMatchObject({ cents: 10_00 });
    const cuts = await sales(db, admin, "cut", range);
    const [item] = await db
      .execute<{ id: string | null }>(
        sql`select product_id as id from order_items where order_id = ${order?.id}`,
      )
      .then(({ rows }) => rows);
    if (item?.id) expect(cuts.map(({ id }) => id)).toContain(item.id);
    await db
      .update(customers)
      .set({ kind: "counter", inactiveAt: new Date() })
      .where(eq(customers.id, customerId));
    expect((await ofClient())?.id).toBeNull();
    await db
      .update(customers)
      .set({ kind: "business", inactiveAt: null })
      .where(eq(customers.id, customerId));
    const first = customerId;
    customerId = (await insertClient(db)).user.id;
    await db.update(customers).set({ companyName: company }).where(eq(customers.id, customerId));
    await invoice("20.00", "2026-05-04");
    expect(first).not.toBe(customerId);
    expect(await ofClient()).toMatchObject({ id: null, cents: 30_00 });
  });

  it("can be limited to the orders of one cut", async () => {
    const product = await insertProduct(db, { name: `Cut ${randomUUID()}` });
    const order = await insertOrder(db, customerId, { status: "fulfilled", totalPrice: "25.00" });
    const line = { quantity: "1.00", pricePerLb: "25.00", productId: product.id };
    await insertOrderItem(db, order.id, line);
    await issueFor(db, order, new Date("2026-04-02T20:00:00Z"));
    await invoice("44.00", "2026-04-02");
    const cut = await cutNamed(db, admin, product.id);
    expect(cut).toEqual({ id: product.id, name: product.name });
    const found = await sales(db, admin, "order", range, product.id);
    expect(found.map(({ id }) => id)).toEqual([order.id]);
    const all = (await sales(db, admin, "cut", range)).find(({ id }) => id === product.id);
    expect(found[0]?.cents).toBe(all?.cents);
    expect(await cutNamed(db, admin, "' or true")).toBeNull();
  });

  it("add up to the documents' lines by cut, client, zone and week", async () => {
    await invoice("33.33", "2026-02-03");
    await invoice("12.01", "2026-02-11");
    const { rows } = await db.execute<{ cents: string }>(sql`
      select sum(case when kind = 'invoice' then amount else -amount end) * 100 as cents
      from documents join document_lines on document_id = id
      where kind <> 'delivery_note' and issued_on between '2026-01-01' and '2026-06-30'`);
    for (const by of ["cut", "client", "zone", "week"] as const) {
      const found = await sales(db, admin, by, range);
      const cents = found.reduce((sum, row) => sum + row.cents, 0);
      expect(cents, by).toBe(Number(rows[0]?.cents));
    }
    for (const by of ["cut", "client", "order"] as const) {
      const amounts = (await sales(db, admin, by, range)).map(({ cents }) => cents);
      expect(amounts, by).toEqual(amounts.toSorted((one, other) => other - one));
    }
    const weeks = await sales(db, admin, "week", { from: "2026-02-01", to: "2026-02-14" });
    expect(weeks.map(({ name }) => name)).toEqual(["2026-02-02", "2026-02-09"]);
  });

  it("include each month's taxes, equal to the documents'", async () => {
    await invoice("80.00", "2026-04-30");
    const months = await taxesByMonth(db, admin, { from: "2026-04-01", to: "2026-05-31" });
    const { rows } = await db.execute<{ taxed: string; tax: string }>(sql`
      select sum(taxable) * 100 as taxed, sum(amount) * 100 as tax
      from documents join document_taxes on document_id = id
      where kind = 'invoice' and issued_on between '2026-04-01' and '2026-05-31'`);
    const sum = (of: (one: (typeof months)[number]) => number) =>
      months.reduce((all, one) => all + of(one), 0);
    expect(months[0]?.month).toBe("2026-04-01");
    expect(sum(({ salesCents }) => salesCents)).toBe(Number(rows[0]?.taxed));
    expect(sum(({ gstCents, pstCents }) => gstCents + pstCents)).toBe(Number(rows[0]?.tax));
  });
});

describe("a credit", () => {
  it("is subtracted with its taxes in its own month, from its own cut", async () => {
    const order = await insertOrder(db, customerId);
    const cut = `Sample Cut ${customerId}`;
    const item = await insertOrderItem(db, order.id, {
      productId: null,
      productName: cut,
      quantity: "10.00",
      pricePerLb: "10.01",
      taxCode: "GP",
    });
    await issueFor(db, order, new Date("2026-03-31T20:00:00Z"));
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    const march: WholeRange = { from: "2026-03-01", to: "2026-03-31" };
    const { from, to } = { from: pacificDay(new Date()), to: pacificDay(new Date()) };
    const before = (await taxesByMonth(db, admin, { from, to }))[0];
    // 12 % of $100.10, of which the rounded 5 % is GST.
    const [taxed] = await taxesByMonth(db, admin, march);
    expect(taxed).toMatchObject({ salesCents: 100_10, gstCents: 5_01, pstCents: 7_00 });
    const ask = {
      requestId: randomUUID(),
      item: item.id,
      reason: "short" as const,
      note: "",
      photoId: null,
      lb: "2.00",
      amount: null,
    };
    const id = await askCreditByStaff(db, admin, order.id, ask);
    const granted = {
      intent: "approve" as const,
      note: "",
      lines: [{ position: 0, lb: "2.00", amount: null }],
    };
    await decideCredit(db, admin, id, granted, shop);
    expect((await taxesByMonth(db, admin, march))[0]).toEqual(taxed);
    const [now] = await taxesByMonth(db, admin, { from, to });
    expect((now?.gstCents ?? 0) - (before?.gstCents ?? 0)).toBe(-1_00);
    expect((now?.pstCents ?? 0) - (before?.pstCents ?? 0)).toBe(-1_40);
    const ofCut = (await sales(db, admin, "cut", { from, to })).find(({ name }) => name === cut);
    expect(ofCut).toMatchObject({ cents: -20_02, hundredthsLb: -2_00 });
  });
});

describe("the range of days", () => {
  it("is the year to date by default", () => {
    expect(salesRange({}, "2026-11-26")).toEqual({ from: "2026-01-01", to: "2026-11-26" });
    expect(salesRange({ to: "2025-03-04" }, "2026-11-26").from).toBe("2025-01-01");
  });

  it("starts, a year before February 29, on February 28", () => {
    expect(yearBefore({ from: "2028-02-29", to: "2028-03-31" })).toEqual({
      from: "2027-02-28",
      to: "2027-03-31",
    });
  });

  it.each([
    ["2026-01-01", "2026-01-01", "2026-03-31"],
    ["2026-11-26", "2026-10-01", "2026-12-31"],
    ["2028-06-30", "2028-04-01", "2028-06-30"],
  ])("is, for the quarter of %s, %s to %s", (day, from, to) => {
    expect(quarterOf(day)).toEqual({ from, to });
  });
});
