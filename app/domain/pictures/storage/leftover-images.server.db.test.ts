import { mkdir, mkdtemp, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { images } from "#db/schema/images.ts";
import { seeds } from "#db/schema/system.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createVariantStore } from "../variants/variant-store.server.ts";
import { createImageStorage } from "./image-storage.server.ts";
import { sweepImages } from "./leftover-images.server.ts";

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);
const known = { path: "products/flank-1700000000000-ab12cd34.jpg", digest: "a".repeat(64) };
const gone = "b".repeat(64);

let database: OpenDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const facts = {
    version: 1,
    contentType: "image/jpeg",
    preview: "",
    width: 1,
    height: 1,
    bytes: 1,
  };
  await database.db.insert(images).values({ ...known, ...facts });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(seeds);
  dataDir = await mkdtemp(join(tmpdir(), "shop-leftovers-"));
});
afterEach(() => removeFolder(dataDir));

async function leave(path: string, hours: number) {
  await mkdir(dirname(join(dataDir, path)), { recursive: true });
  await writeFile(join(dataDir, path), "bytes");
  await utimes(join(dataDir, path), ago(hours), ago(hours));
}

const files = async () => {
  const all = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return all.flatMap((file) => (file.isFile() ? [file.name] : [])).sort();
};

function sweep() {
  const storage = createImageStorage({ dataDir });
  const variants = createVariantStore(join(dataDir, "variants"));
  return sweepImages(database.db, { storage, variants }, ago(24));
}

const begun = (hours: number) =>
  database.db.insert(seeds).values({ name: "pictures", plantedAt: ago(hours) });

const part = "00000000-0000-4000-8000-000000000000.part";

it("removes files without a row that are a day old, and nothing else", async () => {
  await begun(1000);
  await leave(`photos/${known.path}`, 100);
  await leave("photos/products/orphan-1700000000000-ab12cd34.jpg", 25);
  await leave("photos/pages/young-1700000000000-ab12cd34.jpg", 23);
  await leave(`photos/sections/half-1700000000000-ab12cd34.webp.${part}`, 25);
  await leave(`photos/sections/young-half-1700000000000-ab12cd34.webp.${part}`, 1);
  await leave("photos/products/Notes of the owner.txt", 100);
  await leave(`variants/${known.digest}-320.avif`, 100);
  await leave(`variants/${gone}-320.avif`, 100);
  await leave(`variants/${gone}-640.avif`, 2);
  await leave(`variants/${known.digest}-320.avif.${part}`, 100);
  await leave("outbox/a.eml", 100);

  const { images, variants } = await sweep();
  expect(images.sort()).toEqual([
    "products/orphan-1700000000000-ab12cd34.jpg",
    `sections/half-1700000000000-ab12cd34.webp.${part}`,
  ]);
  expect(variants.sort()).toEqual([`${known.digest}-320.avif.${part}`, `${gone}-320.avif`]);
  expect(await files()).toEqual([
    "Notes of the owner.txt",
    "a.eml",
    `${known.digest}-320.avif`,
    `${gone}-640.avif`,
    "flank-1700000000000-ab12cd34.jpg",
    "young-1700000000000-ab12cd34.jpg",
    `young-half-1700000000000-ab12cd34.webp.${part}`,
  ]);
});

it("keeps images older than the database, which belong to another shop or a backup", async () => {
  await leave("photos/products/theirs-1700000000000-ab12cd34.jpg", 100);
  expect((await sweep()).images).toEqual([]);
  await begun(50);
  expect((await sweep()).images).toEqual([]);
  expect(await files()).toEqual(["theirs-1700000000000-ab12cd34.jpg"]);
});

it("does nothing in a shop without images", async () => {
  await begun(50);
  expect(await sweep()).toEqual({ images: [], variants: [] });
});
