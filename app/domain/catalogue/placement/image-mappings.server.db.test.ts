import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { ImagesChangedError } from "#app/domain/pictures/placement/image-mapping.ts";
import {
  imageUrls,
  listImageUrls,
  placedImages,
} from "#app/domain/pictures/placement/placed-images.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { saveImages } from "#tests/setup/images/save-images.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { saveImageMappings } from "./image-mappings.server.ts";

let database: OpenDatabase;
let imageEditor: ImageEditor;
beforeAll(async () => {
  database = await openTestDatabase();
  imageEditor = await signedInImageEditor(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(imageMappings);
  await database.db.delete(products);
});

const hostile = ["", "%", "_", "\\", "'", '"', ",", "\0", "' or true --"];

async function insertMapping(section: string, imageKey: string, url: string, position = 0) {
  await database.db.insert(imageMappings).values({ section, imageKey, url, position });
}

const save = (key: string, urls: string[], section = "product") =>
  saveImages(database.db, imageEditor, { section, key }, urls);
const ofProduct = (key: string) => imageUrls(database.db, "product", key);
async function shownOn(id: string) {
  const [product] = await database.db.select().from(products).where(eq(products.id, id));
  return product?.imageUrl;
}

describe("imageUrls", () => {
  it("returns the images of exactly this section and key, in order", async () => {
    const { db } = database;
    await insertMapping("pages", "flank", "/second.jpg", 1);
    await insertMapping("pages", "flank", "/first.jpg");
    await insertMapping("sections", "flank", "/other.jpg");
    expect(await imageUrls(db, "pages", "flank")).toEqual(["/first.jpg", "/second.jpg"]);
    expect(await imageUrls(db, "pages", "Flank")).toEqual([]);
    expect(await imageUrls(db, "product", "flank")).toEqual([]);
  });

  it("finds a product's images by its id and by its slug, its own image first", async () => {
    const { id } = await insertProduct(database.db, { slug: "flank", imageUrl: "/own.jpg" });
    await insertMapping("product", id, "/other.jpg");
    await insertMapping("product", id, "/own.jpg", 1);
    for (const key of [id, id.toUpperCase(), "flank"]) {
      expect(await ofProduct(key)).toEqual(["/own.jpg", "/other.jpg"]);
    }
  });

  it.each(hostile)("finds nothing for %j", async (text) => {
    await insertMapping("pages", "flank", "/first.jpg");
    expect(await imageUrls(database.db, "pages", text)).toEqual([]);
    expect(await imageUrls(database.db, "product", text)).toEqual([]);
    expect(await imageUrls(database.db, text, "flank")).toEqual([]);
  });
});

describe("listImageUrls", () => {
  it("lists a section by key and position, with url and key", async () => {
    await insertMapping("pages", "hero", "/r.jpg");
    await insertMapping("pages", "about", "/f1.jpg", 1);
    await insertMapping("pages", "about", "/f0.jpg");
    await insertMapping("sections", "about", "/a.jpg");
    expect(await listImageUrls(database.db, "pages")).toEqual([
      { url: "/f0.jpg", imageKey: "about" },
      { url: "/f1.jpg", imageKey: "about" },
      { url: "/r.jpg", imageKey: "hero" },
    ]);
  });

  it.each(hostile)("lists nothing for %j", async (section) => {
    await insertMapping("pages", "flank", "/first.jpg");
    expect(await listImageUrls(database.db, section)).toEqual([]);
  });
});

describe("the images of a product", () => {
  it("stay with it when its slug changes, and aren't inherited by the slug's next product", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "flank" });
    await save("flank", ["/1.jpg", "/2.jpg"]);
    await db.update(products).set({ slug: "flank-steak" }).where(eq(products.id, id));
    expect(await ofProduct("flank-steak")).toEqual(["/1.jpg", "/2.jpg"]);
    expect(await ofProduct("flank")).toEqual([]);

    const next = await insertProduct(db, { slug: "flank" });
    expect(await ofProduct("flank")).toEqual([]);
    await save("flank", ["/3.jpg"]);
    expect(await ofProduct(id)).toEqual(["/1.jpg", "/2.jpg"]);
    expect(await ofProduct(next.id)).toEqual(["/3.jpg"]);
  });

  it("are kept while it is hidden, and deleted with it", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "flank", isActive: false });
    await save(id, ["/1.jpg"]);
    expect(await ofProduct("flank")).toEqual(["/1.jpg"]);
    await db.delete(products).where(eq(products.id, id));
    expect(await db.select().from(imageMappings)).toEqual([]);
    await expect(save(id, ["/2.jpg"])).rejects.toMatchObject({ code: "gone" });
  });
});

describe("saveImageMappings", () => {
  it("replaces the stored images in the given order, and logs each change", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "flank" });
    await insertMapping("pages", "flank", "/page.jpg");
    await save(id, ["/1.jpg", "/2.jpg"]);
    await save(id, ["/3.jpg", "/2.jpg", "/1.jpg"]);
    await save("flank", ["/2.jpg", "/3.jpg", "/2.jpg"]);
    await save("flank", ["/2.jpg", "/3.jpg"]);

    expect(await ofProduct(id)).toEqual(["/2.jpg", "/3.jpg"]);
    expect(await imageUrls(db, "pages", "flank")).toEqual(["/page.jpg"]);
    const actor = { actorId: imageEditor.userId, actorEmail: imageEditor.email };
    const first = { urls: ["/1.jpg", "/2.jpg"] };
    const second = { urls: ["/3.jpg", "/2.jpg", "/1.jpg"] };
    expect(await auditEntries(db, "image", `product/${id}`)).toEqual([
      { ...actor, action: "added", before: null, after: first },
      { ...actor, action: "changed", before: first, after: second },
      { ...actor, action: "changed", before: second, after: { urls: ["/2.jpg", "/3.jpg"] } },
    ]);
  });

  it("shows the first image on the product, and on no other", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "flank", imageUrl: "/old.jpg" });
    const other = await insertProduct(db, { slug: "flank-2" });
    await save("flank", ["/1.jpg", "/2.jpg"]);
    await save("flank", ["/page.jpg"], "pages");
    expect([await shownOn(id), await shownOn(other.id)]).toEqual(["/1.jpg", null]);
  });

  it("maps an image that a product shows without a mapping", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { imageUrl: "/own.jpg" });
    await save(id, ["/own.jpg"]);
    expect(await listImageUrls(db, "product")).toEqual([{ url: "/own.jpg", imageKey: id }]);
  });

  it("refuses a choice that is based on outdated images, and returns the stored ones", async () => {
    const { db } = database;
    const { id } = await insertProduct(db);
    const place = { section: "product", key: id };
    const { version } = await save(id, ["/1.jpg"]);
    await saveImageMappings(db, imageEditor, place, ["/2.jpg", "/1.jpg"], version);
    const late = saveImageMappings(db, imageEditor, place, ["/3.jpg"], version);
    const error: unknown = await late.catch((error: unknown) => error);
    if (!(error instanceof ImagesChangedError)) throw error;
    expect(error.placed).toEqual(await placedImages(db, "product", id));
    expect(error.placed.urls).toEqual(["/2.jpg", "/1.jpg"]);
    expect([await ofProduct(id), await shownOn(id)]).toEqual([["/2.jpg", "/1.jpg"], "/2.jpg"]);

    // Saving the stored images is no conflict, and they may be replaced once seen.
    await saveImageMappings(db, imageEditor, place, ["/2.jpg", "/1.jpg"], version);
    await saveImageMappings(db, imageEditor, place, ["/3.jpg"], error.placed.version);
    expect(await ofProduct(id)).toEqual(["/3.jpg"]);
  });

  it("lets one of several concurrent saves win, and refuses the others as outdated", async () => {
    const { db } = database;
    const place = { section: "pages", key: "home-hero" };
    const { version } = await placedImages(db, place.section, place.key);
    const lists = ["a", "b", "c", "d"].map((name) => [`/${name}1.jpg`, `/${name}2.jpg`]);
    const saving = lists.map((urls) => saveImageMappings(db, imageEditor, place, urls, version));
    const ends = await Promise.allSettled(saving);
    const winner = ends.findIndex(({ status }) => status === "fulfilled");
    expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(3);
    for (const end of ends) {
      if (end.status === "rejected") expect(end.reason).toBeInstanceOf(ImagesChangedError);
    }
    expect(await imageUrls(db, place.section, place.key)).toEqual(lists[winner]);
  });

  it("refuses an invalid place, an invalid address and an empty list", async () => {
    const { id } = await insertProduct(database.db);
    await save(id, ["/1.jpg"]);
    for (const key of hostile) {
      await expect(save(key, ["/2.jpg"])).rejects.toThrow(Refusal);
    }
    await expect(save("no-such-product", ["/2.jpg"])).rejects.toMatchObject({ code: "gone" });
    await expect(save(id, ["/2.jpg", "//elsewhere"])).rejects.toThrow(Refusal);
    await expect(save(id, [])).rejects.toThrow(Refusal);
    await expect(save(id, [])).rejects.toThrow("No images selected");
    expect(await ofProduct(id)).toEqual(["/1.jpg"]);
  });
});
