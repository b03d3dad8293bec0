import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { imagePlaces } from "#app/domain/pictures/placement/image-places.ts";
import { describeImage, insertImages } from "#app/domain/pictures/storage/stored-images.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { saveImages } from "#tests/setup/images/save-images.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { ownPlaces } from "./own-images.server.ts";
import { progressInWords, progressOf, shotsOf, stateOf } from "./own-images.ts";

let database: OpenDatabase;
let imageEditor: ImageEditor;
beforeAll(async () => {
  database = await openTestDatabase();
  imageEditor = await signedInImageEditor(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [imageMappings, images, products]) await database.db.delete(table);
});

async function keep(path: string, more: { isSample?: boolean; shot?: "raw" | "cooked" } = {}) {
  const facts = { version: 5, digest: "0".repeat(64), contentType: "image/jpeg", preview: "" };
  const size = { width: 4, height: 3, bytes: 9 };
  await database.db.transaction((tx) => insertImages(tx, [{ path, ...facts, ...size, ...more }]));
  return `/photos/${path}?t=5`;
}

it("distinguishes sample images from the owner's, and lists which shots a product has", async () => {
  const { db } = database;
  const sample = await keep("products/flank-5-00000000.jpg", { isSample: true });
  const raw = await keep("products/ribeye-raw-5-00000001.jpg", { shot: "raw" });
  const cooked = await keep("products/ribeye-cooked-5-00000002.jpg", { shot: "cooked" });
  await insertProduct(db, { name: "Flank", slug: "flank", category: "other", imageUrl: sample });
  const ribeye = await insertProduct(db, { name: "Ribeye", slug: "ribeye", category: "prime-rib" });
  await saveImages(db, imageEditor, { section: "product", key: ribeye.id }, [raw, cooked]);
  await insertProduct(db, { name: "Bare", slug: "bare", category: "chuck", isActive: false });
  const hero = await keep("pages/home-hero-5-00000003.jpg");
  await saveImages(db, imageEditor, { section: "pages", key: "home-hero" }, [hero]);

  const own = await ownPlaces(db, imageEditor);
  const told = own.products.map((one) => [one.label, stateOf(one), [...shotsOf(one)]]);
  expect(told).toEqual([
    ["Ribeye", "yours", ["raw", "cooked"]],
    ["Flank", "sample", []],
    ["Bare", "none", []],
  ]);
  expect(own.pages.map(stateOf)).toEqual(["yours", ...Array(imagePlaces.length - 1).fill("none")]);
  expect(own.hasMore).toBe(false);
  const progress = progressOf([...own.pages, ...own.products]);
  expect(progressInWords(progress)).toBe(`2 of ${imagePlaces.length + 3} are yours`);
});

it("stores the description of an image, and logs an unchanged one only once", async () => {
  const { db } = database;
  await keep("products/flank-5-00000000.jpg");
  const path = "products/flank-5-00000000.jpg";
  const said = { alt: "  A flank\n steak, sliced ", shot: "cooked" as const };
  await describeImage(db, imageEditor, path, said);
  await describeImage(db, imageEditor, path, said);
  const [row] = await db.select().from(images);
  expect(row).toMatchObject({ alt: "A flank steak, sliced", shot: "cooked" });
  expect(await auditEntries(db, "image", path)).toMatchObject([
    { action: "described", before: { alt: null, shot: null } },
  ]);
  await describeImage(db, imageEditor, path, { alt: " ", shot: null });
  expect((await db.select().from(images))[0]).toMatchObject({ alt: null, shot: null });

  const long = { alt: "x".repeat(201), shot: null };
  await expect(describeImage(db, imageEditor, path, long)).rejects.toThrow("200 characters");
  const gone = describeImage(db, imageEditor, "products/none-5-00000000.jpg", said);
  await expect(gone).rejects.toThrow("no longer exists");
});
