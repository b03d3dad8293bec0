import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { removeImage } from "#app/domain/catalogue/placement/remove-image.server.ts";
import { imageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { seeds } from "#db/schema/system.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { phoneJpeg, sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { saveImages } from "#tests/setup/images/save-images.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listImages } from "../library/image-list.server.ts";
import { prepareImage } from "../upload/prepare-image.server.ts";
import { isImagePath } from "../variants/variant-address.server.ts";
import { createVariantStore } from "../variants/variant-store.server.ts";
import { createImageReader, type KnownImage } from "./image-reader.server.ts";
import { createImageStorage, type ImageStorage } from "./image-storage.server.ts";
import { sweepImages } from "./leftover-images.server.ts";
import { addImage } from "./stored-images.server.ts";

let database: OpenDatabase;
let imageEditor: ImageEditor;
let bucket: Map<string, Buffer>;
const storage: ImageStorage = {
  async put(path, bytes) {
    bucket.set(path, Buffer.from(bytes));
  },
  read: async (path) => bucket.get(path) ?? null,
  async *list() {
    yield [...bucket.keys()];
  },
  modified: async () => null,
  async remove(path) {
    bucket.delete(path);
  },
};
const log = { error: vi.fn() };
const prepare = vi.fn((_: KnownImage) => undefined);
const pictures = { forLibrary: prepareImage };
const tools = { storage, prepare, pictures };

beforeAll(async () => {
  database = await openTestDatabase();
  imageEditor = await signedInImageEditor(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  bucket = new Map();
  prepare.mockClear();
  log.error.mockClear();
  await database.db.delete(images);
  await database.db.delete(imageMappings);
  await database.db.delete(products);
});

async function add(name: string, folder: "products" | "pages" = "products") {
  const upload = { folder, name, file: await sampleJpeg(400, 300) };
  return addImage(database.db, tools, imageEditor, upload);
}

const who = () => ({ actorId: imageEditor.userId, actorEmail: imageEditor.email });

describe("addImage", () => {
  it("stores the image at its own path, with an audit entry", async () => {
    const { db } = database;
    const upload = { folder: "products" as const, name: "ribeye-steak", file: await phoneJpeg() };
    const added = await addImage(db, tools, imageEditor, upload);
    expect(added.path).toMatch(/^products\/ribeye-steak-\d{13}-[a-z0-9]{8}\.jpg$/);
    expect(isImagePath(added.path)).toBe(true);
    const version = /-(\d{13})-/.exec(added.path)?.[1];
    expect(added).toMatchObject({
      url: `/photos/${added.path}?t=${version}`,
      width: 300,
      height: 400,
      preview: expect.stringMatching(/^data:image\/webp/),
    });

    expect(bucket.get(added.path)?.toString("latin1")).not.toContain("Phone");
    const [row] = await db.select().from(images);
    const bytes = bucket.get(added.path)?.byteLength;
    expect(row).toMatchObject({ path: added.path, bytes, uploadedBy: imageEditor.userId });
    const after = { width: 300, height: 400, bytes };
    expect(await auditEntries(db, "image", added.path)).toEqual([
      { ...who(), action: "uploaded", before: null, after },
    ]);
  });

  it("gives two images of the same name different paths", async () => {
    const [one, other] = await Promise.all([add("x"), add("x")]);
    expect(one.path).not.toBe(other.path);
    expect(bucket.size).toBe(2);
  });

  it("creates one image for a file that is sent twice with the same id", async () => {
    const { db } = database;
    const upload = { folder: "products" as const, name: "x", file: await sampleJpeg() };
    const send = (more: object) => addImage(db, tools, imageEditor, { ...upload, ...more });
    const [first, atOnce] = await Promise.all([send({ id: "ab12cd34" }), send({ id: "ab12cd34" })]);
    const later = await send({ id: "ab12cd34" });
    expect(new Set([first.url, atOnce.url, later.url])).toEqual(new Set([first.url]));
    expect(first.path).toMatch(/^products\/x-\d{13}-ab12cd34\.jpg$/);
    expect([...bucket.keys()]).toEqual([first.path]);
    const other = await send({ id: "ab12cd34", file: await sampleJpeg(300, 300) });
    expect(other.path).not.toBe(first.path);
    expect(await db.select().from(images)).toHaveLength(2);
    expect(prepare.mock.calls.map(([{ path }]) => path)).toEqual([first.path, other.path]);
  });

  it("stores nothing of an invalid image", async () => {
    const upload = { folder: "products" as const, name: "x", file: Buffer.from("<svg/>") };
    const adding = addImage(database.db, tools, imageEditor, upload);
    await expect(adding).rejects.toThrow(Refusal);
    expect(bucket.size).toBe(0);
    expect(await database.db.select().from(images)).toEqual([]);
  });

  it("doesn't notify of an image that could not be stored", async () => {
    const put = () => Promise.reject(new Error("away"));
    const upload = { folder: "products" as const, name: "x", file: await sampleJpeg(200, 200) };
    const away = { ...tools, storage: { ...storage, put } };
    await expect(addImage(database.db, away, imageEditor, upload)).rejects.toThrow("away");
    expect(await database.db.select().from(images)).toEqual([]);
  });
});

describe("removeImage", () => {
  it("removes an image from every place, where the next one moves up", async () => {
    const { db } = database;
    const product = await insertProduct(db, { slug: "flank" });
    const [gone, next] = [await add("flank"), await add("flank")];
    const place = { section: "product", key: product.id };
    await saveImages(db, imageEditor, place, [gone.url, next.url]);
    await saveImages(db, imageEditor, { section: "pages", key: "about" }, [gone.url]);

    await removeImage(db, { storage, log }, imageEditor, gone.path);

    expect([...bucket.keys()]).toEqual([next.path]);
    expect(await imageUrls(db, "product", "flank")).toEqual([next.url]);
    expect(await imageUrls(db, "pages", "about")).toEqual([]);
    const [shown] = await db.select().from(products).where(eq(products.id, product.id));
    expect(shown?.imageUrl).toBe(next.url);
    expect((await auditEntries(db, "image", gone.path)).at(-1)?.action).toBe("deleted");
    expect((await auditEntries(db, "image", "pages/about")).at(-1)).toEqual({
      ...who(),
      action: "removed",
      before: { urls: [gone.url] },
      after: null,
    });
  });

  it("clears the image of a product that has no other", async () => {
    const { db } = database;
    const { path, url } = await add("flank");
    await insertProduct(db, { slug: "flank", imageUrl: url });
    await removeImage(db, { storage, log }, imageEditor, path);
    expect(await db.select({ url: products.imageUrl }).from(products)).toEqual([{ url: null }]);
  });

  it("deletes the image during a bucket outage too; the nightly sweep removes the file", async () => {
    const { db } = database;
    const { path, url } = await add("flank");
    await insertProduct(db, { slug: "flank", imageUrl: url });
    const away = { ...storage, remove: () => Promise.reject(new Error("The bucket is away")) };
    await removeImage(db, { storage: away, log }, imageEditor, path);
    expect(await db.select({ url: products.imageUrl }).from(products)).toEqual([{ url: null }]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ path }),
      expect.any(String),
    );

    await db
      .insert(seeds)
      .values({ name: "test", plantedAt: new Date(0) })
      .onConflictDoNothing();
    const found = { ...storage, modified: async () => new Date(Date.now() - 1000) };
    const variants = { ...createVariantStore("/nowhere"), sweep: async () => [] };
    const swept = await sweepImages(db, { storage: found, variants }, new Date());
    expect(swept.images).toEqual([path]);
    expect(bucket.size).toBe(0);
  });

  it.each(["products/none-1-a.jpg", "../lock", "products/%", "", "\0"])(
    "refuses an unknown path: %j",
    async (path) => {
      await add("kept");
      const removing = removeImage(database.db, { storage, log }, imageEditor, path);
      await expect(removing).rejects.toThrow(Refusal);
      expect(bucket.size).toBe(1);
    },
  );
});

describe("listImages", () => {
  it("lists a folder by name, from either end, with the places that show each", async () => {
    const { db } = database;
    const names = ["b", "a", "c"];
    const added = [];
    for (const name of names) added.push(await add(name));
    await add("a", "pages");
    const [b, a, c] = added.map(({ path }) => path);
    const url = added[0]?.url ?? "";
    const mapped = await insertProduct(db, { slug: "beef", name: "Beef" });
    const place = { section: "product", key: mapped.id };
    await saveImages(db, imageEditor, place, [url]);
    const hidden = await insertProduct(db, { name: "Hidden", imageUrl: url, isActive: false });

    const list = (asked: object) => listImages(db, imageEditor, { folder: "products", ...asked });
    const paths = async (asked: object) => (await list(asked)).rows.map(({ path }) => path);
    expect(await paths({})).toEqual([a, b, c]);
    expect(await paths({ sort: "name-desc" })).toEqual([c, b, a]);
    expect(await paths({ limit: 1, offset: 1 })).toEqual([b]);
    expect((await list({ limit: 2 })).hasMore).toBe(true);
    const { rows, hasMore } = await list({});
    expect(hasMore).toBe(false);
    expect(rows.map(({ usedFor }) => usedFor)).toEqual([
      [],
      [
        { ...place, name: "Beef", isHidden: false },
        { ...place, key: hidden.id, name: "Hidden", isHidden: true },
      ],
      [],
    ]);
    expect(rows[1]).toMatchObject({ url, width: 400, height: 300 });
  });

  it("returns 100 by default", async () => {
    const { db } = database;
    const row = { version: 1, digest: "0".repeat(64), contentType: "image/jpeg", preview: "" };
    const facts = { ...row, width: 1, height: 1, bytes: 1 };
    await db
      .insert(images)
      .values(
        Array.from({ length: 101 }, (_, index) => ({ ...facts, path: `sections/s-${index}.jpg` })),
      );
    const { rows, hasMore } = await listImages(db, imageEditor, { folder: "sections" });
    expect([rows.length, hasMore]).toEqual([100, true]);
  });
});

describe("createImageReader", () => {
  it("caches an image until it is dropped, or another version is requested", async () => {
    const { db } = database;
    const { path, url } = await add("flank");
    const reader = createImageReader(db);
    const found = await reader.find(path, undefined);
    expect(found).toMatchObject({ path, width: 400, height: 300 });
    await db.update(images).set({ version: 7 });
    expect(await reader.find(path, found?.version)).toEqual(found);
    expect(await reader.find(path, 7)).toMatchObject({ version: 7 });
    await db.delete(images);
    expect(await reader.factsOf([url])).not.toEqual({});
    reader.drop();
    expect(await reader.find(path, 7)).toBeNull();
    expect(await reader.factsOf([url])).toEqual({});
  });

  it("returns the facts of several images together, by URL", async () => {
    const [one, other] = [await add("one"), await add("other")];
    const reader = createImageReader(database.db);
    await reader.find(one.path, undefined);
    const { width, height, preview } = one;
    const urls = [one.url, null, other.url, "https://example.com/a.jpg", "/photos/products/no.jpg"];
    const facts = await reader.factsOf(urls);
    expect(Object.keys(facts).sort()).toEqual([one.url, other.url].sort());
    expect(facts[one.url]).toEqual({ width, height, preview });
  });

  it("serves its cache during a database outage", async () => {
    const { path, url } = await add("flank");
    let isAway = false;
    const db = new Proxy(database.db, {
      get(target, name) {
        if (isAway) throw new Error("away");
        return Reflect.get(target, name);
      },
    });
    const reader = createImageReader(db);
    const found = await reader.find(path, undefined);
    isAway = true;
    expect(await reader.find(path, 99)).toEqual(found);
    expect(await reader.factsOf([url])).toHaveProperty([url]);
    await expect(reader.find("products/other.jpg", undefined)).rejects.toThrow("away");
  });
});

it("notifies of an added image", async () => {
  const heard: string[] = [];
  const stop = await database.listen("catalog_changed", (payload) => heard.push(payload));
  await add("flank");
  await expect.poll(() => heard).toContain("images");
  await stop();
});

describe("image paths", () => {
  const longest = (folder: string, ending: string) =>
    folder + "x".repeat(200 - folder.length - ending.length) + ending;
  const bytes = Buffer.from("an image's bytes");
  let dataDir: string;
  let folder: ImageStorage;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "shop-paths-"));
    folder = createImageStorage({ dataDir, wait: async () => undefined });
  });
  afterAll(() => removeFolder(dataDir));

  const insert = (path: string) =>
    database.db.insert(images).values({
      path,
      version: 1,
      digest: "a".repeat(64),
      contentType: "image/jpeg",
      width: 1,
      height: 1,
      bytes: bytes.length,
      preview: "",
    });

  it.each([
    ...["products/a.jpg", "pages/0.webp", "sections/a-.jpg", "products/9--b--.webp"],
    ...["products/con.jpg", "sections/jpg.jpg", "products/ribeye-steak-1700000000000-ab12cd34.jpg"],
    ...[longest("products/", ".jpg"), longest("sections/", ".webp"), longest("pages/", ".webp")],
  ])("are accepted by both the table and the storage: %s", async (path) => {
    expect(await refusalOf(insert(path))).toBe("accepted");
    await folder.put(path, bytes, "image/jpeg");
    expect(await folder.read(path)).toEqual(bytes);
    expect(await folder.modified(path)).toBeInstanceOf(Date);
    await folder.remove(path);
    expect(await folder.read(path)).toBeNull();
  });

  it.each([
    ...["../a.jpg", "products/../a.jpg", "products/..", "products/.", "products/.a.jpg"],
    ...["/products/a.jpg", "//host/a.jpg", "products//a.jpg", "products/", "./products/a.jpg"],
    ...["products\\..\\a.jpg", "..\\a.jpg", "C:/a.jpg", "file:///etc/passwd", "~/a.jpg"],
    ...["products/%2e%2e/a.jpg", "products/a.jpg\n", "\nproducts/a.jpg", "products/a b.jpg"],
    ...[
      "products/é.jpg",
      "products/\u202egpj.a",
      "products/-a.jpg",
      "-a.jpg",
      "products/a.jpg?t=1",
    ],
  ])("are refused by both if they lead elsewhere: %j", async (path) => {
    expect(await refusalOf(insert(path))).toBe("images_path_form");
    const refusal = "Not a path of an image";
    await expect(folder.put(path, bytes, "image/jpeg")).rejects.toThrow(refusal);
    await expect(folder.read(path)).rejects.toThrow(refusal);
    await expect(folder.modified(path)).rejects.toThrow(refusal);
    await expect(folder.remove(path)).rejects.toThrow(refusal);
    await expect(folder.list(path)[Symbol.asyncIterator]().next()).rejects.toThrow(refusal);
    const within = await readdir(dataDir, { recursive: true, withFileTypes: true });
    expect(within.filter((entry) => entry.isFile())).toEqual([]);
  });
});
