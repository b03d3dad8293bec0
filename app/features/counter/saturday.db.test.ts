import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { askedAtTill } from "#app/domain/door/till/till.ts";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database } from "#db/database.ts";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillReceipts } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { tillMethods } from "#db/schema/values/tills.ts";
import { lineOf } from "#tests/setup/factories/tills.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { by, openForCounter, raise, shop } from "#tests/setup/rooms/counter-tests.ts";
import { correctTender, refundSale } from "./refund.server.ts";
import { type Sale, totalsOf } from "./sale.ts";
import { sell } from "./sell.server.ts";
import { getSession } from "./session.server.ts";
import { readSold } from "./sold.server.ts";

let db: Database;
let admin: Admin;
const { sale, openedTill, pickup, take, close, walkInBalance } = openForCounter((opened) => {
  ({ db, admin } = opened);
});

/** A payment in one way; in cash, the customer hands over 5 cents too much. */
const part = (...[method, cents]: Parameters<typeof by>) => ({
  ...by(method, cents),
  ...(method === "cash" && { tenderedCents: cents + 5 }),
});

function paid(number: number, totalCents: number): Sale["tenders"] {
  if (number % 3 === 1) return [part("terminal", totalCents)];
  if (number % 7 !== 2) return [part("cash", askedAtTill(totalCents, "cash"))];
  const half = Math.floor(totalCents / 2);
  return [part("etransfer", half), part("cash", askedAtTill(totalCents - half, "cash"))];
}

it("a Saturday's figures agree: 60 sales, 8 pickups, two tills, 20 minutes offline, a refund, a corrected payment, a drop", {
  timeout: 120_000,
}, async () => {
  const beef = await insertProduct(db, { name: "Chuck", pricePerLb: "11.37" });
  const rub = await insertProduct(db, { name: "Rub", pricePerLb: "7.99", taxCode: "GP" });
  for (const { id } of [beef, rub]) {
    await db.insert(productStock).values({ productId: id, tracking: "lb" });
  }
  const tills = [await openedTill(150_00), await openedTill(80_05)];
  const sales = Array.from({ length: 60 }, (_, number): Sale => {
    const beefLb = `${1 + (number % 5)}.${String((number * 37) % 100).padStart(2, "0")}`;
    const lines = [lineOf(beef, beefLb), ...(number % 4 === 0 ? [lineOf(rub, "0.53")] : [])];
    return sale(lines, {
      sessionId: tills[number % 2]?.sessionId ?? "",
      slip: 1 + Math.floor(number / 2),
      // The connection is down for some in the middle; these arrive later, some of them twice.
      isOffline: number >= 20 && number < 30,
      tenders: paid(number, totalsOf(lines).totalCents),
    });
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
    const { id, cents } = await pickup();
    pickedUp += cents;
    const typed = {
      requestId: randomUUID(),
      sessionId: tills[number % 2]?.sessionId ?? "",
      tenders: paid(number, cents),
    };
    await take(id, cents, typed);
    await take(id, cents, typed).catch(() => undefined);
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
  expect(await walkInBalance()).toBe(0);
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
    await close(till.sessionId, expected);
    expect((await getSession(db, admin, till.sessionId))?.closed).toMatchObject({
      expectedCents: expected,
      countedCents: expected,
      reason: "",
    });
  }
});
