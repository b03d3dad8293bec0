import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { takeNumber } from "#app/domain/documents/issuing/issue.server.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import type { Database } from "#db/database.ts";
import { images } from "#db/schema/images.ts";
import { documentSeries } from "#db/schema/money/documents.ts";
import { priceListItems } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";
import { seeds } from "#db/schema/system.ts";
import { digestOf, filesIn } from "#server/backup/files.ts";
import { faultsIn } from "#tests/crash/books.ts";
import { busyDay } from "#tests/crash/busy-day.ts";
import { emptyLedger, type Ledger } from "#tests/crash/ledger.ts";
import { secretKey, startFakeStripe, webhookSecret } from "#tests/payments/fake-stripe.ts";
import { enter, whoIs } from "#tests/setup/browserless.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { authSecret } from "#tests/setup/shops/shop.ts";
import { stockManyOrders } from "#tests/setup/tables/many-orders.ts";
import { tableDigests } from "#tests/setup/tables/table-digests.ts";
import { emptyFolder, newShop, openShop, ownProcess, usedShop } from "./own-shop.ts";
import { run, start, within } from "./scripts.ts";

async function keyOf(backup: string) {
  return { AUTH_SECRET: await readFile(join(backup, "auth-secret"), "utf8") };
}

async function bucketSettings() {
  const bucket = await startBucket();
  onTestFinished(() => bucket.stop());
  const { endpoint, accessKeyId, secretAccessKey } = bucket.settings;
  return {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** Returns a shop's rows and other files, except data that any request changes. */
async function shopIn(dataDir: string) {
  const [tables, known] = await within({ DATA_DIR: dataDir }, async (db) => [
    await tableDigests(db),
    new Set((await db.select({ path: images.path }).from(images)).map(({ path }) => path)),
  ]);
  const files: Record<string, string> = {};
  for (const name of ["auth-secret", "photos", "outbox"]) {
    const inside = await readdir(join(dataDir, name), { recursive: true }).catch(() => [""]);
    for (const file of inside) {
      const path = join(name, file);
      const isFile = (await stat(join(dataDir, path)).catch(() => undefined))?.isFile();
      // A partial file isn't an email yet; a file without a row isn't an image.
      const isWhole = name === "photos" ? known.has(file) : !path.endsWith(".part");
      if (isFile && isWhole) files[path] = (await digestOf(join(dataDir, path))).sha256;
    }
  }
  return { tables, files };
}

let settings: Awaited<ReturnType<typeof usedShop>>;
let target: string;
let restored: string;
beforeEach(async () => {
  settings = await usedShop();
  target = join(await emptyFolder(), "saved");
  restored = join(await emptyFolder(), "data");
});

/** Returns products by the pound, at the catalogue's price for the sample client too. */
const listProducts = () =>
  within(settings, (db) => {
    const listed = db.select({ id: priceListItems.productId }).from(priceListItems);
    return db
      .select({ id: products.id, pricePerLb: products.pricePerLb })
      .from(products)
      .where(and(eq(products.soldBy, "lb"), notInArray(products.id, listed)));
  });

async function workingShop() {
  const catalogue = await listProducts();
  const shop = await openShop(settings);
  const client = await enter(shop.url, shop.demo);
  const admin = await enter(shop.url, shop.admin);
  const ledger = emptyLedger();
  const work = busyDay({ url: shop.url, client, admin, products: catalogue }, ledger);
  await expect.poll(() => ledger.fulfilled.size, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect.poll(() => ledger.images.size, { timeout: 60_000 }).toBeGreaterThan(0);
  return { shop, ledger, work, client };
}

describe("a backup of a busy shop", { timeout: 300_000 }, () => {
  test("contains everything acknowledged before it, and nothing incomplete", async () => {
    const { shop, ledger, work } = await workingShop();
    const before = structuredClone(ledger);
    const made = await run("backup", settings.DATA_DIR, target);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout).toMatch(/^Backed up to .+: \d+ files, [\d.]+ MB, \d+ orders\.\n$/);
    // Work continued in the meantime.
    expect(ledger.orders.size).toBeGreaterThan(before.orders.size);
    await shop.stop("SIGKILL");
    await work;

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    const seen = { mails: new Set<string>(), images: new Set<string>() };
    const faults = await within({ DATA_DIR: restored }, (db) =>
      faultsIn(db, restored, before, seen),
    );
    expect(faults).toEqual([]);
    expect(seen.images.size).toBeGreaterThan(0);
  });

  test("is restored to the same shop, in which users stay signed in", async () => {
    const { shop, work, client } = await workingShop();
    await shop.stop("SIGKILL");
    await work;
    const again = await openShop(settings);
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    await again.stop("SIGTERM");

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    expect(await shopIn(restored)).toEqual(await shopIn(settings.DATA_DIR));
    const moved = await openShop({ ...settings, DATA_DIR: restored });
    expect(await whoIs(moved.url, client)).toMatchObject({ user: { email: shop.demo.email } });
    // Readable only by its owner.
    for (const path of [target, join(target, "tables")]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
    for (const file of ["manifest.json", "auth-secret", "tables/orders.copy.gz"]) {
      expect((await stat(join(target, file))).mode & 0o777).toBe(0o600);
    }
  });

  test("is restored to a server by its address, and continues there without a gap", async () => {
    await stockManyOrders(settings, 2_000);
    const { shop, ledger, work, client } = await workingShop();
    const before = structuredClone(ledger);
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0, stderr: "" });
    await shop.stop("SIGKILL");
    await work;

    const there = { ...(await newShop("by address")), ...(await keyOf(target)) };
    const onto = await run("restore", there.DATA_DIR, target, there);
    expect(onto).toMatchObject({ status: 0, stderr: "" });
    expect(onto.stdout).toMatch(/into the database of DATABASE_URL: \d+ orders\.\n$/);
    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    const digests = (db: Database) => tableDigests(db, []);
    const arrived = await within(there, digests);
    expect(arrived).toEqual(await within({ DATA_DIR: restored }, digests));
    expect(arrived.orders).toMatch(/^2\d{3} /);

    const seen = { mails: new Set<string>(), images: new Set<string>() };
    const faultsThere = (known: Ledger) =>
      within(there, (db) => faultsIn(db, there.DATA_DIR, known, seen));
    expect(await faultsThere(before)).toEqual([]);

    const moved = await openShop(there);
    expect(await whoIs(moved.url, client)).toMatchObject({ user: { email: shop.demo.email } });
    const staff = { url: moved.url, client, admin: await enter(moved.url, shop.admin) };
    const later = emptyLedger();
    const more = busyDay({ ...staff, products: await listProducts() }, later);
    await expect.poll(() => later.fulfilled.size, { timeout: 60_000 }).toBeGreaterThan(1);
    await moved.stop("SIGKILL");
    await more;
    expect(await faultsThere(later)).toEqual([]);

    // And back again.
    const [back, copy] = [join(await emptyFolder(), "data"), `${target}-2`];
    expect(await run("backup", there.DATA_DIR, copy, there)).toMatchObject({
      status: 0,
      stderr: "",
    });
    // On a server the key is a setting, and still part of the backup.
    expect(await keyOf(copy)).toEqual(await keyOf(target));
    expect(await run("restore", back, copy)).toMatchObject({ status: 0, stderr: "" });
    expect(await within({ DATA_DIR: back }, digests)).toEqual(await within(there, digests));
  });
});

test("a restore lists the card provider's actions that the books lack, or reports that it can't", async () => {
  expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
  const fake = await startFakeStripe();
  onTestFinished(() => fake.close());
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: "pk_test_fake_0123456789abcdef",
    STRIPE_API_URL: fake.url,
  };
  const provider = await stripeProvider({
    secretKey,
    webhookSecret,
    publishableKey: "pk_test_fake",
    apiUrl: fake.url,
  });
  const made = await provider.authorize({ key: "since", paymentId: randomUUID(), cents: 124_50 });
  fake.confirm(made.ref, "pm_card_visa");

  const told = await run("restore", restored, target, keys);
  expect(told).toMatchObject({ status: 0, stderr: "" });
  expect(told.stdout).toContain(
    `Not in the books: ${made.ref}, authorized $124.50, not in the backup.\n` +
      "Not in the books since the backup: 1 card payment.\n",
  );
  fake.drop(/payment_intents/, 9);
  const away = await run("restore", join(await emptyFolder(), "data"), target, keys);
  expect(away).toMatchObject({ status: 0, stderr: "" });
  expect(away.stdout).toContain(
    "The card provider could not be asked what it did since the backup",
  );
});

test("no number is reused after a restore, and the books list the missing ones", async () => {
  expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0, stderr: "" });
  const last = await within(settings, async (db) => {
    const [series] = await db.select().from(documentSeries).where(eq(documentSeries.series, "INV"));
    return series?.lastNumber ?? 0;
  });
  const number = (nr: number) => `INV-${String(nr).padStart(6, "0")}`;
  // Some are given, and some are in the emails sent since.
  const mails = await emptyFolder();
  await writeFile(join(mails, "1.eml"), `Subject: Your invoice ${number(last + 20)}`);
  // And one in a stranger's email.
  await writeFile(join(mails, "2.eml"), "Subject: Message from INV-999999999");
  const done = await run("restore", restored, [target, number(last + 3), mails]);
  expect(done).toMatchObject({ status: 0, stderr: "" });
  const range = `${number(last + 1)} to ${number(last + 20).slice(4)}`;
  expect(done.stdout).toContain(`${range}: given after the backup`);
  expect(done.stdout).toContain("INV-999999999 occurs in the files, far from all others");
  expect(done.stdout).toContain(`The next numbers are CN-`);
  expect(done.stdout).toContain(number(last + 21));

  const shop = await openShop({ ...settings, DATA_DIR: restored });
  const cookie = await enter(shop.url, shop.admin);
  for (const page of ["/admin/invoices", "/admin/exports/accounting"]) {
    const html = await (await fetch(shop.url + page, { headers: { cookie } })).text();
    expect(html, page).toContain(range);
  }
  await shop.stop("SIGTERM");
  const next = await within({ DATA_DIR: restored }, (db) =>
    db.transaction((tx) => takeNumber(tx, "INV")),
  );
  expect(next.lastNumber).toBe(last + 21);

  const wrong = await run("restore", join(await emptyFolder(), "data"), [target, "INV-x"]);
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringMatching(/^INV-x is no number/) });
});

test("images are read from a bucket, and restored into one", async () => {
  const [from, to] = [await bucketSettings(), await bucketSettings()];
  const shop = await openShop({ ...(await newShop()), ...from });
  await shop.stop("SIGTERM");
  expect(await readdir(shop.dataDir)).not.toContain("photos");
  const made = await run("backup", shop.dataDir, target, from);
  expect(made).toMatchObject({ status: 0, stderr: "" });

  expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
  const inBucket = join(await emptyFolder(), "data");
  expect(await run("restore", inBucket, target, to)).toMatchObject({ status: 0, stderr: "" });
  expect(await readdir(inBucket)).not.toContain("photos");
  const again = join(target, "..", "again");
  expect(await run("backup", inBucket, again, to)).toMatchObject({ status: 0, stderr: "" });
  const photos = await filesIn(join(target, "photos"));
  expect(photos.length).toBeGreaterThan(40);
  expect(await filesIn(join(restored, "photos"))).toEqual(photos);
  expect(await filesIn(join(again, "photos"))).toEqual(photos);
});

test("a shop backs itself up at night, and test-restores the backup on its own server", async () => {
  await within(settings, async (db) => {
    await db.update(seeds).set({ plantedAt: sql`${seeds.plantedAt} - interval '2 days'` });
    await db.execute(sql`update pgboss.job set start_after = now() where name = 'nightly-backups'`);
  });
  const shop = await openShop(settings);
  const said = () => shop.log().filter(({ msg }) => /nightly backup/.test(msg));
  await expect.poll(said, { timeout: 60_000 }).toHaveLength(2);
  expect(said().map(({ msg }) => msg)).toEqual([
    "made the nightly backup",
    "proved the nightly backup",
  ]);
  const [made = ""] = await readdir(join(settings.DATA_DIR, "backups"));
  const files = await filesIn(join(settings.DATA_DIR, "backups", made));
  expect(files).toEqual(expect.arrayContaining(["auth-secret", "manifest.json"]));
});

test.each([
  ["backup", /^Where to\? npm run backup \[-- <folder>\].+\n$/],
  ["restore", /^Which backup\? npm run restore -- <folder>\n$/],
] as const)("%s takes no option for a folder", async (script, usage) => {
  const { status, stderr } = await run(script, await emptyFolder(), "--help");
  expect(status).toBe(1);
  expect(stderr).toMatch(usage);
});

test("the next backup removes leftovers of a killed one, but not the files of a running one", async () => {
  const shop = await openShop(settings);
  const child = start("backup", shop.dataDir, target);
  onTestFinished(() => void child.kill("SIGKILL"));
  const begun = { timeout: 60_000, interval: 2 };
  // The lock exists a moment before it is held: it is held once something else is written.
  await expect.poll(() => existsSync(join(`${target}.part`, "tables")), begun).toBe(true);
  child.kill("SIGSTOP");
  const again = (name: string) => run("backup", shop.dataDir, `${target}-${name}`);
  expect(await again("2")).toMatchObject({ status: 0, stderr: "" });
  const names = async () => (await readdir(join(target, ".."))).sort();
  expect(await names()).toEqual(["saved-2", "saved.part"]);
  const same = await run("backup", shop.dataDir, target);
  expect(same.stderr).toMatch(/^Another process is just backing up to .+\n$/);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(await again("3")).toMatchObject({ status: 0, stderr: "" });
  expect(await names()).toEqual(["saved-2", "saved-3"]);
});

test("a lost image is reported, and the rest is backed up", async () => {
  const path = "pages/lost.jpg";
  await within(settings, (db) =>
    db.insert(images).values({
      path,
      version: 1,
      digest: "0".repeat(64),
      contentType: "image/jpeg",
      width: 4,
      height: 3,
      bytes: 100,
      preview: "data:,",
    }),
  );
  const { status, stderr } = await run("backup", settings.DATA_DIR, target);
  expect(status).toBe(0);
  expect(stderr).toBe(`The shop has lost the image ${path}; upload it again.\n`);
});

describe("refused in one line, with nothing left behind", () => {
  const oneLine = (line: RegExp) => ({ status: 1, stderr: expect.stringMatching(line) });

  test("a backup of no shop, over another backup, or of a missing server", async () => {
    expect(await run("backup", restored, target)).toMatchObject(
      oneLine(/^There is no shop in .+\n$/),
    );
    await mkdir(target);
    const { DATA_DIR } = settings;
    expect(await run("backup", DATA_DIR, target)).toMatchObject(oneLine(/^.+ already exists.+\n$/));
    const nowhere = {
      DATABASE_URL: "postgres://shop:s3cret@127.0.0.1:1/shop",
      AUTH_SECRET: authSecret,
    };
    const elsewhere = await run("backup", DATA_DIR, `${target}-2`, nowhere);
    expect(elsewhere).toMatchObject(
      oneLine(/^Cannot use the database at 127\.0\.0\.1:1\/shop: .+\n$/),
    );
    const empty = await newShop("by address");
    const before = await run("backup", empty.DATA_DIR, `${target}-2`, empty);
    expect(before).toMatchObject(oneLine(/^The database has no shop of this version in it\.\n$/));
    expect(await readdir(join(target, ".."))).toEqual(["saved"]);
  });

  test("a restore of an incomplete backup, or into a folder that is not empty", async () => {
    const restore = (dataDir = restored) => run("restore", dataDir, target);
    expect(await restore()).toMatchObject(
      oneLine(/^.+ is not a backup: it has no manifest.json\.\n$/),
    );
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    expect(await restore(settings.DATA_DIR)).toMatchObject(oneLine(/^.+ is not empty\..+\n$/));

    await appendFile(join(target, "auth-secret"), "x");
    expect(await restore()).toMatchObject(oneLine(/^.+ is damaged: auth-secret is not .+\n$/));
    await rm(join(target, "auth-secret"));
    expect(await restore()).toMatchObject(oneLine(/^.+ is damaged: auth-secret is not .+\n$/));
    expect(await readdir(join(restored, ".."))).toEqual([]);
  });

  test("a restore of a newer version's backup, or onto a server that has something", async () => {
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    const there = await newShop("by address");
    await within(there, async () => undefined);
    expect(await run("restore", there.DATA_DIR, target, there)).toMatchObject(
      oneLine(/^The database is not empty\. .+\n$/),
    );
    const file = join(target, "manifest.json");
    const manifest = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...manifest, migration: "9999_later" }));
    expect(await run("restore", restored, target)).toMatchObject(
      oneLine(/^.+ was made by a newer version of the shop.+\n$/),
    );
    expect(await readdir(join(restored, ".."))).toEqual([]);
  });

  test("a shop in a folder whose restore was killed, until it is restored again", async () => {
    // It is backed up although it is not open, and was killed.
    const killed = await openShop(settings);
    await killed.stop("SIGKILL");
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0, stderr: "" });
    const restore = start("restore", restored, target);
    const often = { interval: 5, timeout: 60_000 };
    await expect.poll(() => readdir(restored).catch(() => []), often).toContain("db");
    restore.kill("SIGKILL");
    await once(restore, "close");
    const shop = await ownProcess({ ...settings, DATA_DIR: restored });
    expect(await shop.ended).toBe(1);
    expect(shop.stderr()).toMatch(/^A restore into .+ was cut short\. Run it again\.\n$/);

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    expect(await shopIn(restored)).toEqual(await shopIn(settings.DATA_DIR));
  });
});
