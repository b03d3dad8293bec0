import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { pictures } from "#db/schema/pictures.ts";
import { products } from "#db/schema/products.ts";
import { faultsIn } from "#tests/crash/books.ts";
import { busyDay } from "#tests/crash/busy-day.ts";
import { emptyLedger } from "#tests/crash/ledger.ts";
import { enter, whoIs } from "#tests/setup/browserless.ts";
import { authSecret } from "#tests/setup/shop.ts";
import { tableDigests } from "#tests/setup/table-digests.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { digestOf } from "../../scripts/backup/manifest.ts";
import { emptyFolder, openShop, ownProcess, usedShop } from "./own-shop.ts";

const root = join(import.meta.dirname, "../..");

/** Runs `npm run backup` or `npm run restore` on a data folder. */
async function run(script: "backup" | "restore", dataDir: string, folder: string, env = {}) {
  const child = spawn(process.execPath, [join(root, `scripts/${script}.ts`), folder], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, status };
}

/** Looks into the tables of a shop that is not open. */
async function within<T>(dataDir: string, look: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await connect({ dataDir, log: silentLog });
  return look(db).finally(close);
}

/** All that a shop is, but what any request changes: its rows, and its files beside the database. */
async function shopIn(dataDir: string) {
  const files: Record<string, string> = {};
  for (const name of ["auth-secret", "photos", "outbox"]) {
    const inside = await readdir(join(dataDir, name), { recursive: true }).catch(() => [""]);
    for (const file of inside) {
      const path = join(name, file);
      const isFile = (await stat(join(dataDir, path)).catch(() => undefined))?.isFile();
      // What a kill cut short is no mail yet.
      if (isFile && !path.endsWith(".part"))
        files[path] = (await digestOf(join(dataDir, path))).sha256;
    }
  }
  return { tables: await within(dataDir, tableDigests), files };
}

let settings: Awaited<ReturnType<typeof usedShop>>;
let target: string;
let restored: string;
beforeEach(async () => {
  settings = await usedShop("pglite");
  target = join(await emptyFolder(), "saved");
  restored = join(await emptyFolder(), "data");
});

const listProducts = () =>
  within(settings.DATA_DIR, (db) =>
    db.select({ id: products.id, pricePerLb: products.pricePerLb }).from(products),
  );

async function workingShop() {
  const catalogue = await listProducts();
  const shop = await openShop(settings);
  const client = await enter(shop.url, shop.demo);
  const admin = await enter(shop.url, shop.admin);
  const ledger = emptyLedger();
  const work = busyDay({ url: shop.url, client, admin, products: catalogue }, ledger);
  await expect.poll(() => ledger.fulfilled.size, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect.poll(() => ledger.pictures.size, { timeout: 60_000 }).toBeGreaterThan(0);
  return { shop, ledger, work, client };
}

describe("a backup of a shop at work", { timeout: 300_000 }, () => {
  test("holds all that was acknowledged before it, and nothing by half", async () => {
    const { shop, ledger, work } = await workingShop();
    const before = structuredClone(ledger);
    const made = await run("backup", settings.DATA_DIR, target);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout).toMatch(/^Backed up to .+: \d+ files, [\d.]+ MB, \d+ orders\.\n$/);
    // Work went on meanwhile.
    expect(ledger.orders.size).toBeGreaterThan(before.orders.size);
    await shop.stop("SIGKILL");
    await work;

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    const seen = { mails: new Set<string>(), pictures: new Set<string>() };
    const faults = await within(restored, (db) => faultsIn(db, restored, before, seen));
    expect(faults).toEqual([]);
    expect(seen.pictures.size).toBeGreaterThan(0);
  });

  test("is the same shop when restored, for whoever was signed in too", async () => {
    const { shop, work, client } = await workingShop();
    await shop.stop("SIGKILL");
    await work;
    const again = await openShop(settings);
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    await again.stop("SIGTERM");
    expect(again.log()).toContainEqual(
      expect.objectContaining({ msg: "took a snapshot for a backup" }),
    );

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    expect(await shopIn(restored)).toEqual(await shopIn(settings.DATA_DIR));
    const moved = await openShop({ ...settings, DATA_DIR: restored });
    expect(await whoIs(moved.url, client)).toMatchObject({ user: { email: shop.demo.email } });
    // Only its owner may look into it.
    for (const path of [target, join(target, "db")]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
    for (const file of ["manifest.json", "auth-secret"]) {
      expect((await stat(join(target, file))).mode & 0o777).toBe(0o600);
    }
    expect(await readdir(join(settings.DATA_DIR, "backup"))).toEqual(["lock"]);
  });
});

test("a shop that is not open is backed up as well, and one that was killed", async () => {
  const shop = await openShop(settings);
  await shop.stop("SIGKILL");
  expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0, stderr: "" });
  expect(await run("restore", restored, target)).toMatchObject({ status: 0 });
  expect(await shopIn(restored)).toEqual(await shopIn(settings.DATA_DIR));
});

test("a picture that the shop has lost is told, and the rest is backed up", async () => {
  const path = "pages/lost.jpg";
  await within(settings.DATA_DIR, (db) =>
    db.insert(pictures).values({
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
  expect(stderr).toBe(`The shop has lost the picture ${path}; upload it again.\n`);
});

describe("refused in one line, with nothing left behind", () => {
  const oneLine = (line: RegExp) => ({ status: 1, stderr: expect.stringMatching(line) });

  test("a backup of no shop, over another one, or of a PostgreSQL server", async () => {
    expect(await run("backup", restored, target)).toMatchObject(
      oneLine(/^There is no shop in .+\n$/),
    );
    await mkdir(target);
    const { DATA_DIR } = settings;
    expect(await run("backup", DATA_DIR, target)).toMatchObject(
      oneLine(/^.+ is there already.+\n$/),
    );
    const env = { DATABASE_URL: "postgres://shop@127.0.0.1:1/shop", AUTH_SECRET: authSecret };
    const elsewhere = await run("backup", DATA_DIR, `${target}-2`, env);
    expect(elsewhere).toMatchObject(oneLine(/^The database is on the server of DATABASE_URL.+\n$/));
    expect(await readdir(join(target, ".."))).toEqual(["saved"]);
  });

  test("a restore of what is no whole backup, or into a folder that is not empty", async () => {
    const restore = (dataDir = restored) => run("restore", dataDir, target);
    expect(await restore()).toMatchObject(
      oneLine(/^.+ is no backup: it has no manifest.json\.\n$/),
    );
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    expect(await restore(settings.DATA_DIR)).toMatchObject(oneLine(/^.+ is not empty\..+\n$/));

    await appendFile(join(target, "auth-secret"), "x");
    expect(await restore()).toMatchObject(oneLine(/^.+ is damaged: auth-secret is not .+\n$/));
    await rm(join(target, "auth-secret"));
    expect(await restore()).toMatchObject(oneLine(/^.+ is damaged: auth-secret is not .+\n$/));
    for (const content of ['{ "format": 1', '{ "format": 2 }', "[]"]) {
      await writeFile(join(target, "manifest.json"), content);
      expect(await restore()).toMatchObject(oneLine(/^.+ its manifest.json cannot be read\.\n$/));
    }
    expect(await readdir(join(restored, ".."))).toEqual([]);
  });

  test("a shop in a folder whose restore was cut short, until it is restored again", async () => {
    expect(await run("backup", settings.DATA_DIR, target)).toMatchObject({ status: 0 });
    // As a kill leaves it between two renames.
    await mkdir(join(restored, "restore.new/whole"), { recursive: true });
    await mkdir(join(restored, "photos"));
    const shop = await ownProcess({ ...settings, DATA_DIR: restored });
    expect(await shop.ended).toBe(1);
    expect(shop.stderr()).toMatch(/^A restore into .+ was cut short\. Run it again\.\n$/);

    expect(await run("restore", restored, target)).toMatchObject({ status: 0, stderr: "" });
    expect(await shopIn(restored)).toEqual(await shopIn(settings.DATA_DIR));
  });
});
