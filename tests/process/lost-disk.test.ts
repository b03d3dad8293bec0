import { rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { openSession } from "#db/postgres.ts";
import { priceListItems } from "#db/schema/money/prices.ts";
import { backupRuns } from "#db/schema/operations.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { rateLimits } from "#db/schema/system.ts";
import { recentTimes } from "#server/backup/due.ts";
import { runningDatabase } from "#server/backup/make-backup.ts";
import { faultsIn } from "#tests/crash/books.ts";
import { busyDay } from "#tests/crash/busy-day.ts";
import { emptyLedger, type Ledger } from "#tests/crash/ledger.ts";
import { ask, enter, send, whoIs } from "#tests/setup/browserless.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { emptyFolder, openShop, usedShop } from "./own-shop.ts";
import { run, within } from "./scripts.ts";

async function bucketSettings() {
  const bucket = await startBucket("backups");
  onTestFinished(() => bucket.stop());
  return {
    BACKUP_S3_ENDPOINT: bucket.settings.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    BACKUP_PASSPHRASE: "four words that nobody guesses",
  };
}

async function inside<T>(dataDir: string, look: (db: Database) => Promise<T>): Promise<T> {
  const running = await runningDatabase({ dataDir });
  if (!running) throw new Error("The shop does not run");
  const session = await openSession(running.url);
  return look(session.db).finally(session.close);
}

const listProducts = (db: Database) =>
  db
    .select({ id: products.id, pricePerLb: products.pricePerLb })
    .from(products)
    .where(
      and(
        eq(products.soldBy, "lb"),
        notInArray(products.id, db.select({ id: priceListItems.productId }).from(priceListItems)),
      ),
    );

/** Backdates the last backup so that the next one is due. */
const letTimePass = (dataDir: string) =>
  inside(dataDir, async (db) => {
    const time = sql`make_interval(secs => ${recentTimes.after})`;
    await db.update(backupRuns).set({
      startedAt: sql`${backupRuns.startedAt} - ${time}`,
      endedAt: sql`${backupRuns.endedAt} - ${time}`,
    });
    await db.execute(sql`update pgboss.job set start_after = now() where name = 'recent-backups'`);
  });

const placed = (ledger: Ledger) => [...ledger.orders.values()].flatMap(({ id }) => id ?? []);

test("the owner proves that they know the passphrase, in a limited number of attempts", async () => {
  const { DATA_DIR } = await usedShop();
  const shop = await openShop({ DATA_DIR, ...(await bucketSettings()) });
  const cookie = await enter(shop.url, shop.admin);
  const page = "/admin/health/passphrase";
  const type = (passphrase: string) => send(shop.url, page, { passphrase }, { cookie });
  const health = async (path = "/admin/health") => (await ask(shop.url, path, { cookie })).text();
  expect(await health()).toContain(page);
  expect(await health("/admin")).toContain("you have not shown yet that you keep it");
  const wrong = await type("four words that anybody guesses");
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("That is not the passphrase");
  const right = await type(" four words that nobody guesses ");
  expect(right.headers.get("location")).toBe("/admin/health?kept");
  expect(await health()).toContain("so you keep it");
  expect(await health()).not.toContain(page);
  const tries = [];
  for (let count = 0; count < 10; count += 1) tries.push((await type("a guess")).status);
  expect(tries.at(-1)).toBe(429);
});

test("a disk lost under load costs only changes after the last backup in the bucket", {
  timeout: 600_000,
}, async () => {
  // In addition to the time that a backup takes, which is seconds here.
  expect(2 * recentTimes.look).toBeGreaterThan(recentTimes.after);
  expect(2 * recentTimes.look).toBeLessThan(15 * 60);

  const bucket = await bucketSettings();
  const settings = { ...(await usedShop()), ...bucket };
  const shop = await openShop(settings);
  const sent = () => shop.log().filter(({ msg }) => msg === "sent what changed to the bucket");
  await expect.poll(sent, { timeout: 60_000 }).toHaveLength(1);

  const client = await enter(shop.url, shop.demo);
  const admin = await enter(shop.url, shop.admin);
  const ledger = emptyLedger();
  const catalogue = await inside(settings.DATA_DIR, listProducts);
  const work = busyDay({ url: shop.url, client, admin, products: catalogue }, ledger);
  await expect.poll(() => ledger.fulfilled.size, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect.poll(() => ledger.images.size, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = structuredClone(ledger);
  await letTimePass(settings.DATA_DIR);
  // A backup yields to the shop, which is fully busy.
  await expect.poll(sent, { timeout: 240_000 }).toHaveLength(2);
  const sentOrders = placed(ledger).length;
  // The rate limit allows only 120 orders in ten minutes.
  await inside(settings.DATA_DIR, (db) => db.delete(rateLimits));
  await expect.poll(() => placed(ledger).length, { timeout: 60_000 }).toBeGreaterThan(sentOrders);
  await shop.stop("SIGKILL");
  await work;
  await rm(settings.DATA_DIR, { recursive: true });

  const restored = join(await emptyFolder(), "data");
  const from = await run("restore", restored, "s3:latest", bucket);
  expect(from).toMatchObject({ status: 0, stderr: "" });
  const seen = { mails: new Set<string>(), images: new Set<string>() };
  const [faults, there] = await within({ DATA_DIR: restored }, async (db) => [
    await faultsIn(db, restored, before, seen),
    (await db.select({ id: orders.id }).from(orders)).map(({ id }) => id),
  ]);
  expect(faults).toEqual([]);
  // Every order from before the backup exists; missing ones came later.
  const missing = placed(ledger).filter((id) => !there.includes(id));
  const early = new Set(placed(before));
  expect(missing.filter((id) => early.has(id))).toEqual([]);
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.length).toBeLessThanOrEqual(placed(ledger).length - early.size);

  const again = await openShop({ ...settings, DATA_DIR: restored });
  expect(await whoIs(again.url, client)).toMatchObject({ user: { email: shop.demo.email } });
});

test("a restore from the bucket that fails names the reason in a sentence", async () => {
  const restored = join(await emptyFolder(), "data");
  const without = await run("restore", restored, "s3:latest");
  expect(without).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Which bucket\? Set BACKUP_S3_ENDPOINT/),
  });
  const settings = await bucketSettings();
  expect(await run("restore", restored, "s3:latest", settings)).toMatchObject({
    status: 1,
    stderr: "There are no backups in the bucket.\n",
  });
});
