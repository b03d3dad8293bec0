import { afterAll, beforeAll, expect, it } from "vitest";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { saveImages } from "#tests/setup/images/save-images.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createImageReader } from "./image-reader.server.ts";

let database: OpenDatabase;
let imageEditor: ImageEditor;
let isAway = false;

beforeAll(async () => {
  database = await openTestDatabase();
  imageEditor = await signedInImageEditor(database.db);
});
afterAll(() => database.close());

const place = { section: "pages", key: "home-hero" };
const save = (urls: string[]) => saveImages(database.db, imageEditor, place, urls);

/** Returns a reader of a database that can be down. */
function newReader() {
  isAway = false;
  const db = new Proxy(database.db, {
    get(target, name) {
      if (isAway) throw new Error("away");
      return Reflect.get(target, name);
    },
  });
  const reader = createImageReader(db);
  return { ...reader, hero: () => reader.urlsAt(place.section, place.key) };
}

it("caches the images of a place, in order, until the cache is dropped", async () => {
  await save(["/b.jpg", "/a.jpg"]);
  const reader = newReader();
  expect(await reader.hero()).toEqual(["/b.jpg", "/a.jpg"]);
  await save(["/c.jpg"]);
  expect(await reader.hero()).toEqual(["/b.jpg", "/a.jpg"]);
  reader.drop();
  expect(await reader.hero()).toEqual(["/c.jpg"]);
});

it("doesn't cache a result that was requested before a change", async () => {
  await save(["/before.jpg"]);
  const reader = newReader();
  const asked = reader.hero();
  reader.drop();
  await asked;
  await save(["/after.jpg"]);
  expect(await reader.hero()).toEqual(["/after.jpg"]);
});

it("serves its cache during a database outage", async () => {
  await save(["/a.jpg"]);
  const reader = newReader();
  await reader.hero();
  isAway = true;
  expect(await reader.hero()).toEqual(["/a.jpg"]);
  await expect(reader.urlsAt("pages", "about-story")).rejects.toThrow("away");
});

it("returns nothing for a place without images", async () => {
  expect(await newReader().urlsAt("pages", "nowhere")).toEqual([]);
});
