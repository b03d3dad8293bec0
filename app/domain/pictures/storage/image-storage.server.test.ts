import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { createImageStorage, type ImageStorage } from "./image-storage.server.ts";

const path = "products/ribeye-steak-1700000000000-ab12cd34.jpg";
const bytes = Buffer.from("an image's bytes");

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-images-"));
});
afterEach(() => removeFolder(dataDir));

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

let waits: number[];
beforeEach(() => {
  waits = [];
});
const wait = async (ms: number) => waits.push(ms);

const storages: [string, () => ImageStorage][] = [
  ["a folder", () => createImageStorage({ dataDir, wait })],
  ["a bucket", () => createImageStorage({ dataDir, s3: bucket.settings, wait })],
];

describe.each(storages)("images in %s", (_name, open) => {
  it("are read as stored, and can be overwritten", async () => {
    const storage = open();
    await storage.put(path, bytes, "image/jpeg");
    expect(await storage.read(path)).toEqual(bytes);
    const others = Buffer.from("other bytes");
    await storage.put(path, others, "image/jpeg");
    expect(await storage.read(path)).toEqual(others);
    expect(await open().read(path)).toEqual(others);
  });

  it("are listed by folder, with their time of storage", async () => {
    const storage = open();
    const other = path.replace("products", "sections");
    for (const one of [path, other]) await storage.put(one, bytes, "image/jpeg");
    const listed: string[] = [];
    for await (const paths of storage.list("sections")) listed.push(...paths);
    expect(listed).toEqual([other]);
    for await (const paths of storage.list("pages")) expect(paths).toEqual([]);
    const modified = await storage.modified(path);
    expect(Math.abs(Date.now() - (modified?.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await storage.modified("products/none.jpg")).toBeNull();
    for (const one of [path, other]) await storage.remove(one);
  });

  it("can be removed, even twice", async () => {
    const storage = open();
    await storage.put(path, bytes, "image/jpeg");
    await storage.remove(path);
    await storage.remove(path);
    expect(await storage.read(path)).toBeNull();
  });

  it.each(["../secret", "/etc/passwd", "products/../../x.jpg", "products/.x", "", "a//b", "a\0b"])(
    "are refused at the path %j",
    async (path) => {
      const storage = open();
      const refusal = "Not a path of an image";
      await expect(storage.put(path, bytes, "image/jpeg")).rejects.toThrow(refusal);
      await expect(storage.read(path)).rejects.toThrow(refusal);
      await expect(storage.modified(path)).rejects.toThrow(refusal);
      await expect(storage.remove(path)).rejects.toThrow(refusal);
    },
  );

  it("keep their bytes at any size", async () => {
    const storage = open();
    const sizes = [0, 1, 100, 5000, 70_000];
    await Promise.all(
      sizes.map((size) => storage.put(`pages/p-${size}.webp`, Buffer.alloc(size, 7), "image/webp")),
    );
    for (const size of sizes) {
      expect((await storage.read(`pages/p-${size}.webp`))?.byteLength).toBe(size);
    }
  });
});

describe("a bucket", () => {
  it("receives the content type and how long caches may keep the image", async () => {
    const storage = createImageStorage({ dataDir, s3: bucket.settings });
    await storage.put(path, bytes, "image/jpeg");
    const { accessKeyId, secretAccessKey, endpoint, region } = bucket.settings;
    const credentials = { accessKeyId, secretAccessKey };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const head = await client.send(new HeadObjectCommand({ Bucket: "photos", Key: path }));
    expect(head).toMatchObject({
      ContentType: "image/jpeg",
      CacheControl: "public, max-age=3600",
      ContentLength: bytes.byteLength,
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("stores the image at the third attempt, after waits of 1 s and 2 s", async () => {
    const storage = createImageStorage({ dataDir, s3: bucket.settings, wait });
    bucket.requests.length = 0;
    bucket.failNext(2);
    await storage.put(path, bytes, "image/jpeg");
    expect(waits).toEqual([1000, 2000]);
    expect(bucket.requests).toEqual(Array(3).fill(`PUT /photos/${path}`));
    expect(await storage.read(path)).toEqual(bytes);
  });

  it("that fails three times raises an error, and keeps the earlier image", async () => {
    const storage = createImageStorage({ dataDir, s3: bucket.settings, wait });
    await storage.put(path, bytes, "image/jpeg");
    bucket.failNext(3);
    await expect(storage.put(path, Buffer.from("new"), "image/jpeg")).rejects.toThrow();
    expect(waits).toEqual([1000, 2000]);
    expect(await storage.read(path)).toEqual(bytes);
  });

  it("that does not exist raises an error, rather than reporting a missing image", async () => {
    const s3 = { ...bucket.settings, bucket: "elsewhere" };
    const storage = createImageStorage({ dataDir, s3, wait });
    await expect(storage.read(path)).rejects.toThrow();
    bucket.failNext(1);
    await expect(createImageStorage({ dataDir, s3: bucket.settings }).read(path)).rejects.toThrow();
  });
});

describe("a folder", () => {
  it("keeps images below photos, without other files beside them", async () => {
    await createImageStorage({ dataDir }).put(path, bytes, "image/jpeg");
    expect(await readFile(join(dataDir, "photos", path))).toEqual(bytes);
    expect(await readdir(join(dataDir, "photos/products"))).toHaveLength(1);
  });

  it("always has the old or the new image, never a part", async () => {
    const storage = createImageStorage({ dataDir });
    const [old, next] = [Buffer.alloc(3_000_000, 1), Buffer.alloc(2_000_000, 2)];
    await storage.put(path, old, "image/jpeg");
    let isWritten = false;
    const writing = storage.put(path, next, "image/jpeg").finally(() => {
      isWritten = true;
    });
    while (!isWritten) {
      const seen = await storage.read(path);
      expect(seen?.equals(old) || seen?.equals(next)).toBe(true);
    }
    await writing;
    expect((await storage.read(path))?.equals(next)).toBe(true);
  });

  test("that can't be written raises an error after three attempts, without a partial file", async () => {
    const storage = createImageStorage({ dataDir, wait });
    // A folder in its place makes the last step, the renaming, fail.
    await mkdir(join(dataDir, "photos", path), { recursive: true });
    await writeFile(join(dataDir, "photos", path, "in-the-way"), "");
    await expect(storage.put(path, bytes, "image/jpeg")).rejects.toThrow();
    expect(waits).toEqual([1000, 2000]);
    expect(await readdir(join(dataDir, "photos/products"))).toHaveLength(1);
  });
});
