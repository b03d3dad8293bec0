import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { migrate } from "#db/migrate.ts";
import { openSession } from "#db/postgres.ts";
import { orders } from "#db/schema/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { createTestDatabase, openTestDatabase } from "#tests/setup/test-database.ts";

let database: OpenDatabase;
let customerId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  customerId = (await insertClient(database.db)).user.id;
});
afterAll(() => database.close());

const errorOf = async (statement: Promise<unknown>) =>
  databaseErrorOf(await statement.catch((error: unknown) => error));

describe("an order's number", () => {
  it("is assigned by the database when the order is stored, in sequence", async () => {
    const first = await insertOrder(database.db, customerId);
    const second = await insertOrder(database.db, customerId);
    expect(first.number).toBeGreaterThan(1000);
    expect(second.number).toBe(first.number + 1);
    const chosen = database.db.execute(
      sql`insert into orders (customer_id, total_price, number) values (${customerId}, 10, 7)`,
    );
    // "generated always"
    expect((await errorOf(chosen))?.code).toBe("428C9");
  });

  it("never changes, and is unique", async () => {
    const { id, number } = await insertOrder(database.db, customerId);
    const another = database.db.execute(sql`update orders set number = default where id = ${id}`);
    expect((await errorOf(another))?.constraint).toBe("orders_number_kept");
    const again = database.db.execute(sql`
      insert into orders (customer_id, total_price, number) overriding system value
      values (${customerId}, 10, ${number})`);
    expect((await errorOf(again))?.constraint).toBe("orders_number_unique");
    const [kept] = await database.db.select().from(orders).where(eq(orders.id, id));
    expect(kept?.number).toBe(number);
  });

  it("blocks no other order while one is being placed, and is not reused if that fails", async () => {
    const { db } = database;
    const before = await insertOrder(db, customerId);
    const failed = db.transaction(async (tx) => {
      const [begun] = await tx
        .insert(orders)
        .values({ customerId, totalPrice: "10.00" })
        .returning();
      expect(begun?.number).toBe(before.number + 1);
      // From another connection, while this transaction is open.
      expect((await insertOrder(db, customerId)).number).toBe(before.number + 2);
      tx.rollback();
    });
    await expect(failed).rejects.toThrow("Rollback");
    expect((await insertOrder(db, customerId)).number).toBe(before.number + 3);
  });
});

/** Opens a database as the version before order numbers left it. */
async function earlierShop() {
  const { databaseUrl, drop } = await createTestDatabase();
  const session = await openSession(databaseUrl);
  onTestFinished(async () => {
    await session.close();
    await drop();
  });
  await migrate(session.db, undefined, "0059_payment-troubles");
  return session.db;
}

const placed = sql`insert into orders (customer_id, total_price, placed_at)
  values (${"00000000-0000-4000-8000-000000000001"}, 10, now())`;

describe("the migration", () => {
  it("numbers existing orders by age, and continues after them", async () => {
    const db = await earlierShop();
    await db.execute(sql`insert into customers (id, company_name)
      values ('00000000-0000-4000-8000-000000000001', 'Sample Bistro')`);
    // Stored in a different order; ties are ordered by id.
    await db.execute(sql`
      insert into orders (id, customer_id, total_price, placed_at)
      select id::uuid, '00000000-0000-4000-8000-000000000001', 10, at::timestamptz from (values
        ('00000000-0000-4000-8000-00000000000d', '2026-03-02'),
        ('00000000-0000-4000-8000-00000000000a', '2026-03-03'),
        ('00000000-0000-4000-8000-00000000000c', '2026-03-02'),
        ('00000000-0000-4000-8000-00000000000b', '2026-03-01')) as old (id, at)`);
    await migrate(db);
    await db.execute(placed);
    const { rows } = await db.execute(
      sql`select number, right(id::text, 1) as id from orders order by number`,
    );
    expect(rows.slice(0, 4)).toEqual([
      { number: 1001, id: "b" },
      { number: 1002, id: "c" },
      { number: 1003, id: "d" },
      { number: 1004, id: "a" },
    ]);
    expect(rows[4]).toMatchObject({ number: 1005 });
  });

  it("starts with 1001 without orders", async () => {
    const db = await earlierShop();
    await migrate(db);
    await db.execute(sql`insert into customers (id, company_name)
      values ('00000000-0000-4000-8000-000000000001', 'Sample Bistro')`);
    await db.execute(placed);
    expect((await db.execute(sql`select number from orders`)).rows).toEqual([{ number: 1001 }]);
  });
});
