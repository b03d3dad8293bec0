import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImageEditor } from "#app/features/auth/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings } from "#db/schema/image-mappings.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { InvalidImagePlaceError } from "./image-mapping.ts";
import { imageUrl, listImageUrls, saveImageMapping } from "./image-mappings.server.ts";
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
});

const hostile = ["", "%", "_", "\\", "'", '"', ",", "\0", "' or true --"];

async function insertMapping(section: string, imageKey: string, url: string, position = 0) {
  await database.db.insert(imageMappings).values({ section, imageKey, url, position });
}

describe("imageUrl", () => {
  it("answers the shown picture of exactly this section and key", async () => {
    const { db } = database;
    await insertMapping("product", "flank", "/second.jpg", 1);
    await insertMapping("product", "flank", "/first.jpg");
    await insertMapping("pages", "flank", "/other.jpg");
    expect(await imageUrl(db, "product", "flank")).toBe("/first.jpg");
    expect(await imageUrl(db, "product", "Flank")).toBeNull();
    expect(await imageUrl(db, "sections", "flank")).toBeNull();
  });

  it.each(hostile)("finds nothing for %j", async (text) => {
    await insertMapping("product", "flank", "/first.jpg");
    expect(await imageUrl(database.db, "product", text)).toBeNull();
    expect(await imageUrl(database.db, text, "flank")).toBeNull();
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

describe("saveImageMapping", () => {
  const place = { section: "product", key: "flank" };

  it("adds a mapping, then changes it, and logs both", async () => {
    const { db } = database;
    await insertMapping("product", "flank", "/second.jpg", 1);
    await insertMapping("pages", "flank", "/page.jpg");
    await saveImageMapping(db, imageEditor, { ...place, url: "/1.jpg" });
    await saveImageMapping(db, imageEditor, { ...place, url: "/2.jpg" });
    await saveImageMapping(db, imageEditor, { ...place, url: "/2.jpg" });

    expect(await listImageUrls(db, "product")).toEqual([
      { url: "/2.jpg", imageKey: "flank" },
      { url: "/second.jpg", imageKey: "flank" },
    ]);
    expect(await imageUrl(db, "pages", "flank")).toBe("/page.jpg");
    const actor = { actorId: imageEditor.userId, actorEmail: imageEditor.email };
    expect(await auditEntries(db, "image", "product/flank")).toEqual([
      { ...actor, action: "added", before: null, after: { url: "/1.jpg" } },
      { ...actor, action: "changed", before: { url: "/1.jpg" }, after: { url: "/2.jpg" } },
    ]);
  });

  it("leaves one mapping when several are saved at once", async () => {
    const { db } = database;
    const urls = ["/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg"];
    await Promise.all(urls.map((url) => saveImageMapping(db, imageEditor, { ...place, url })));
    const rows = await listImageUrls(db, "product");
    expect(rows).toHaveLength(1);
    expect(urls).toContain(rows[0]?.url);
  });

  it("refuses a place or an address that cannot be one, and writes nothing", async () => {
    const { db } = database;
    for (const text of hostile) {
      const save = saveImageMapping(db, imageEditor, {
        section: "product",
        key: text,
        url: "/1.jpg",
      });
      await expect(save).rejects.toThrow(InvalidImagePlaceError);
    }
    const save = saveImageMapping(db, imageEditor, { ...place, url: "//elsewhere" });
    await expect(save).rejects.toThrow(InvalidImageUrlError);
    expect(await db.select().from(imageMappings)).toEqual([]);
  });
});
