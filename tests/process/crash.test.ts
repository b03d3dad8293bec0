import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/connect.ts";
import { faultsIn } from "#tests/crash/books.ts";
import { crashRounds } from "#tests/crash/crash-rounds.ts";
import { emptyLedger } from "#tests/crash/ledger.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openShop, places, usedShop } from "./own-shop.ts";

// A short version of `npm run test:crash`, which runs hundreds of rounds.

test.each(places)(
  "a busy shop whose database is %s loses nothing and leaves nothing half done when killed",
  {
    timeout: 300_000,
  },
  async (place) => {
    const shop = { ...(await usedShop(place)), DEMO: "1" };
    if (place === "by address") await (await openShop(shop)).stop();
    const report = await crashRounds({ place: shop, rounds: 3 });
    expect(report).toMatchObject({ rounds: 3, faults: [] });
    expect(report.servers).toBe(place === "embedded" ? 2 : 0);
    expect(report.orders).toBeGreaterThan(0);
  },
);

test("the check finds lost, incomplete and duplicate data", async () => {
  const dataDir = (await usedShop()).DATA_DIR;
  const { db, close } = await connect({ dataDir, log: silentLog });
  const ledger = emptyLedger();
  const look = () =>
    faultsIn(db, dataDir, ledger, { mails: new Set<string>(), images: new Set<string>() });
  try {
    expect(await look()).toEqual([]);
    const lost = "00000000-0000-4000-8000-000000000000";
    ledger.orders.set(lost, { requestId: lost, lines: [], id: lost });
    ledger.fulfilled.add(lost);
    ledger.images.add("pages/lost.jpg");
    await db.execute(sql`update orders set total_price = 1.23
      where id = (select id from orders where status = 'pending' limit 1)`);
    await db.execute(
      sql`update document_series set last_number = last_number + 1 where series = 'INV'`,
    );
    // Simulates a disk fault that loses statements.
    await db.execute(sql`alter table orders disable trigger orders_lifecycle`);
    await db.execute(sql`update orders set status = 'fulfilled'
      where id = (select id from orders where status = 'cancelled' limit 1)`);
    await db.execute(sql`alter table orders enable trigger orders_lifecycle`);
    await db.execute(sql`insert into mail_outbox (recipient, subject, text, sent_at)
      values ('chef@example.com', 'Lost', '', now())`);
    await db.execute(sql`insert into images
      (path, version, digest, content_type, width, height, bytes, preview)
      values ('pages/torn.jpg', 1, ${"0".repeat(64)}, 'image/jpeg', 4, 3, 100, 'data:,')`);
    expect(await look()).toEqual([
      expect.stringMatching(/^Order .+ is 1\.23, and its lines are /),
      // Fulfilled, although nothing of it was packed.
      expect.stringMatching(/^Order .+, and its lines are 0\.00$/),
      `Order ${lost} was acknowledged and is not there`,
      expect.stringMatching(/^The numbers of invoices are /),
      expect.stringMatching(/^Order .+ is fulfilled and has 0 invoices over nothing$/),
      `Order ${lost} was acknowledged as fulfilled and is not`,
      expect.stringMatching(/^Mail .+ is noted as sent, and its file is missing or not whole$/),
      "The file of image pages/torn.jpg is missing or not whole",
      "Image pages/lost.jpg was acknowledged and is not there",
    ]);
  } finally {
    await close();
  }
});
