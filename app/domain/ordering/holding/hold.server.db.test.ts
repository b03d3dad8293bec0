import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client, Staff } from "#app/domain/access/capability.ts";
import { listAccounts } from "#app/domain/ledger/accounts.server.ts";
import { getCreditStanding } from "#app/domain/ledger/exposure.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { holdOrder } from "#app/domain/orders/holds.server.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import {
  getOrderForAdmin,
  listOrdersForAdmin,
} from "#app/domain/orders/lists/orders-admin.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { endCardHold } from "#app/domain/payments/order-payments.server.ts";
import { ordersToPack } from "#app/features/packing/packing-day.server.ts";
import { formatCents, toCents } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { customers } from "#db/schema/customers.ts";
import { zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { orderCharges, orderHolds, orderItems, orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, problemsOf, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeOrder } from "../changing/change-order.server.ts";
import { changeDay } from "../delivery/change-day.server.ts";
import { asSeen } from "../delivery/day-prices.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { releaseOrder, releaseProblem } from "./release-order.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
/** $10.00/lb with a tolerance of 0%, so that ten pounds cost at most $100.00. */
let chuck: typeof products.$inferSelect;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  chuck = await insertProduct(db, { name: "Chuck", pricePerLb: "10.00", overCapPct: 0 });
});
afterAll(() => database.close());

const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

async function clientWith(terms: Partial<typeof customers.$inferInsert>): Promise<Client> {
  const client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  // An existing client, since a new client's orders can't be fulfilled either.
  await insertOrder(db, client.customerId, { totalPrice: "0.00", status: "cancelled" });
  await db
    .update(customers)
    .set({ phone: "604-555-0101", ...terms })
    .where(eq(customers.id, client.customerId));
  return client;
}

function place(client: Client, pounds: string, more: { poNumber?: string } = {}) {
  return placeOrder(db, client, { ...askedOrder(askFor(chuck, pounds)), ...more }, rules);
}

describe("the credit limit", () => {
  it("allows only as many of 8 concurrent orders as the last $500 cover", async () => {
    const client = await clientWith({ creditLimit: "500.00" });
    const placed = await Promise.all(Array.from({ length: 8 }, () => place(client, "20")));
    const held = placed.filter(({ holds }) => holds.length > 0);
    expect(placed).toHaveLength(8);
    expect(held).toHaveLength(6);
    expect(held.every(({ holds }) => holds.join() === "credit")).toBe(true);
    expect(await getCreditStanding(db, admin, client.customerId)).toEqual({
      isHeld: false,
      isPrepaid: false,
      limitCents: 500_00,
      owedCents: 0,
      orderedCents: 8 * 200_00,
      overdueCents: 0,
    });
  });

  it("counts the promised maximum, and an invoice instead of its order", async () => {
    const roast = await insertProduct(db, { name: "Roast", pricePerLb: "10.00", overCapPct: 10 });
    const client = await clientWith({ creditLimit: "209.99" });
    const first = await placeOrder(db, client, askedOrder(askFor(roast, "10")), rules);
    expect(first.holds).toEqual([]);
    await issueFor(db, first);
    const standing = await getCreditStanding(db, admin, client.customerId);
    expect(standing).toMatchObject({ owedCents: 100_00, orderedCents: 0 });
    const second = await placeOrder(db, client, askedOrder(askFor(roast, "10")), rules);
    expect(second.holds).toEqual(["credit"]);
  });

  it("counts a stop's orders together, without the fee once they reach free delivery", async () => {
    const client = await clientWith({ creditLimit: "405.00" });
    const day = { fee: "12.00", freeFrom: "400.00" };
    const zone = await insertServedZone(db, { kind: "pickup", place: "Behind the barn", day });
    const order = () =>
      placeOrder(
        db,
        client,
        { ...askedOrder(askFor(chuck, "20")), day: `${zone.id} ${dayIn(3)}` },
        rules,
      );
    const [first, second] = [await order(), await order()];
    expect([first.holds, second.holds]).toEqual([[], []]);
    const standing = await getCreditStanding(db, admin, client.customerId);
    expect(standing).toMatchObject({ orderedCents: 400_00 });
    expect((await order()).holds).toEqual(["credit"]);
    await db.update(zones).set({ isActive: false }).where(eq(zones.id, zone.id));
  });

  it("is applied the same way in the list of customers over it, with charges and without replaced lines", async () => {
    const client = await clientWith({ creditLimit: "112.00" });
    const { id } = await place(client, "10");
    await db.insert(orderCharges).values({
      orderId: id,
      kind: "delivery_fee",
      description: "Delivery",
      amount: "12.00",
      taxCode: "Z",
    });
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    if (!line) throw new Error("The order has no line");
    await db.update(orderItems).set({ packState: "substituted" }).where(eq(orderItems.id, line.id));
    await insertOrderItem(db, id, {
      productId: chuck.id,
      quantity: "10.00",
      overCapPct: 0,
      position: 1,
      pricePerLb: "10.00",
    });
    const isOver = async () => {
      const { rows } = await listAccounts(db, admin, { view: "over" });
      return rows.some(({ customerId }) => customerId === client.customerId);
    };
    const { orderedCents, owedCents } = await getCreditStanding(db, admin, client.customerId);
    expect([orderedCents, owedCents, await isOver()]).toEqual([112_00, 0, false]);
    await db.update(orderCharges).set({ amount: "12.01" }).where(eq(orderCharges.orderId, id));
    expect(await isOver()).toBe(true);
  });

  it("does not count cancelled orders", async () => {
    const client = await clientWith({ creditLimit: "100.00" });
    const first = await place(client, "10");
    await cancelOrder(db, admin, first.id, shop);
    expect((await place(client, "10")).holds).toEqual([]);
  });

  it("gives a repeated request the same answer", async () => {
    const client = await clientWith({ creditLimit: "0.00" });
    const input = askedOrder(askFor(chuck, "1"));
    const placed = await placeOrder(db, client, input, rules);
    await db
      .update(customers)
      .set({ creditLimit: null })
      .where(eq(customers.id, client.customerId));
    expect(await placeOrder(db, client, input, rules)).toEqual(placed);
    expect(placed.holds).toEqual(["credit"]);
  });
});

describe("overdue invoices", () => {
  async function owing(graceDays: number | null, daysAgo: number) {
    const client = await clientWith({ graceDays, termsKind: "net", termsDays: 0 });
    const order = await insertOrder(db, client.customerId, { totalPrice: "50.00" });
    await issueFor(db, order, new Date(Date.now() - daysAgo * 86_400_000));
    await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
    return client;
  }

  it("hold an order once the days of grace are over", async () => {
    expect((await place(await owing(5, 5), "1")).holds).toEqual([]);
    expect((await place(await owing(5, 6), "1")).holds).toEqual(["overdue"]);
    expect((await place(await owing(0, 1), "1")).holds).toEqual(["overdue"]);
  });

  it("hold no order of a customer without days of grace", async () => {
    expect((await place(await owing(null, 400), "1")).holds).toEqual([]);
  });
});

describe("a held order", () => {
  it("is shown as held to client and staff, is missing from the packing list, and can't be packed or fulfilled", async () => {
    const client = await clientWith({ isHeld: true, holdNote: "Talk to them first" });
    const { id } = await place(client, "10");
    expect((await getOrder(db, client, id))?.holds).toEqual(["manual"]);
    expect(await getOrderForAdmin(db, admin, id)).toMatchObject({
      holds: ["manual"],
      holdHistory: [{ reason: "manual", releasedAt: null }],
    });
    const list = await listOrdersForAdmin(db, admin, { held: "hold" });
    expect(list.rows.map((row) => row.id)).toContain(id);
    const toPack = async () => (await ordersToPack(db, admin, withoutDay)).map((order) => order.id);
    expect(await toPack()).not.toContain(id);
    await expect(fulfilOrder(db, admin, id, shop)).rejects.toMatchObject({ code: "held" });
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const packing = addPackage(db, admin, id, {
      kind: "package",
      itemId: item?.id ?? "",
      requestId: crypto.randomUUID(),
      value: "10",
      unit: "lb",
      isNet: true,
      isSure: true,
      pieces: null,
      source: "typed",
      rawScan: "",
      serial: null,
      lotId: null,
      boxId: null,
    });
    await expect(packing).rejects.toThrow("This order is on hold. Nothing was changed.");
    // Not even by bypassing the shop's code.
    const forced = db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, id));
    await expect(forced).rejects.toThrow();

    await releaseOrder(
      db,
      admin,
      { id, reason: "manual", note: "Paid at the door" },
      shop,
      officeSettings.defaults,
    );

    expect(await toPack()).toContain(id);
    expect((await getOrder(db, client, id))?.holds).toEqual([]);
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, "hold released")));
    expect(entry?.after).toEqual({
      reason: "The client is held",
      note: "Paid at the door",
    });
    const mails = await db
      .select({ subject: mailOutbox.subject })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, client.email));
    expect(mails.map(({ subject }) => subject)).toContain(
      `Order ${await numberOfOrder(db, id)} is no longer on hold`,
    );
    await fulfilOrder(db, admin, id, shop);
  });

  it("is released once by two concurrent requests, and can be cancelled", async () => {
    const client = await clientWith({ isHeld: true });
    const { id } = await place(client, "10");
    const release = () =>
      releaseOrder(
        db,
        admin,
        { id, reason: "manual", note: "Agreed" },
        shop,
        officeSettings.defaults,
      );
    const both = await Promise.allSettled([release(), release()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(release()).rejects.toMatchObject({ code: "not pending" });
    const unknown = { id: crypto.randomUUID(), reason: "manual" as const, note: "Agreed" };
    await expect(
      releaseOrder(db, admin, unknown, shop, officeSettings.defaults),
    ).rejects.toMatchObject({ code: "gone" });
    const other = await place(client, "10");
    await cancelOrder(db, admin, other.id, shop);
  });
});

describe("a changed order", () => {
  async function changeTo(id: string, quantity: string) {
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    const lineId = item?.id ?? "";
    const line = { lineId, quantity, isRemoved: false, seenPricePerLb: chuck.pricePerLb };
    const wanted = { version: order?.version ?? -1, notes: "", lines: [line], products: [] };
    await changeOrder(db, admin, id, wanted, shop, officeSettings.defaults);
  }
  const heldNow = async (client: Client, id: string) =>
    (await getOrder(db, client, id))?.holds.join();

  it("is held once it exceeds the limit, even after a release", async () => {
    const client = await clientWith({ creditLimit: "100.00" });
    const { id } = await place(client, "9");
    await changeTo(id, "10");
    expect(await heldNow(client, id)).toBe("");
    await db.delete(mailOutbox);
    await changeTo(id, "10.01");
    expect(await heldNow(client, id)).toBe("credit");
    expect((await auditEntries(db, "order", id)).at(-1)).toMatchObject({
      action: "order changed",
      after: { hold: "Over the credit limit" },
    });
    const [mail] = await db.select().from(mailOutbox);
    expect(mail?.text.replace(/\s+/g, " ")).toContain("your account is over its credit limit");

    await releaseOrder(
      db,
      admin,
      { id, reason: "credit", note: "Agreed" },
      shop,
      officeSettings.defaults,
    );
    await changeTo(id, "10");
    expect(await heldNow(client, id)).toBe("");
    await changeTo(id, "12");
    expect(await heldNow(client, id)).toBe("credit");
  });

  it("is not held for a hold on the customer, nor when it is lowered", async () => {
    const client = await clientWith({});
    const { id } = await place(client, "10");
    const terms = { isHeld: true, creditLimit: "10.00" };
    await db.update(customers).set(terms).where(eq(customers.id, client.customerId));
    await changeTo(id, "9");
    await db
      .update(customers)
      .set({ creditLimit: null })
      .where(eq(customers.id, client.customerId));
    await changeTo(id, "30");
    expect(await heldNow(client, id)).toBe("");
  });

  it("and a concurrent new order don't both use the rest of the limit", async () => {
    const client = await clientWith({ creditLimit: "300.00" });
    const { id } = await place(client, "10");
    const [second] = await Promise.all([place(client, "20"), changeTo(id, "30")]);
    const held = [second.holds.join(), await heldNow(client, id)];
    expect(held.filter((reason) => reason === "credit").length).toBeGreaterThan(0);
  });

  it("is held when the new day's fee or prices raise it above the limit", async () => {
    const client = await clientWith({ creditLimit: "110.00" });
    const { id } = await place(client, "10");
    const zone = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
    const move = (ahead: number, seenPrices = "") =>
      changeDay(
        db,
        client,
        id,
        { day: { zoneId: zone.id, date: dayIn(ahead) }, siteId: null, override: "", seenPrices },
        shop,
      );
    await move(3);
    expect(await heldNow(client, id)).toBe("");
    const own = { customerId: client.customerId, productId: chuck.id, startsOn: dayIn(5) };
    await db.insert(customerPrices).values({ ...own, pricePerLb: "12.00" });
    const seen = await move(5).catch((error) => asSeen(error.prices));
    await move(5, String(seen));
    expect(await heldNow(client, id)).toBe("credit");
    await db.update(zones).set({ isActive: false });
  });
});

describe("the customer's own terms", () => {
  it("replace the shop's minimum", async () => {
    const client = await clientWith({ minOrder: "200.00" });
    expect(await problemsOf(db, client, askedOrder(askFor(chuck, "19")))).toEqual([
      { field: "lines", message: "The minimum order is $200.00. Please add $10.00 more." },
    ]);
    await db.update(customers).set({ minOrder: "0.00" }).where(eq(customers.id, client.customerId));
    const small = askedOrder(askFor(chuck, "1"));
    await placeOrder(db, client, small, { ...rules, minOrderCents: 500_00 });
  });

  it("require a purchase order number, and say where it was used before", async () => {
    const client = await clientWith({ poMode: "required" });
    expect(await problemsOf(db, client, askedOrder(askFor(chuck, "1")))).toEqual([
      { field: "poNumber", message: "Please enter your purchase order number." },
    ]);
    const first = await place(client, "1", { poNumber: " PO  4711\n" });
    const second = await place(client, "1", { poNumber: "PO 4711" });
    expect(await getOrder(db, client, second.id)).toMatchObject({
      poNumber: "PO 4711",
      samePoOrder: { id: first.id, number: await numberOfOrder(db, first.id) },
    });
    const rival = await clientWith({});
    const theirs = await place(rival, "1", { poNumber: "PO 4711" });
    expect((await getOrder(db, rival, theirs.id))?.samePoOrder).toBeNull();
    expect((await getOrderForAdmin(db, admin, theirs.id))?.samePoOrder).toBeNull();
  });

  it("put the blanket number on every order until it expires", async () => {
    const terms = { poMode: "blanket", poBlanket: "B-1" } as const;
    const client = await clientWith({ ...terms, poBlanketEndsOn: pacificDay(new Date()) });
    await place(client, "1");
    const placed = await place(client, "1", { poNumber: "other" });
    expect(await getOrder(db, client, placed.id)).toMatchObject({
      poNumber: "B-1",
      samePoOrder: null,
    });
    await db
      .update(customers)
      .set({ poBlanketEndsOn: "2026-01-31" })
      .where(eq(customers.id, client.customerId));
    const [problem] = await problemsOf(db, client, askedOrder(askFor(chuck, "1")));
    expect(problem?.message).toContain("your blanket order ended on");
  });
});

describe("two reasons for a hold", () => {
  const both = async (client: Client, id: string) => (await getOrder(db, client, id))?.holds;
  const release = (id: string, reason: HoldReason, by: Staff = admin) =>
    releaseOrder(db, by, { id, reason, note: "Agreed" }, shop, officeSettings.defaults);
  const mailsTo = async ({ email }: Client) =>
    (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))).map(
      ({ subject }) => subject,
    );

  it("hold an order until both are released separately", async () => {
    const client = await clientWith({ isHeld: true, creditLimit: "50.00" });
    const { id, holds } = await place(client, "10");
    expect(holds.toSorted()).toEqual(["credit", "manual"]);
    await holdOrder(db, id, "card");
    expect(await holdOrder(db, id, "card")).toBe(false);
    await release(id, "credit");
    expect((await both(client, id))?.toSorted()).toEqual(["card", "manual"]);
    await expect(fulfilOrder(db, admin, id, shop)).rejects.toMatchObject({ code: "held" });
    await release(id, "manual");
    expect(await both(client, id)).toEqual(["card"]);
    const news = `Order ${await numberOfOrder(db, id)} is no longer on hold`;
    expect(await mailsTo(client)).not.toContain(news);
    await db.transaction((tx) => endCardHold(tx, id));
    expect(await both(client, id)).toEqual([]);
    await fulfilOrder(db, admin, id, shop);
    const kept = db.update(orderHolds).set({ releasedAt: null }).where(eq(orderHolds.orderId, id));
    await expect(kept).rejects.toThrow();
    await expect(insertHold(db, id)).rejects.toThrow();
  });

  it("are each released only by staff who have that right", async () => {
    const client = await clientWith({ isHeld: true, termsKind: "prepay" });
    const { id } = await place(client, "10");
    const keeper: Staff = { ...admin, staffRole: "bookkeeper" };
    for (const reason of ["manual", "prepay"] as const) {
      await expect(release(id, reason, keeper)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(release(id, "card")).rejects.toMatchObject({ code: "not pending" });
    expect((await both(client, id))?.toSorted()).toEqual(["manual", "prepay"]);
    await release(id, "prepay");
    expect(await both(client, id)).toEqual(["manual"]);
  });

  it("are released by the office up to the owner's limit, to the cent", async () => {
    const client = await clientWith({ isHeld: true });
    const { id } = await place(client, "10");
    const { rows } = await db.execute<{ most: string }>(sql`select most from order_costs(${id})`);
    const mostCents = toCents(rows[0]?.most ?? "");
    const office = { ...admin, staffRole: "office" } as const;
    const upTo = (releaseUpToCents: number) =>
      releaseOrder(db, office, { id, reason: "manual", note: "Agreed" }, shop, {
        releaseUpToCents,
      });
    for (const limit of [0, mostCents - 1]) {
      const problem = await releaseProblem(db, office, id, { releaseUpToCents: limit });
      expect(problem).toContain(`your role releases orders up to ${formatCents(limit)}`);
      const refused = { code: "forbidden", message: `${problem} Nothing was changed.` };
      await expect(upTo(limit)).rejects.toMatchObject(refused);
    }
    expect(await both(client, id)).toEqual(["manual"]);
    expect(await releaseProblem(db, office, id, { releaseUpToCents: mostCents })).toBeNull();
    expect(await releaseProblem(db, admin, id, { releaseUpToCents: 0 })).toBeNull();
    await upTo(mostCents);
    expect(await both(client, id)).toEqual([]);
  });
});
