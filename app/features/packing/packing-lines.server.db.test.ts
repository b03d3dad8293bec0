import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import * as raising from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import {
  fulfilOrder,
  fulfilPackedOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import { addPackage, voidPackage } from "#app/domain/packages/packages.server.ts";
import type { OpOf } from "#app/domain/packages/station-ops.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import type { Database } from "#db/database.ts";
import { documentLines, documents } from "#db/schema/money/documents.ts";
import { customerPriceLists, priceListItems, priceLists } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { documentsOf } from "#tests/setup/factories/orders.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import {
  finishLine,
  op,
  openForPacking,
  shop,
  threePieces,
  weighed,
} from "#tests/setup/rooms/packing-tests.ts";

let db: Database;
let admin: Admin;
let other: Admin;
const { place, line, version, finish } = openForPacking((opened) => {
  ({ db, admin, other } = opened);
});

const addLineAtPacking = (of: Database, staff: Admin, id: string, what: OpOf<"add">) =>
  raising.addLineAtPacking(of, staff, id, what, shop);

it("the station gets no prices", async () => {
  const { id } = await place({}, threePieces);
  const order = await getStationOrder(db, admin, id);
  expect(order?.lines.map(({ mostLb }) => mostLb)).toEqual(["11.00", "4.12"]);
  const told = JSON.stringify(order);
  // Price, estimates and promises of both lines, and of the order.
  for (const figure of ["24.99", "249.90", "274.89", "93.71", "103.08", "343.61"]) {
    expect(told).not.toContain(figure);
  }
  expect(told).not.toMatch(/price|amount|total|cents|subtotal/i);
});

describe("finishLine", () => {
  it("marks a line as packed within the tolerance, short below it and dropped without a package", async () => {
    const { id, items } = await place({}, {}, {});
    const [packed, short, dropped] = items.map((one) => one.id) as [string, string, string];
    await addPackage(db, admin, id, weighed(packed, "9.1"));
    await addPackage(db, admin, id, weighed(short, "8.9"));
    await finish(id, packed);
    expect(await reasonOf(finish(id, short))).toBe("under");
    await finish(id, short, { isShort: true, note: "none left" });
    expect(await reasonOf(finish(id, dropped))).toBe("under");
    await finish(id, dropped, { isShort: true });
    const states = await Promise.all([packed, short, dropped].map(line));
    expect(states.map(({ packState, knownLb }) => [packState, knownLb])).toEqual([
      ["packed", "9.10"],
      ["short", "8.90"],
      ["dropped", "0.00"],
    ]);

    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const [invoice] = await documentsOf(db, id);
    const lines = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""))
      .orderBy(asc(documentLines.position));
    expect(lines).toMatchObject([
      { ordered: "10.00", packed: "9.10", amount: "227.41", packages: 1, remark: "" },
      { packed: "8.90", amount: "222.41", remark: "Less than ordered: none left" },
      { packed: "0.00", amount: "0.00", remark: "Not available" },
    ]);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ status: "fulfilled", totalPrice: "449.82" });
  });

  it("needs an approval above the promise, which is stored and audited", async () => {
    const { id, items } = await place({}, {});
    const [billed, agreed] = items.map((one) => one.id) as [string, string];
    for (const item of [billed, agreed]) await addPackage(db, admin, id, weighed(item, "11.5"));
    expect(await reasonOf(finish(id, billed))).toBe("over");
    expect(await reasonOf(finish(id, agreed, { over: "customer_agreed" }))).toBe("over");
    await finish(id, billed, { over: "bill_promise" });
    await finish(id, agreed, { over: "customer_agreed", note: "Sample Contact, by telephone" });
    const kept = db.update(orderItems).set({ overDecision: null }).where(eq(orderItems.id, billed));
    expect(await refusalOf(kept)).toBe("order_items_promise_kept");
    const entries = await auditEntries(db, "order", id);
    expect(entries.map(({ action }) => action)).toEqual(["over the promise", "over the promise"]);

    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const [invoice] = await documentsOf(db, id);
    // 274.89 promised + 287.39 agreed
    expect(invoice).toMatchObject({ total: "562.28", lineCount: 3 });
    const lines = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""))
      .orderBy(asc(documentLines.position));
    expect(lines).toMatchObject([
      { amount: "287.39" },
      { description: "Over weight, no charge", unit: "each", packed: "-1.00", amount: "-12.50" },
      { amount: "287.39" },
    ]);
  });

  it("is refused if somebody packed in the meantime, and undone by a further package", async () => {
    const { id, item } = await place({});
    await addPackage(db, admin, id, weighed(item, "7.6"));
    await addPackage(db, other, id, weighed(item, "2.4"));
    const stale = finishLine(db, admin, id, op("finish", { itemId: item, seenLb: "7.60" }));
    await expect(stale).rejects.toThrow("Someone added 2.40 lb meanwhile");
    await finish(id, item);
    const before = await version(id);
    await finish(id, item);
    expect(await version(id)).toBe(before);
    await addPackage(db, other, id, weighed(item, "0.5"));
    expect(await line(item)).toMatchObject({ packState: "open", packedLb: "10.50" });
    await finish(id, item);
    await reopenLine(db, admin, id, op("reopen", { itemId: item }));
    expect(await line(item)).toMatchObject({ packState: "open" });
  });
});

describe("addLineAtPacking", () => {
  it("substitutes once, at no more than the ordered price, and keeps the ordered line", async () => {
    const { id, item } = await place({});
    const dear = await insertProduct(db, { slug: `dear-${randomUUID()}`, pricePerLb: "39.99" });
    const requestId = randomUUID();
    const substitute = op("add", {
      requestId,
      productId: dear.id,
      amount: "10",
      substitutes: item,
      note: "out of ribeye",
    });
    await addLineAtPacking(db, admin, id, substitute);
    await addLineAtPacking(db, admin, id, substitute);
    expect(await line(requestId)).toMatchObject({
      quantity: "10.00",
      pricePerLb: "24.99",
      substitutesItemId: item,
      position: 1,
    });
    expect(await line(item)).toMatchObject({ packState: "substituted", packNote: "out of ribeye" });
    await addPackage(db, admin, id, weighed(requestId, "10"));
    await finish(id, requestId);
    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    expect(await documentsOf(db, id)).toMatchObject([{ total: "249.90", lineCount: 2 }]);
  });

  it("blocks the replaced line until it is reopened", async () => {
    const { id, item } = await place({});
    const product = await insertProduct(db, { slug: `instead-${randomUUID()}` });
    const first = weighed(item, "2");
    await addPackage(db, admin, id, first);
    const sent = op("add", {
      requestId: randomUUID(),
      productId: product.id,
      amount: "8",
      substitutes: item,
    });
    await addLineAtPacking(db, admin, id, sent);
    expect(await reasonOf(addPackage(db, admin, id, weighed(item, "2")))).toBe("replaced");
    expect(await reasonOf(finish(id, item))).toBe("replaced");
    await voidPackage(db, admin, id, op("void", { packageId: first.requestId }));
    expect(await line(item)).toMatchObject({ packState: "substituted", packedLb: "0.00" });

    const weighedInstead = weighed(sent.requestId, "3");
    await addPackage(db, admin, id, weighedInstead);
    const bringBack = () => reopenLine(db, admin, id, op("reopen", { itemId: item }));
    expect(await reasonOf(bringBack())).toBe("changed");
    await voidPackage(db, admin, id, op("void", { packageId: weighedInstead.requestId }));
    await bringBack();
    expect(await line(item)).toMatchObject({ packState: "open" });
    expect(await line(sent.requestId)).toMatchObject({ packState: "dropped" });
    // Nothing of this one is weighed, as if it had never been in the order.
    const again = { ...sent, requestId: randomUUID() };
    await addLineAtPacking(db, admin, id, again);
    await bringBack();
    expect(await db.$count(orderItems, eq(orderItems.id, again.requestId))).toBe(0);
    const actions = (await auditEntries(db, "order", id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "brought back")).toHaveLength(2);
  });

  it("keeps to the replaced line's promise, or needs the client's approval", async () => {
    const { id, items } = await place({}, {});
    const [item, overdone] = items.map((one) => one.id) as [string, string];
    const product = await insertProduct(db, { slug: `more-${randomUUID()}`, pricePerLb: "24.99" });
    const substitute = (over: object) =>
      op("add", { requestId: randomUUID(), productId: product.id, substitutes: item, ...over });
    await addPackage(db, admin, id, weighed(item, "4"));
    // 11.00 lb are promised, 4.00 are packed.
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute({ amount: "7.5" })))).toBe(
      "over",
    );
    const agreed = { amount: "7.5", over: "customer_agreed" };
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute(agreed)))).toBe("over");
    const sent = substitute({ amount: "6.8" });
    await addLineAtPacking(db, admin, id, sent);
    const stored = await line(sent.requestId);
    expect(Number(stored.promisedAmount)).toBeLessThanOrEqual(274.89 - 99.96);
    await addPackage(db, admin, id, weighed(sent.requestId, "7.1"));
    expect(await reasonOf(finish(id, sent.requestId))).toBe("over");

    // Too much of it was packed before it was to be replaced.
    await addPackage(db, admin, id, weighed(overdone, "11.5"));
    const little = { amount: "0.5", substitutes: overdone };
    expect(await reasonOf(addLineAtPacking(db, admin, id, substitute(little)))).toBe("over");
    const forced = db
      .update(orderItems)
      .set({ packState: "substituted" })
      .where(eq(orderItems.id, overdone));
    expect(await refusalOf(forced)).toBe("order_items_promise_kept");
    const yes = { ...little, over: "customer_agreed", note: "Sample Contact, by phone" };
    await addLineAtPacking(db, admin, id, substitute(yes));
    expect(await line(overdone)).toMatchObject({ overDecision: "customer_agreed" });
  });

  it("refuses substitutes if the client accepts none, and products that aren't sold", async () => {
    const { id, item } = await place({});
    const product = await insertProduct(db, { slug: `other-${randomUUID()}` });
    const gone = await insertProduct(db, { slug: `gone-${randomUUID()}`, isActive: false });
    const add = (over: object) =>
      addLineAtPacking(
        db,
        admin,
        id,
        op("add", { requestId: randomUUID(), productId: product.id, amount: "5", ...over }),
      );
    await db.update(orders).set({ allowsSubstitutes: false }).where(eq(orders.id, id));
    expect(await reasonOf(add({ substitutes: item }))).toBe("no substitutes");
    expect(await reasonOf(add({ productId: gone.id }))).toBe("product gone");
    const kept = await insertProduct(db, { slug: `kept-${randomUUID()}` });
    await refuseTo(id, kept.id);
    expect(await reasonOf(add({ productId: kept.id }))).toBe("product gone");
    expect(await reasonOf(add({}))).toBe("accepted");
  });
});

async function refuseTo(orderId: string, productId: string): Promise<void> {
  const list = { name: `List ${randomUUID()}`, startsOn: "2020-01-01" };
  const [stored] = await db.insert(priceLists).values(list).returning({ listId: priceLists.id });
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!stored || !order) throw new Error("Not there");
  await db.insert(customerPriceLists).values({ ...stored, customerId: order.customerId, rank: 1 });
  await db
    .insert(priceListItems)
    .values({ ...stored, productId, isOffered: false, pricePerLb: null });
}

describe("fulfilPackedOrder", () => {
  it("refuses changed orders and open lines, and cancels an order without packages", async () => {
    const { id, item } = await place({});
    const finalise = async (seen?: number) =>
      fulfilPackedOrder(db, admin, { id, version: seen ?? (await version(id)) }, shop);
    await expect(finalise()).rejects.toMatchObject({ code: "open lines" });
    await addPackage(db, admin, id, weighed(item, "10"));
    await expect(finalise(0)).rejects.toMatchObject({ code: "changed" });
    await expect(finalise()).rejects.toMatchObject({ code: "open lines" });
    const [one] = await db.select().from(packages).where(eq(packages.orderItemId, item));
    await voidPackage(db, admin, id, op("void", { packageId: one?.id ?? "" }));
    await finish(id, item, { isShort: true });
    expect(await finalise()).toBeNull();
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ status: "cancelled" });
    expect(await documentsOf(db, id)).toEqual([]);
  });

  it("leaves no gap in invoice numbers if nothing is invoiced", async () => {
    const { id, item } = await place({});
    await finish(id, item, { isShort: true });
    await fulfilPackedOrder(db, admin, { id, version: await version(id) }, shop);
    const { rows } = await db.execute<{ last: number; count: string }>(sql`
      select last_number as last, (select count(*) from ${documents}) as count
      from document_series where series = 'INV'`);
    expect(Number(rows[0]?.count)).toBe(rows[0]?.last);
  });

  it("without weighing bills ordered pounds, and refuses products sold by the piece", async () => {
    const byThePound = await place({});
    await fulfilOrder(db, admin, byThePound.id, shop);
    const [invoice] = await documentsOf(db, byThePound.id);
    const [billed] = await db
      .select()
      .from(documentLines)
      .where(eq(documentLines.documentId, invoice?.id ?? ""));
    expect(billed).toMatchObject({ packed: "10.00", packages: null, remark: "Weight as ordered" });
    const [assumed] = await db
      .select()
      .from(packages)
      .where(eq(packages.orderItemId, byThePound.item));
    expect(assumed).toMatchObject({ source: "assumed", netLb: "10.00", netG: 4536 });

    const pieces = await place(threePieces, {});
    const refused = fulfilOrder(db, admin, pieces.id, shop);
    await expect(refused).rejects.toThrow("Weigh these lines first: Ribeye Steak");
    expect(await line(pieces.items[1]?.id ?? "")).toMatchObject({ packState: "open" });
  });
});
