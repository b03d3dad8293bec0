import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { transitionOrder } from "./order-transition.server.ts";
import type { OrderTransition } from "./order-transition.ts";

let database: OpenDatabase;
let admin: Admin;
let userId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  ({ userId } = await signedInClient(database.db, { companyName: "Bistro d’Été" }));
});
afterAll(() => database.close());

const log = { error: vi.fn() };

async function place(status?: OrderStatus) {
  return (await insertFilledOrder(database.db, userId, { status })).id;
}

async function statusOf(id: string) {
  const [order] = await database.db.select().from(orders).where(eq(orders.id, id));
  return order?.status;
}

function change(
  change: OrderTransition,
  id: string,
  isConfirmed = true,
  db: Database = database.db,
) {
  return transitionOrder({ db, log, shop, mailFolder: null }, admin, {
    change,
    id,
    isConfirmed,
    seenDay: "",
  });
}

describe("transitionOrder", () => {
  it("needs a new client's order to be confirmed before it is fulfilled", async () => {
    const { id } = await insertFilledOrder(database.db, userId, { isNewClient: true });
    for (const isConfirmed of [false, true]) {
      expect(await change("fulfill", id, isConfirmed)).toEqual({
        status: 409,
        answer: { kind: "refused", message: expect.stringMatching(/^This client is new\./) },
      });
    }
    expect(await change("confirm", id, false)).toMatchObject({ answer: { kind: "question" } });
    expect(await change("confirm", id)).toEqual({
      status: 200,
      answer: { kind: "done", change: "confirm", isTold: true },
    });
    for (const isConfirmed of [false, true]) {
      expect(await change("confirm", id, isConfirmed)).toEqual({
        status: 409,
        answer: { kind: "refused", message: expect.stringMatching(/already confirmed/) },
      });
    }
    expect(await change("fulfill", id)).toMatchObject({ status: 200 });
  });

  it("reports that no email reaches the client if the shop's emails reach nobody", async () => {
    const services = { db: database.db, log, shop, mailFolder: "outbox" };
    const wanted = { change: "cancel" as const, id: await place(), isConfirmed: true, seenDay: "" };
    expect(await transitionOrder(services, admin, wanted)).toMatchObject({
      answer: { kind: "done", isTold: false },
    });
  });

  it.each([
    ["fulfill", "fulfilled"],
    ["cancel", "cancelled"],
  ] as const)("asks for confirmation first: %s", async (wanted, status) => {
    const id = await place();
    expect(await change(wanted, id, false)).toEqual({
      status: 200,
      answer: {
        kind: "question",
        change: wanted,
        order: {
          id,
          number: await numberOfOrder(database.db, id),
          companyName: "Bistro d’Été",
          totalPrice: "249.90",
          deliveryDay: null,
          isRefused: false,
        },
      },
    });
    expect(await statusOf(id)).toBe("pending");
    expect(await change(wanted, id)).toEqual({
      status: 200,
      answer: { kind: "done", change: wanted, isTold: true },
    });
    expect(await statusOf(id)).toBe(status);
  });

  it.each(["", "  "])("refuses an empty order id: %j", async (id) => {
    for (const isConfirmed of [true, false]) {
      expect(await change("fulfill", id, isConfirmed)).toEqual({
        status: 400,
        answer: { kind: "refused", message: "Order ID is required" },
      });
    }
  });

  it.each(["%", "\0", "12345678", randomUUID()])("finds no order %j", async (id) => {
    for (const isConfirmed of [true, false]) {
      expect(await change("cancel", id, isConfirmed)).toMatchObject({
        status: 404,
        answer: { kind: "refused" },
      });
    }
  });

  it.each(["fulfilled", "delivered", "cancelled"] as const)(
    "names the true state of an order that is already %s",
    async (status) => {
      const id = await place(status);
      for (const isConfirmed of [true, false]) {
        expect(await change("fulfill", id, isConfirmed)).toEqual({
          status: 409,
          answer: {
            kind: "refused",
            message: `This order is already ${status}. Nothing was changed.`,
          },
        });
      }
    },
  );

  it.each([
    ["fulfill", "An error occurred while fulfilling the order."],
    ["cancel", "Failed to cancel the order."],
  ] as const)(
    "reports an error if it could not %s, and logs the cause",
    async (wanted, message) => {
      const reason = new Error("the line to the database is down");
      const broken = Object.create(database.db, {
        transaction: { value: () => Promise.reject(reason) },
      });
      log.error.mockClear();
      expect(await change(wanted, await place(), true, broken)).toEqual({
        status: 503,
        answer: { kind: "refused", message },
      });
      expect(log.error).toHaveBeenCalledWith(
        expect.objectContaining({ err: reason }),
        "changing an order failed",
      );
    },
  );
});
