import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { closeTill } from "#app/domain/door/till/tills.server.ts";
import { handOverAtTill } from "#app/features/runs/reports/report-by-staff.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillReceipts } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { tillMethods } from "#db/schema/values/tills.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOpenTill } from "#tests/setup/factories/tills.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { handOver } from "./pickups.server.ts";
import { correctTender, refundSale } from "./refund.server.ts";
import { type Sale, type SaleLine, totalsOf } from "./sale.ts";
import { sell } from "./sell.server.ts";
import { getDrawerToCount, getSession } from "./session.server.ts";
import { readSold } from "./sold.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const part = (method: Sale["tenders"][number]["method"], cents: number) => ({
  method,
  cents,
  tenderedCents: method === "cash" ? cents + 5 : null,
  reference: "",
});

function raise(): never {
  throw new Error("There is no report");
}

function paid(number: number, totalCents: number): Sale["tenders"] {
  if (number % 3 === 1) return [part("terminal", totalCents)];
  if (number % 7 !== 2) return [part("cash", askedAtTill(totalCents, "cash"))];
  const half = Math.floor(totalCents / 2);
  return [part("etransfer", half), part("cash", askedAtTill(totalCents - half, "cash"))];
}

it("60 sales, 8 pickups, two tills, 20 minutes without a line, a refund, a wrong tender, a drop: all agree", {
  timeout: 120_000,
}, async () => {
  const beef = await insertProduct(db, { name: "Chuck", pricePerLb: "11.37" });
  const rub = await insertProduct(db, { name: "Rub", pricePerLb: "7.99", taxCode: "GP" });
  for (const { id } of [beef, rub]) {
    await db.insert(productStock).values({ productId: id, tracking: "lb" });
  }
  const tills = [await insertOpenTill(db, admin, 150_00), await insertOpenTill(db, admin, 80_05)];
  const line = (of: typeof beef, value: string): SaleLine => ({
    productId: of.id,
    name: of.name,
    value,
    unit: "lb",
    tareG: 0,
    pieces: null,
    source: "typed",
    rawScan: "",
    serial: null,
    lotId: null,
    pricePerLb: of.pricePerLb,
    taxCode: of.taxCode,
  });
  const sales = Array.from({ length: 60 }, (_, number): Sale => {
    const beefLb = `${1 + (number % 5)}.${String((number * 37) % 100).padStart(2, "0")}`;
    const lines = [line(beef, beefLb), ...(number % 4 === 0 ? [line(rub, "0.53")] : [])];
    return {
      requestId: randomUUID(),
      sessionId: tills[number % 2]?.sessionId ?? "",
      slip: 1 + Math.floor(number / 2),
      device: 0,
      soldAt: new Date().toISOString(),
      // The connection is down for some in the middle; these arrive later, some of them twice.
      isOffline: number >= 20 && number < 30,
      lines,
      onAccount: null,
      mailTo: "",
      tenders: paid(number, totalsOf(lines).totalCents),
    };
  });
  const [online, cut] = [
    sales.filter(({ isOffline }) => !isOffline),
    sales.filter(({ isOffline }) => isOffline),
  ];
  const stored = new Map<string, { id: string; documentNumber: string }>();
  const send = async (sale: Sale) =>
    void stored.set(sale.requestId, await sell(db, admin, sale, shop));
  // Both tills at once, each in its own order.
  await Promise.all(
    [0, 1].map(async (till) => {
      for (const sale of online.filter(({ sessionId }) => sessionId === tills[till]?.sessionId)) {
        await send(sale);
      }
    }),
  );
  await Promise.all([...cut, ...cut.slice(0, 4)].map(send));

  let pickedUp = 0;
  for (let number = 0; number < 8; number += 1) {
    const { user } = await insertClient(db);
    const order = await insertFilledOrder(db, user.id, {
      status: "fulfilled",
      totalPrice: "86.40",
    });
    await issueFor(db, order);
    const cents = Number(
      (
        await db.execute<{ cents: string }>(sql`
          select open_cents as cents from invoice_balances
            join document_orders using (document_id) where order_id = ${order.id}`)
      ).rows[0]?.cents,
    );
    pickedUp += cents;
    const typed = {
      requestId: randomUUID(),
      sessionId: tills[number % 2]?.sessionId ?? "",
      seen: String(cents),
      tenders: paid(number, cents),
      rest: "",
      reason: "",
    };
    await handOver(db, admin, order.id, typed, shop, handOverAtTill);
    await handOver(db, admin, order.id, typed, shop, handOverAtTill).catch(() => undefined);
  }

  const [first, second] = [sales[0], sales[3]];
  const idOf = (sale: Sale | undefined) => stored.get(sale?.requestId ?? "")?.id ?? "";
  const refund = {
    requestId: randomUUID(),
    sessionId: tills[1]?.sessionId ?? "",
    lines: [{ position: 0, lb: "0.37" }],
    parts: [{ method: "cash" as const, cents: 4_20 }],
    reference: "",
    meat: "customer" as const,
    reason: "Not as expected",
    otherwise: "",
  };
  await refundSale(db, admin, idOf(first), refund, shop);
  const wrong = (await readSold(db, idOf(second)))?.receipts[0];
  await correctTender(db, admin, idOf(second), {
    requestId: randomUUID(),
    receiptId: wrong?.id ?? "",
    method: "terminal",
    reason: "It was the card",
  });
  const drop = { kind: "drop" as const, amount: 100_00, reason: "Noon" };
  const sessionId = tills[0]?.sessionId ?? "";
  await moveCash(db, admin, { requestId: randomUUID(), sessionId, ...drop });

  // Receipts: every number exists once, without gaps.
  const receipts = await db.select().from(documents).where(eq(documents.series, "R"));
  const numbers = receipts.map(({ number }) => number).sort((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  const billed = sumCents(sales, ({ lines }) => totalsOf(lines).totalCents);
  expect(sumCents(receipts, ({ total }) => toCents(total))).toBe(billed);

  // Tax: the receipts' taxes match their lines.
  const taxed = await db.execute<{ cents: string }>(sql`
    select (sum(tax.amount) * 100)::bigint as cents from document_taxes tax
      join documents on documents.id = document_id where series = 'R'`);
  const tax = sumCents(sales, ({ lines }) => sumCents(totalsOf(lines).taxes, ({ cents }) => cents));
  expect(Number(taxed.rows[0]?.cents)).toBe(tax);

  // Ledger: everything billed is paid except for refunds, and the tills' customers owe nothing.
  const { rows: left } = await db.execute<{ open: string }>(sql`
    select coalesce(sum(abs(cents) - allocated_cents), 0) as open from ledger_entries
      join tills on tills.customer_id = ledger_entries.customer_id`);
  expect(Number(left[0]?.open)).toBe(0);
  const money = await db
    .select({
      cents: tillReceipts.cents,
      rounding: tillReceipts.roundingCents,
      isTakenBack: sql<boolean>`exists (
        select from ledger_entries back where back.reverses_id = ${tillReceipts.entryId})`,
    })
    .from(tillReceipts);
  const stands = money.filter(({ isTakenBack }) => !isTakenBack);
  const given = await db.select().from(documents).where(eq(documents.kind, "credit_note"));
  expect(sumCents(stands, ({ cents, rounding }) => cents - rounding)).toBe(
    billed + pickedUp - sumCents(given, ({ total }) => toCents(total)),
  );

  // Stock: every pound sold left, and none came back.
  const moved = await db.select({ lb: stockEntries.lb }).from(stockEntries);
  const soldLb = sumCents(sales, ({ lines }) => sumCents(lines, ({ value }) => toCents(value)));
  expect(sumCents(moved, ({ lb }) => -toCents(lb))).toBe(soldLb);
  expect(await db.$count(orders, eq(orders.channel, "counter"))).toBe(60);

  // Drawers: each closes exactly on its own takings.
  for (const till of tills) {
    const report = await getSession(db, admin, till.sessionId);
    const own = report?.receipts.filter(
      ({ isTakenBack, method }) => !isTakenBack && method === "cash",
    );
    const cash = sumCents(own ?? [], ({ cents }) => cents);
    const out = till === tills[0] ? 100_00 : 0;
    const expected = (till === tills[0] ? 150_00 : 80_05) + cash - out;
    expect(report?.expectedCents).toBe(expected);
    // Its report leads from sales to takings, to the cent.
    const { soldCents, forOrdersCents, roundingCents, takenCents, givenBackCents, netCents } =
      report?.totals ?? raise();
    expect(report?.totals).toMatchObject({ onAccountCents: 0, otherwiseCents: 0 });
    expect(soldCents + forOrdersCents + roundingCents).toBe(takenCents);
    expect(takenCents - givenBackCents).toBe(netCents);
    expect(sumCents(tillMethods, (method) => report?.ways[method].netCents ?? 0)).toBe(netCents);
    expect(new Set(report?.forOrders.map(({ orderId }) => orderId)).size).toBe(4);
    const toCount = await getDrawerToCount(db, admin, till.sessionId);
    await closeTill(db, admin, {
      sessionId: till.sessionId,
      seen: toCount?.version ?? "",
      counted: expected,
      reason: "",
    });
    expect((await getSession(db, admin, till.sessionId))?.closed).toMatchObject({
      expectedCents: expected,
      countedCents: expected,
      reason: "",
    });
  }
});
