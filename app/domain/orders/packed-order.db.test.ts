import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { invoiceSheet } from "#app/domain/documents/invoice-words.ts";
import { addLineAtPacking } from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import type { Reading } from "#app/lib/amounts/net-weight.ts";
import { hundredthsLb, poundsOfPieces, sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { boxes, lots, packages } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { billPacked, closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { exportOrderLines } from "./lists/order-lines-export.server.ts";
import { getOrder, listOrders } from "./lists/orders.server.ts";
import { getOrderForAdmin } from "./lists/orders-admin.server.ts";
import { exportOrders } from "./lists/orders-export.server.ts";
import { amountCents, overCents, stateInWords } from "./order-line-words.ts";

// The packed amount is the same wherever an order is shown.

let database: OpenDatabase;
let admin: Admin;
let client: Client;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  client = await signedInClient(database.db);
});
afterAll(() => database.close());

const kg = (value: string): Reading => ({ value, unit: "kg" });
const lb = (value: string): Reading => ({ value, unit: "lb" });

/** Steaks at $24.99/lb, in pieces of 1.25 lb. */
const steaks = (orderedPieces: number) => ({
  soldBy: "piece" as const,
  orderedPieces,
  typicalPieceLb: "1.25",
  quantity: poundsOfPieces(orderedPieces, "1.25"),
});

async function place(...lines: Parameters<typeof insertOrderItem>[2][]) {
  return placeWithFee(null, ...lines);
}

/** Places an order with a delivery fee in dollars; its total is the estimate. */
async function placeWithFee(
  fee: { amount: string; taxCode: "Z" | "G" | "GP" } | null,
  ...lines: Parameters<typeof insertOrderItem>[2][]
) {
  const { db } = database;
  const order = await insertOrder(db, client.userId);
  const items = [];
  for (const [position, line] of lines.entries()) {
    items.push(await insertOrderItem(db, order.id, { position, ...line }));
  }
  if (fee) {
    const charge = { kind: "delivery_fee" as const, description: "Delivery", ...fee };
    await db.insert(orderCharges).values({ ...charge, orderId: order.id });
  }
  const { estimate: totalPrice } = await db.transaction((tx) => costsNow(tx, order.id));
  await db
    .update(orders)
    .set({ totalPrice, estimatedTotal: totalPrice })
    .where(eq(orders.id, order.id));
  return { id: order.id, items: items.map(({ id }) => id) };
}

/** Returns the order as shown on pages, lists, mail, invoice and files. */
async function everywhere(id: string) {
  const { db } = database;
  const page = await getOrder(db, client, id);
  const back = await getOrderForAdmin(db, admin, id);
  if (!page || !back) throw new Error("There is no such order");
  const invoice = await getInvoiceByToken(db, page.invoiceUrl?.replace("/invoices/", "") ?? "");
  if (!invoice) throw new Error("There is no invoice");
  const subject = `Order ${page.number} is packed: invoice ${invoice.invoiceNumber}`;
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.subject, subject));
  const listed = (await listOrders(db, client, { limit: 100 })).rows.find((row) => row.id === id);
  const lines = await exportedRows(exportOrderLines(db, admin, { q: id }));
  const [row] = await exportedRows(exportOrders(db, admin, { q: id }));
  return { page, back, invoice, mail: mail?.text ?? "", listed, lines, row };
}

/** Sums the printed amounts of each place, in cents without taxes. */
function sumsOf({ page, invoice, mail, lines, row }: Awaited<ReturnType<typeof everywhere>>) {
  const printed = linesOn(invoice).map(({ figures }) => figures.at(-1)?.[0] ?? "");
  const [, table = ""] = mail.split("What you are billed for\n");
  const [rows = ""] = table.split("\nTotal ");
  return {
    page:
      sumCents(page.items, (item) => (amountCents(page, item) ?? 0) - overCents(item)) +
      sumCents(page.charges, ({ amount }) => toCents(amount)),
    invoice: sumCents(printed, centsIn),
    mail: sumCents(rows.match(/-?\$[\d,]+\.\d\d$/gm) ?? [], centsIn),
    file:
      sumCents(lines, (line) => toCents(line["Billed (CAD)"] ?? "")) +
      toCents(row?.["Delivery fee (CAD)"] || "0"),
  };
}

const linesOn = (invoice: Parameters<typeof invoiceSheet>[0]) =>
  invoiceSheet(invoice).groups.flatMap(({ lines }) => lines);

const centsIn = (amount: string) => toCents(amount.replace(/[$,]/g, ""));

it("three packages of 456 g are 3.03 lb everywhere", async () => {
  const { db } = database;
  const { id, items } = await place(steaks(3));
  const [item = ""] = items;
  for (let count = 0; count < 3; count += 1) {
    await insertPackage(db, item, kg("0.456"), { pieces: 1 });
  }
  await closeLine(db, item);
  await billPacked(db, id);
  const { page, back, invoice, mail, listed, lines, row } = await everywhere(id);
  // 3.03 × 24.99 is 75.7197; 1,368 g are 3.02 lb.
  for (const order of [page, back]) {
    expect(order).toMatchObject({ totalPrice: "75.72", items: [{ packedLb: "3.03" }] });
    expect(order.items[0]?.packages).toMatchObject(Array(3).fill({ netLb: "1.01", netG: 456 }));
  }
  expect(linesOn(invoice)).toEqual([
    {
      number: "1",
      item: "Ribeye Steak",
      notes: ["1.01 + 1.01 + 1.01 lb"],
      figures: [
        ["3 pieces", "about 3.75 lb"],
        ["3.03 lb", "in 3 packages"],
        ["$24.99"],
        ["$75.72"],
      ],
    },
  ]);
  expect(mail).toContain(
    "  Packed 3.03 lb (you asked for about 3.75 lb) × $24.99/lb        $75.72\n",
  );
  expect(listed).toMatchObject({ totalPrice: "75.72", weightLb: "3.03" });
  expect(lines).toMatchObject([
    {
      "Ordered pieces": "3",
      "Quantity (lb)": "3.75",
      "Subtotal (CAD)": "93.71",
      "Packed (lb)": "3.03",
      "Billed (CAD)": "75.72",
      State: "packed",
    },
  ]);
  expect(row).toMatchObject({
    "Weight (lb)": "3.03",
    "Total (CAD)": "75.72",
    "Estimate (CAD)": "93.71",
  });
});

it("shows short, replaced, dropped, overweight and taxed lines alike everywhere", async () => {
  const { db } = database;
  const { id, items } = await place(
    { productName: "Oxtail", quantity: "10.00", pricePerLb: "9.35" },
    { productName: "Brisket", quantity: "5.00", pricePerLb: "8.00" },
    { productName: "Picanha", quantity: "3.00", pricePerLb: "15.00" },
    { productName: "Ribeye Steak", ...steaks(2) },
    { productName: "Tenderloin Steak", ...steaks(1) },
    { productName: "Bones", quantity: "2.00", pricePerLb: "5.00", taxCode: "G" },
  );
  const [oxtail = "", brisket = "", picanha = "", ribeye = "", tenderloin = "", bones = ""] = items;
  const chuck = await insertOrderItem(db, id, {
    position: 6,
    productName: "Chuck Roast",
    quantity: "5.00",
    pricePerLb: "7.00",
    substitutesItemId: brisket,
  });
  await insertPackage(db, oxtail, lb("6.20"));
  await closeLine(db, oxtail, { packState: "short", packNote: "ran out" });
  await closeLine(db, brisket, { packState: "substituted" });
  await closeLine(db, picanha, { packState: "dropped", packNote: "no delivery" });
  await insertPackage(db, ribeye, lb("3.10"), { pieces: 2 });
  await closeLine(db, ribeye, { overDecision: "bill_promise" });
  await insertPackage(db, tenderloin, lb("1.60"), { pieces: 1 });
  await closeLine(db, tenderloin, { overDecision: "customer_agreed", packNote: "By telephone" });
  await insertPackage(db, bones, lb("2.00"));
  await closeLine(db, bones);
  await insertPackage(db, chuck.id, lb("5.25"));
  await closeLine(db, chuck.id);
  await billPacked(db, id);

  const shown = await everywhere(id);
  const { page, back, invoice, mail, lines, row } = shown;
  // 57.97 + 0 + 0 + 77.47 - 8.74 + 39.98 + 10.00 + 36.75, and 5% of the bones.
  expect(sumsOf(shown)).toEqual({ page: 21343, invoice: 21343, mail: 21393, file: 21343 });
  for (const order of [page, back]) {
    expect(order).toMatchObject({
      totalPrice: "213.93",
      taxes: [{ label: "GST 5%", amount: "0.50" }],
    });
  }
  expect(invoice).toMatchObject({ subtotal: "213.43", total: "213.93" });
  expect(mail).toMatch(/\nTotal +\$213\.93\n/);
  expect(row).toMatchObject({ "Total (CAD)": "213.93", "Weight (lb)": "18.15" });
  expect(lines.map((line) => line.State)).toEqual([
    ...["short", "substituted", "dropped", "packed", "packed", "packed", "packed"],
  ]);
  // Pages use the same words as the invoice.
  const remarks = invoice.lines.filter(({ unit }) => unit === "lb").map(({ remark }) => remark);
  const states = page.items.map((item) => stateInWords(page, item, page.items));
  expect(remarks).toEqual([
    "Less than ordered: ran out",
    "Replaced by Chuck Roast",
    "Not available: no delivery",
    ...["", "", ""],
    "In place of Brisket",
  ]);
  expect(states.map((state) => (state === "Over weight, as agreed" ? "" : state))).toEqual(remarks);
  expect(invoice.lines[4]).toMatchObject({
    description: "Over weight, no charge",
    amount: "-8.74",
  });
});

it("a line added at packing is in the estimate, a substitute is not", async () => {
  const { db } = database;
  const product = await insertProduct(db, { name: "Bones", pricePerLb: "5.00" });
  const { id, items } = await place(steaks(3));
  await db.update(orders).set({ allowsSubstitutes: true }).where(eq(orders.id, id));
  const bones = {
    kind: "add" as const,
    productId: product.id,
    amount: "2.00",
    over: null,
    note: "",
  };
  const [extra, substitute] = [randomUUID(), randomUUID()];
  const add = (requestId: string, substitutes: string | null) =>
    addLineAtPacking(db, admin, id, { ...bones, requestId, substitutes }, sampleShop());
  await add(extra, null);
  await add(extra, null);
  await add(substitute, items[0] ?? "");
  const page = await getOrder(db, client, id);
  expect(page?.items.map((item) => page && amountCents(page, item))).toEqual([9371, 1000, null]);
  expect(page?.totalPrice).toBe("103.71");
  const listed = (await listOrders(db, client)).rows.find((row) => row.id === id);
  expect(listed?.totalPrice).toBe("103.71");
});

it("a fee appears everywhere as a line with a tax of its own", async () => {
  const { db } = database;
  const oxtail = { productName: "Oxtail", quantity: "10.00", pricePerLb: "9.35" };
  const { id, items } = await placeWithFee({ amount: "12.00", taxCode: "G" }, oxtail);
  expect(await getOrder(db, client, id)).toMatchObject({ totalPrice: "106.10" });
  await insertPackage(db, items[0] ?? "", lb("10.20"));
  await closeLine(db, items[0] ?? "");
  await billPacked(db, id);
  const shown = await everywhere(id);
  // 95.37, the fee, and 5% of the fee.
  expect(sumsOf(shown)).toEqual({ page: 10737, invoice: 10737, mail: 10797, file: 10737 });
  expect(shown.invoice).toMatchObject({ subtotal: "107.37", total: "107.97" });
  expect(shown.invoice.lines.at(-1)).toMatchObject({
    description: "Delivery",
    unit: "each",
    packed: "1.00",
    unitPrice: "12.00",
    amount: "12.00",
    taxCode: "G",
  });
  expect(shown.page).toMatchObject({ totalPrice: "107.97", taxes: [{ amount: "0.60" }] });
  expect(shown.back.totalPrice).toBe("107.97");
  expect(shown.row).toMatchObject({ "Total (CAD)": "107.97", "Delivery fee (CAD)": "12.00" });
});

describe("the packages on the order's page", () => {
  it("appear with lot and box once they are weighed, without voided ones", async () => {
    const { db } = database;
    const { id, items } = await place(steaks(2));
    const [item = ""] = items;
    const [lot] = await db
      .insert(lots)
      .values({ code: "L-2231", supplier: "Sample Farm" })
      .returning();
    const [box] = await db.insert(boxes).values({ orderId: id, number: 2 }).returning();
    const first = await insertPackage(db, item, kg("0.585"), {
      pieces: 1,
      lotId: lot?.id,
      boxId: box?.id,
      packedAt: new Date("2026-11-20T14:00:00Z"),
    });
    const wrong = await insertPackage(db, item, lb("12.90"));
    await db
      .update(packages)
      .set({ voidedAt: new Date(), voidedBy: admin.userId })
      .where(eq(packages.id, wrong.id));
    const [shown] = (await getOrder(db, client, id))?.items ?? [];
    expect(shown).toMatchObject({ packState: "open", packedLb: "1.29", packedPieces: 1 });
    expect(shown?.packages).toEqual([
      {
        id: first.id,
        netLb: "1.29",
        netG: 585,
        pieces: 1,
        lot: "L-2231",
        box: 2,
        packedAt: new Date("2026-11-20T14:00:00Z"),
        source: "typed",
      },
    ]);
  });

  it("don't include those of another order", async () => {
    const { db } = database;
    const [one, other] = [await place(steaks(1)), await place(steaks(1))];
    await insertPackage(db, other.items[0] ?? "", lb("1.20"));
    expect((await getOrder(db, client, one.id))?.items[0]?.packages).toEqual([]);
  });
});

it("every place adds up to the total, for 50 random orders", { timeout: 120_000 }, async () => {
  const { db } = database;
  const weight = fc.integer({ min: 5, max: 3000 }).map((lb) => toPounds(hundredthsLb(lb)));
  const line = fc.record({
    pieces: fc.option(fc.integer({ min: 1, max: 12 })),
    quantity: fc.integer({ min: 1, max: 5000 }).map((lb) => toPounds(hundredthsLb(lb))),
    pricePerLb: fc.integer({ min: 1, max: 9999 }).map(toDollars),
    weights: fc.array(weight, { maxLength: 4 }),
    overDecision: fc.constantFrom("bill_promise" as const, "customer_agreed" as const),
    taxCode: fc.constantFrom("Z" as const, "G" as const, "GP" as const),
  });
  const fee = fc.option(
    fc.record({
      amount: fc.integer({ min: 1, max: 5000 }).map(toDollars),
      taxCode: fc.constantFrom("Z" as const, "G" as const, "GP" as const),
    }),
  );
  const some = fc.array(line, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(some, fee, async (lines, charged) => {
      const { id, items } = await placeWithFee(
        charged,
        ...lines.map(({ pieces, quantity, pricePerLb, taxCode }) => ({
          ...(pieces === null ? { quantity } : steaks(pieces)),
          pricePerLb,
          taxCode,
        })),
      );
      for (const [index, { weights, overDecision }] of lines.entries()) {
        const item = items[index] ?? "";
        for (const value of weights) await insertPackage(db, item, lb(value));
        const packState = weights.length > 0 ? "packed" : "dropped";
        await closeLine(db, item, { packState, overDecision });
      }
      await billPacked(db, id);
      const shown = await everywhere(id);
      const taxes = sumCents(shown.page.taxes, ({ amount }) => toCents(amount));
      const [billed] = await db.select().from(orders).where(eq(orders.id, id));
      const total = toCents(billed?.totalPrice ?? "");
      const lineSum = total - taxes;
      const sums = { page: lineSum, invoice: lineSum, mail: total, file: lineSum };
      expect(sumsOf(shown)).toEqual(sums);
      expect(shown.invoice.total).toBe(billed?.totalPrice);
      expect(shown.row?.["Total (CAD)"]).toBe(billed?.totalPrice);
      const lines2 = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
      const pounds = sumLb(lines2.map(({ packedLb }) => packedLb));
      expect(shown.row?.["Weight (lb)"]).toBe(toPounds(pounds));
    }),
    { numRuns: 50 },
  );
});
