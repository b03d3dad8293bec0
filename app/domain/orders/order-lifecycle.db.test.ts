import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changesOf } from "#app/lib/lifecycle.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { orders } from "#db/schema/orders.ts";
import { type OrderStatus, orderStatuses } from "#db/schema/values/orders.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { alreadyInState, type OrderVerbToday, orderLifecycle } from "./order-lifecycle.ts";
import { actingAs, byClock, changeOrderState, type OrderActor } from "./order-state.server.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  customerId = (await signedInClient(db)).customerId;
});

afterAll(() => database.close());

const awaitsUntil = new Date("2027-01-01T00:00:00Z");

/** Inserts an order in a state; paid by card, since these go through all states. */
async function orderIn(status: OrderStatus, more: Partial<typeof orders.$inferInsert> = {}) {
  const waits = status === "awaiting_payment" && { awaitsUntil };
  const [order] = await db
    .insert(orders)
    .values({
      customerId,
      status,
      totalPrice: "10.00",
      channel: "retail",
      paymentWay: "card",
      ...waits,
      ...more,
    })
    .returning({ id: orders.id });
  return order?.id ?? "";
}

const pairs = orderStatuses.flatMap((from) =>
  orderStatuses.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe("the database", () => {
  it("allows exactly the changes in orderLifecycle", async () => {
    const { rows } = await db.execute<{ change: string }>(
      sql`select old_state || ' → ' || new_state as change from order_state_changes()`,
    );
    expect(rows.map(({ change }) => change).sort()).toEqual(changesOf(orderLifecycle));
  });

  it.each(pairs)("checks a change from %s to %s against orderLifecycle", async (from, to) => {
    const id = await orderIn(from);
    const statement = db
      .update(orders)
      .set({ status: to, awaitsUntil: to === "awaiting_payment" ? awaitsUntil : null })
      .where(eq(orders.id, id));
    const refusal = await statement.then(
      () => undefined,
      (error) => databaseErrorOf(error)?.constraint,
    );
    const isThere = changesOf(orderLifecycle).includes(`${from} → ${to}`);
    expect(refusal).toBe(isThere ? undefined : "orders_lifecycle");
  });

  it("has none of the states that are only planned", async () => {
    const names = Object.entries(orderLifecycle.states);
    const toCome = names.filter(([, state]) => "isToCome" in state).map(([name]) => name);
    expect(toCome).toEqual(["draft_occurrence", "returned"]);
    const id = await orderIn("pending");
    for (const state of toCome) {
      const statement = db.execute(sql`update orders set status = ${state} where id = ${id}`);
      await expect(statement).rejects.toThrow();
    }
  });
});

describe("changeOrderState", () => {
  const change = (by: OrderActor, verb: OrderVerbToday, id: string) =>
    db.transaction((tx) => changeOrderState(tx, by, verb, id));
  const staff = { userId: null, email: "staff@example.com" };

  it("changes the state once, with an audit entry", async () => {
    const id = await orderIn("pending");
    const by = actingAs(staff, "sell");
    const results = await Promise.allSettled([change(by, "cancel", id), change(by, "finish", id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ before: { status: "pending" } });
  });

  it.each(Object.entries(orderLifecycle.transitions))(
    "refuses anyone who may not %s an order",
    async (verb, of) => {
      if ("isToCome" in of) return;
      const id = await orderIn(of.from[0]);
      const everybody = [
        "sell",
        "pack",
        "deliver",
        "holder",
        "driver",
        "card",
        "clock",
        "customer",
      ];
      for (const as of everybody as OrderActor["as"][]) {
        if ((of.who as readonly string[]).includes(as)) continue;
        const attempt = change(actingAs(staff, as), verb as OrderVerbToday, id);
        await expect(attempt).rejects.toThrow(`${as} may not ${verb} an order`);
      }
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      expect(order?.status).toBe(of.from[0]);
    },
  );

  it("refuses with the reason for which nothing was changed", async () => {
    const finish = (id: string) => change(actingAs(staff, "pack"), "finish", id);
    const fresh = await orderIn("pending", { isNewClient: true });
    await expect(finish(fresh)).rejects.toMatchObject({ code: "new client" });
    const held = await orderIn("pending");
    await insertHold(db, held, { reason: "credit" });
    await expect(finish(held)).rejects.toMatchObject({ code: "held" });
    const delivered = await orderIn("delivered");
    await expect(finish(delivered)).rejects.toMatchObject({ code: "not pending" });
    await expect(change(byClock, "expire", delivered)).rejects.toMatchObject({
      code: "not pending",
    });
  });
});

it("names no state by its internal name in a refusal", () => {
  for (const status of orderStatuses) expect(alreadyInState(status)).not.toContain("_");
  expect(alreadyInState("cancelled")).toBe("This order is already cancelled.");
});
