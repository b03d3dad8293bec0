import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { storedCosts } from "#app/domain/orders/order-costs.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orderCharges, orderItems } from "#db/schema/orders.ts";
import { adjust } from "#tests/setup/booking.ts";
import { insertFilledOrder, insertOrderItem, issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listAccounts } from "./accounts.server.ts";
import { holdReasonsFor } from "./credit-standing.ts";
import { exposureOf } from "./exposure.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());

const taxCode = fc.constantFrom("Z" as const, "E" as const, "G" as const, "GP" as const);
const line = fc.record({
  quantity: fc.integer({ min: 5, max: 5_000 }).map(toDollars),
  pricePerLb: fc.integer({ min: 1, max: 9_999 }).map(toDollars),
  overCapPct: fc.integer({ min: 0, max: 30 }),
  taxCode,
});
const charge = fc.record({ amount: fc.integer({ min: 1, max: 5_000 }).map(toDollars), taxCode });
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  fee: fc.option(charge),
});

it("exposureOf includes the maximum of orders with taxes and fees, and agrees with the list of accounts over their limit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { maxLength: 2 }),
      fc.integer({ min: -20_000, max: 20_000 }),
      async (placed, adjusted) => {
        const customerId = (await insertClient(db)).user.id;
        let most = 0;
        for (const { lines, fee } of placed) {
          const { id: orderId } = await insertOrder(db, customerId);
          for (const [position, one] of lines.entries()) {
            await insertOrderItem(db, orderId, { ...one, position });
          }
          const described = { orderId, kind: "delivery_fee", description: "Delivery" } as const;
          if (fee) await db.insert(orderCharges).values({ ...described, ...fee });
          const items = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
          most += storedCosts({ items, charges: fee ? [fee] : [] }).mostCents;
        }
        const invoiced = await insertFilledOrder(db, customerId, {
          status: "fulfilled",
          totalPrice: "80.00",
        });
        await issueFor(db, invoiced);
        const correction = { customerId, requestId: randomUUID(), note: "As agreed." };
        if (adjusted !== 0) await adjust(db, admin, { ...correction, cents: adjusted });

        const { owedCents, orderedCents } = await exposureOf(db, customerId);
        expect({ owedCents, orderedCents }).toEqual({
          owedCents: 80_00 + adjusted,
          orderedCents: most,
        });
        const exposure = sumCents([owedCents, orderedCents], (cents) => cents);
        for (const [limit, isOver] of [
          [exposure, false],
          [exposure - 1, true],
        ] as const) {
          if (limit < 0) continue;
          await db
            .update(customers)
            .set({ creditLimit: sql`${limit}::numeric / 100` })
            .where(eq(customers.id, customerId));
          const { rows } = await listAccounts(db, admin, { view: "over" });
          expect(rows.some((row) => row.customerId === customerId)).toBe(isOver);
          expect(holdReasonsFor(await exposureOf(db, customerId), 0).includes("credit")).toBe(
            isOver,
          );
        }
        // The list shows one page of them.
        await db.update(customers).set({ creditLimit: null }).where(eq(customers.id, customerId));
      },
    ),
    { numRuns: 15 },
  );
}, 60_000);
