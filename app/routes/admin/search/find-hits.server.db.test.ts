import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun, refuseLine } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { fillTables, insertInvoices } from "#tests/setup/tables/fill-tables.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { findHits } from "./find-hits.server.ts";
import { hitsInWords } from "./hits.ts";

let database: OpenDatabase;
let owner: Admin;

/** 10,000 orders of 500 businesses and 500 others, all invoiced. */
beforeAll(async () => {
  database = await openTestDatabase();
  owner = await signedInAdmin(database.db);
  await fillTables(database.db, async (tx) => {
    await tx.execute(sql`
      insert into customers (id, company_name, contact_name)
      select md5('customer ' || n)::uuid, case when n <= 500 then 'Bistro ' || n else '' end,
        'Person ' || n
      from generate_series(1, 1000) n`);
    await tx.execute(sql`
      insert into orders (id, customer_id, placed_at, total_price, status)
      select md5('order ' || n)::uuid, md5('customer ' || 1 + n % 1000)::uuid,
        now() - n * interval '1 hour', 24.99,
        case when n % 100 = 0 then 'pending' else 'fulfilled' end
      from generate_series(1, 10000) n`);
    await insertInvoices(tx, { orders: sql`orders where status = 'fulfilled'` });
  });
}, 120_000);
afterAll(() => database.close());

const find = (typed: string) => findHits({ db: database.db, log: silentLog }, owner, typed);

it.each(["5042", "Order 5042", "042", "b1e7", "0b8a3b1e", "Bistro 77", "INV-000042", "nobody"])(
  "finds %j among 10,000 orders in 100 ms",
  async (typed) => {
    const times: number[] = [];
    for (let round = 0; round < 12; round++) {
      const began = performance.now();
      const { failed } = await find(typed);
      times.push(performance.now() - began);
      expect(failed).toEqual([]);
    }
    // Take the fastest of a few, as others share the machine.
    expect(Math.min(...times)).toBeLessThan(100);
  },
);

it("lists the order with the typed number first", async () => {
  const { hits } = await find("Order 5042");
  expect(hits[0]).toMatchObject({ kind: "order", title: "Order 5042" });
});

it("lists the first 5 of a kind, and says if there are more", async () => {
  const found = await find("042");
  expect(found.hits.filter(({ kind }) => kind === "order")).toHaveLength(5);
  expect(found.cut).toContain("Orders");
  expect(hitsInWords(found)).toMatch(/^\d+ results\. Orders.*: only the first 5$/);
  expect((await find("Bistro 77")).cut).not.toContain("Clients");
});

it("marks a wholly refused order", async () => {
  const { db } = database;
  const { user } = await insertClient(db, { profile: { companyName: "Refusing Diner" } });
  const order = await insertOrder(db, user.id, { status: "delivered" });
  const item = await insertOrderItem(db, order.id, { packState: "packed", packedLb: "10.00" });
  const stop = await putOnRun(db, await insertRun(db), order);
  await refuseLine(db, { stopId: stop.id, orderItemId: item.id, lb: "10.00" }, owner.userId);
  const { hits } = await find("Refusing Diner");
  expect(hits.find(({ kind }) => kind === "order")?.detail).toContain("Refused at the door");
});

it("shows the former code of a lot that is found by it", async () => {
  const { db } = database;
  const lot = await insertLot(db, { code: "OLD-7788", supplier: "Sample Packer" });
  const after = { code: "NEW-7788" };
  await recordAudit(db, owner, {
    entity: "lot",
    entityId: lot.id,
    action: "edited",
    before: { code: lot.code },
    after,
  });
  await db.update(lots).set(after).where(eq(lots.id, lot.id));
  const { hits } = await find("old-7788");
  expect(hits.find(({ kind }) => kind === "lot")).toMatchObject({
    title: "NEW-7788",
    detail: expect.stringMatching(/^formerly OLD-7788, /),
  });
});
