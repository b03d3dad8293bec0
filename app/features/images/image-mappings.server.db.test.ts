import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { InvalidImagePlaceError, NoImagesSelectedError } from "./image-mapping.ts";
import { imageUrls, listImageUrls, saveImageMappings } from "./image-mappings.server.ts";
import { InvalidImageUrlError } from "./image-url.ts";

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

describe("imageUrls", () => {
  it("answers the pictures of exactly this section and key, in their order", async () => {
    const { db } = database;
    await insertMapping("product", "flank", "/second.jpg", 1);
    await insertMapping("product", "flank", "/first.jpg");
    await insertMapping("pages", "flank", "/other.jpg");
    expect(await imageUrls(db, "product", "flank")).toEqual(["/first.jpg", "/second.jpg"]);
    expect(await imageUrls(db, "product", "Flank")).toEqual([]);
    expect(await imageUrls(db, "sections", "flank")).toEqual([]);
  });

  it.each(hostile)("finds nothing for %j", async (text) => {
    await insertMapping("product", "flank", "/first.jpg");
    expect(await imageUrls(database.db, "product", text)).toEqual([]);
    expect(await imageUrls(database.db, text, "flank")).toEqual([]);
  });
});

describe("listImageUrls", () => {
  it("lists a section by key and position, with url and key", async () => {
    await insertMapping("product", "ribeye", "/r.jpg");
    await insertMapping("product", "flank", "/f1.jpg", 1);
    await insertMapping("product", "flank", "/f0.jpg");
    await insertMapping("pages", "about", "/a.jpg");
    expect(await listImageUrls(database.db, "product")).toEqual([
      { url: "/f0.jpg", imageKey: "flank" },
      { url: "/f1.jpg", imageKey: "flank" },
      { url: "/r.jpg", imageKey: "ribeye" },
    ]);
  });

  it.each(hostile)("lists nothing for %j", async (section) => {
    await insertMapping("product", "flank", "/first.jpg");
    expect(await listImageUrls(database.db, section)).toEqual([]);
  });
});

describe("saveImageMappings", () => {
  const place = { section: "product", key: "flank" };
  const save = (urls: string[]) => saveImageMappings(database.db, imageEditor, place, urls);
  const saved = () => imageUrls(database.db, "product", "flank");

  it("replaces what was there, in the order given, and logs each change", async () => {
    const { db } = database;
    await insertMapping("pages", "flank", "/page.jpg");
    await save(["/1.jpg", "/2.jpg"]);
    await save(["/3.jpg", "/2.jpg", "/1.jpg"]);
    await save(["/2.jpg", "/3.jpg", "/2.jpg"]);
    await save(["/2.jpg", "/3.jpg"]);

    expect(await saved()).toEqual(["/2.jpg", "/3.jpg"]);
    expect(await imageUrls(db, "pages", "flank")).toEqual(["/page.jpg"]);
    const actor = { actorId: imageEditor.userId, actorEmail: imageEditor.email };
    const first = { urls: ["/1.jpg", "/2.jpg"] };
    const second = { urls: ["/3.jpg", "/2.jpg", "/1.jpg"] };
    expect(await auditEntries(db, "image", "product/flank")).toEqual([
      { ...actor, action: "added", before: null, after: first },
      { ...actor, action: "changed", before: first, after: second },
      { ...actor, action: "changed", before: second, after: { urls: ["/2.jpg", "/3.jpg"] } },
    ]);
  });

  it("shows the first on the product with this slug, and on no other", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "flank", imageUrl: "/old.jpg" });
    const other = await insertProduct(db, { slug: "flank-2" });
    await save(["/1.jpg", "/2.jpg"]);
    await saveImageMappings(db, imageEditor, { ...place, section: "pages" }, ["/page.jpg"]);
    const shown = await db.select().from(products).where(eq(products.id, id));
    expect(shown[0]?.imageUrl).toBe("/1.jpg");
    const others = await db.select().from(products).where(eq(products.id, other.id));
    expect(others[0]?.imageUrl).toBeNull();
  });

  it("leaves one whole list when several are saved at once", async () => {
    const lists = ["a", "b", "c", "d"].map((name) => [`/${name}1.jpg`, `/${name}2.jpg`]);
    await Promise.all(lists.map(save));
    expect(lists).toContainEqual(await saved());
  });

  it("refuses a place or an address that cannot be one, and nothing at all", async () => {
    const { db } = database;
    await save(["/1.jpg"]);
    for (const key of hostile) {
      const saving = saveImageMappings(db, imageEditor, { ...place, key }, ["/2.jpg"]);
      await expect(saving).rejects.toThrow(InvalidImagePlaceError);
    }
    await expect(save(["/2.jpg", "//elsewhere"])).rejects.toThrow(InvalidImageUrlError);
    await expect(save([])).rejects.toThrow(NoImagesSelectedError);
    await expect(save([])).rejects.toThrow("No images selected");
    expect(await saved()).toEqual(["/1.jpg"]);
  });
});
