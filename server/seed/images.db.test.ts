import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { imageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { seeds } from "#db/schema/system.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { type SeedImage, seedImages, seedImagesFolder } from "./images.ts";

let database: OpenDatabase;
let db: Database;
let folder: string;
let bucket: Map<string, string>;

const put = async (path: string, bytes: Uint8Array, contentType: string) => {
  expect(contentType).toBe("image/webp");
  bucket.set(path, Buffer.from(bytes).toString());
};

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

beforeEach(async () => {
  for (const table of [products, images, imageMappings, seeds]) await db.delete(table);
  bucket = new Map();
  folder = await mkdtemp(join(tmpdir(), "shop-seed-"));
  const described = [
    await describeImage("flank", "product", "products"),
    await describeImage("ribeye", "product", "products"),
    await describeImage("home-hero", "pages", "pages"),
  ];
  await writeFile(join(folder, "images.json"), JSON.stringify(described));
});
afterEach(() => removeFolder(folder));

async function describeImage(key: string, section: string, into: string): Promise<SeedImage> {
  const file = `${key}.webp`;
  await writeFile(join(folder, file), `bytes of ${key}`);
  const facts = { version: 5, digest: "0".repeat(64), width: 4, height: 3, bytes: 9, preview: "" };
  return { file, section, key, position: 0, path: `${into}/${key}-5-00000000.webp`, ...facts };
}

const plant = () => seedImages(db, { put }, folder);
const imagesOf = () =>
  db
    .select({ slug: products.slug, url: products.imageUrl })
    .from(products)
    .orderBy(asc(products.slug));
const mapped = () =>
  db
    .select({ section: imageMappings.section, key: imageMappings.imageKey, url: imageMappings.url })
    .from(imageMappings)
    .orderBy(asc(imageMappings.section), asc(imageMappings.imageKey));

const flank = "/photos/products/flank-5-00000000.webp?t=5";
const hero = "/photos/pages/home-hero-5-00000000.webp?t=5";

it("puts the images into the bucket and places them", async () => {
  const { id } = await insertProduct(db, { slug: "flank" });
  await insertProduct(db, { slug: "house-cut" });
  expect(await plant()).toBe(3);
  expect(bucket.get("products/flank-5-00000000.webp")).toBe("bytes of flank");
  expect(bucket.size).toBe(3);
  const rows = await db.select({ isSample: images.isSample }).from(images);
  expect(rows).toEqual(Array(3).fill({ isSample: true }));
  expect(await imagesOf()).toEqual([
    { slug: "flank", url: flank },
    { slug: "house-cut", url: null },
  ]);
  expect(await mapped()).toEqual([
    { section: "pages", key: "home-hero", url: hero },
    { section: "product", key: id, url: flank },
  ]);
});

it("places a second image after the main one, whichever is described first", async () => {
  const { id } = await insertProduct(db, { slug: "flank" });
  await insertProduct(db, { slug: "ribeye", imageUrl: "/own.jpg" });
  const [main, other] = [
    await describeImage("flank", "product", "products"),
    await describeImage("ribeye", "product", "products"),
  ];
  const cooked = (image: SeedImage): SeedImage => ({
    ...image,
    position: 1,
    path: `products/${image.key}-cooked-and-sliced-5-00000000.webp`,
  });
  const described = [cooked(main), cooked(other), main, other];
  await writeFile(join(folder, "images.json"), JSON.stringify(described));
  expect(await plant()).toBe(4);
  expect(await imageUrls(db, "product", id)).toEqual([
    flank,
    "/photos/products/flank-cooked-and-sliced-5-00000000.webp?t=5",
  ]);
  // The owner's own image remains the only one.
  expect(await imageUrls(db, "product", "ribeye")).toEqual(["/own.jpg"]);
});

it("keeps a product's existing image", async () => {
  await insertProduct(db, { slug: "flank", imageUrl: "/own.jpg" });
  await plant();
  expect(await imagesOf()).toEqual([{ slug: "flank", url: "/own.jpg" }]);
  expect((await mapped()).map(({ section }) => section)).toEqual(["pages"]);
});

it("runs once: images deleted since stay deleted", async () => {
  await insertProduct(db, { slug: "flank" });
  await Promise.all([plant(), plant()]);
  await db.update(products).set({ imageUrl: null }).where(eq(products.slug, "flank"));
  await db.delete(images);
  bucket.clear();
  expect(await plant()).toBe(0);
  expect(bucket.size).toBe(0);
  expect(await imagesOf()).toEqual([{ slug: "flank", url: null }]);
});

it("runs at a later start if the bucket was unreachable", async () => {
  await insertProduct(db, { slug: "flank" });
  const away = { put: () => Promise.reject(new Error("away")) };
  await expect(seedImages(db, away, folder)).rejects.toThrow("away");
  expect(await db.select().from(images)).toEqual([]);
  expect(await imagesOf()).toEqual([{ slug: "flank", url: null }]);
  expect(await plant()).toBe(3);
  expect(await imagesOf()).toEqual([{ slug: "flank", url: flank }]);
});

it("waits for a release that has images", async () => {
  await insertProduct(db, { slug: "flank" });
  await rm(join(folder, "images.json"));
  expect(await plant()).toBe(0);
  await writeFile(
    join(folder, "images.json"),
    JSON.stringify([await describeImage("flank", "product", "products")]),
  );
  expect(await plant()).toBe(1);
});

it("describes the images of the opening catalogue correctly", async () => {
  const file = join(seedImagesFolder, "images.json");
  const described: SeedImage[] = JSON.parse(await readFile(file, "utf8").catch(() => "[]"));
  for (const { file, digest, bytes, preview } of described) {
    const content = await readFile(join(seedImagesFolder, file));
    // Stale: run `node tools/art/seed-images.ts`.
    expect(createHash("sha256").update(content).digest("hex"), file).toBe(digest);
    expect(content.byteLength).toBe(bytes);
    expect(preview.length).toBeLessThan(300);
  }
  // The table accepts them all.
  expect(await seedImages(db, { put: async () => undefined })).toBe(described.length);
});
