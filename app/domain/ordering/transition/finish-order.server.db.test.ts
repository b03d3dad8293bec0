import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { runs } from "#db/schema/deliveries.ts";
import { documentSeries } from "#db/schema/money/documents.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { boxes } from "#db/schema/packages.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { documentsOf, insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { fulfilOrder, fulfilPackedOrder } from "./finish-order.server.ts";

let database: OpenDatabase;
let admin: Admin;
let userId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  ({ userId } = await signedInClient(database.db));
});
afterAll(() => database.close());

const noIds = ["", "%", "'", "\0", "12345678", randomUUID()];

async function place(status?: OrderStatus) {
  return (await insertFilledOrder(database.db, userId, { status, totalPrice: "1234.50" })).id;
}

async function statusOf(id: string) {
  const [order] = await database.db.select().from(orders).where(eq(orders.id, id));
  return order?.status;
}

function invoicesOf(id: string) {
  return documentsOf(database.db, id);
}

async function lastNumber() {
  const [series] = await database.db
    .select()
    .from(documentSeries)
    .where(eq(documentSeries.series, "INV"));
  return series?.lastNumber;
}

describe("fulfilOrder", () => {
  it("fulfils one order, issues its invoice and logs it", async () => {
    const { db } = database;
    const id = await place();
    const other = await place();
    const fulfilled = await fulfilOrder(db, admin, id.toUpperCase(), shop);

    expect(await statusOf(id)).toBe("fulfilled");
    expect(await statusOf(other)).toBe("pending");
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({ total: "1234.50", documentNumber: "INV-000001" });
    expect(invoice?.url).toMatch(/^\/invoices\/[\w-]{22,}$/);
    expect(fulfilled).toEqual({
      id,
      invoiceNumber: invoice?.documentNumber,
      invoiceUrl: invoice?.url,
    });
    expect(await auditEntries(db, "order", id)).toEqual([
      {
        actorId: admin.userId,
        actorEmail: admin.email,
        action: "fulfilled",
        before: { status: "pending" },
        after: { status: "fulfilled" },
      },
    ]);
  });

  it("counts a packed order's actual boxes instead of the expected ones", async () => {
    const { db } = database;
    const run = await insertRun(db, { bookedStops: 2, bookedLb: "99.00", bookedBoxes: 9 });
    const [plain, boxed] = [await place(), await place()];
    for (const id of [plain, boxed]) {
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      if (order) await putOnRun(db, run, order, { bookedLb: "22.00", bookedBoxes: 4 });
    }
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, boxed));
    for (const number of [1, 2, 3]) {
      const [box] = await db.insert(boxes).values({ orderId: boxed, number }).returning();
      // The third is empty.
      if (number < 3)
        await insertPackage(
          db,
          line?.id ?? "",
          { value: "0.5", unit: "lb" },
          { boxId: box?.id ?? null },
        );
    }
    if (line) await closeLine(db, line.id);
    const [seen] = await db.select().from(orders).where(eq(orders.id, boxed));
    await fulfilOrder(db, admin, plain, shop);
    await fulfilPackedOrder(db, admin, { id: boxed, version: seen?.version ?? 0 }, shop);
    const booked = async (id: string) =>
      (await db.select().from(orders).where(eq(orders.id, id)))[0]?.bookedBoxes;
    // Without boxes, by its pounds.
    expect([await booked(plain), await booked(boxed)]).toEqual([1, 2]);
    const [now] = await db.select().from(runs).where(eq(runs.id, run.id));
    expect(now).toMatchObject({ bookedBoxes: 9 - 8 + 3, bookedLb: "99.00" });
  });

  it("fulfils once for concurrent calls, and refuses the others with the reason", async () => {
    const { db } = database;
    const id = await place();
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => fulfilOrder(db, admin, id, shop)),
    );
    const lost = results.filter((result) => result.status === "rejected");
    expect(lost).toHaveLength(4);
    for (const { reason } of lost) {
      expect(reason).toMatchObject({ code: "not pending" });
      expect(reason).toMatchObject({ message: expect.stringContaining("already fulfilled") });
    }
    expect(await invoicesOf(id)).toHaveLength(1);
    expect(await auditEntries(db, "order", id)).toHaveLength(1);
  });

  it("numbers the invoices of concurrently fulfilled orders without a gap", async () => {
    const { db } = database;
    const start = (await lastNumber()) ?? 0;
    const placed = await Promise.all(Array.from({ length: 8 }, () => place()));
    const fulfilled = await Promise.all(placed.map((id) => invoicedOrder(db, admin, id, shop)));
    const expected = placed.map((_, n) => `INV-${String(start + 1 + n).padStart(6, "0")}`);
    expect(fulfilled.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(expected);
    expect(new Set(fulfilled.map(({ invoiceUrl }) => invoiceUrl)).size).toBe(8);
  });

  it.each(["fulfilled", "delivered", "cancelled"] as const)(
    "refuses an order that is already %s and leaves no trace",
    async (status) => {
      const { db } = database;
      const id = await place(status);
      const before = await lastNumber();
      const attempt = fulfilOrder(db, admin, id, shop);
      await expect(attempt).rejects.toMatchObject({ code: "not pending" });
      await expect(attempt).rejects.toThrow(`already ${status}`);
      expect(await statusOf(id)).toBe(status);
      expect(await lastNumber()).toBe(before);
      expect(await auditEntries(db, "order", id)).toEqual([]);
    },
  );

  it("cancels an order whose lines were all dropped, and invoices no fee", async () => {
    const { db } = database;
    const id = await place();
    await db.insert(orderCharges).values({
      orderId: id,
      kind: "delivery_fee",
      description: "Delivery",
      amount: "12.00",
      taxCode: "G",
    });
    const before = await lastNumber();
    await db.update(orderItems).set({ packState: "dropped" }).where(eq(orderItems.orderId, id));
    expect(await fulfilOrder(db, admin, id, shop)).toBeNull();
    expect(await statusOf(id)).toBe("cancelled");
    expect(await invoicesOf(id)).toEqual([]);
    expect(await lastNumber()).toBe(before);
  });

  it("invoices the packed part of a line whose rest was replaced", async () => {
    const { db } = database;
    const id = await place();
    const packed = { packState: "substituted", packedLb: "1.00" } as const;
    await db.update(orderItems).set(packed).where(eq(orderItems.orderId, id));
    expect(await fulfilOrder(db, admin, id, shop)).not.toBeNull();
    expect(await statusOf(id)).toBe("fulfilled");
    expect(await invoicesOf(id)).toHaveLength(1);
  });

  it("fulfils nothing if the invoice can't be issued", async () => {
    const { db } = database;
    const id = await place();
    const before = await lastNumber();
    // An empty invoice is refused at the commit.
    await db.delete(orderItems).where(eq(orderItems.orderId, id));
    await expect(fulfilOrder(db, admin, id, shop)).rejects.toThrow();
    expect(await statusOf(id)).toBe("pending");
    expect(await lastNumber()).toBe(before);
    expect(await auditEntries(db, "order", id)).toEqual([]);
  });

  it.each(noIds)("finds no order %j", async (id) => {
    await expect(fulfilOrder(database.db, admin, id, shop)).rejects.toMatchObject({ code: "gone" });
  });
});

describe("cancelOrder", () => {
  it("cancels one order without an invoice and logs it", async () => {
    const { db } = database;
    const id = await place();
    await cancelOrder(db, admin, id, shop);
    expect(await statusOf(id)).toBe("cancelled");
    expect(await invoicesOf(id)).toEqual([]);
    expect(await auditEntries(db, "order", id)).toMatchObject([
      { action: "cancelled", before: { status: "pending" }, after: { status: "cancelled" } },
    ]);
  });

  it("never cancels an order that is fulfilled at the same moment", async () => {
    const { db } = database;
    const id = await place();
    const [fulfilled, cancelled] = await Promise.allSettled([
      fulfilOrder(db, admin, id, shop),
      cancelOrder(db, admin, id, shop),
    ]);
    expect([fulfilled.status, cancelled.status].sort()).toEqual(["fulfilled", "rejected"]);
    const won = fulfilled.status === "fulfilled" ? "fulfilled" : "cancelled";
    const lost = fulfilled.status === "rejected" ? fulfilled : cancelled;
    expect(lost).toMatchObject({
      reason: { code: "not pending", message: expect.stringContaining(`already ${won}`) },
    });
    expect(await statusOf(id)).toBe(won);
    expect(await invoicesOf(id)).toHaveLength(won === "fulfilled" ? 1 : 0);
  });

  it.each(["fulfilled", "delivered", "cancelled"] as const)(
    "refuses an order that is already %s",
    async (status) => {
      const id = await place(status);
      await expect(cancelOrder(database.db, admin, id, shop)).rejects.toThrow(`already ${status}`);
      expect(await statusOf(id)).toBe(status);
    },
  );

  it.each(noIds)("finds no order %j", async (id) => {
    await expect(cancelOrder(database.db, admin, id, shop)).rejects.toMatchObject({ code: "gone" });
  });
});
