import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import type { KnownImage } from "../storage/image-reader.server.ts";
import { createImageStorage, type ImageStorage } from "../storage/image-storage.server.ts";
import { encodeVariant } from "./encode-image.server.ts";
import { createImageDelivery } from "./image-delivery.server.ts";
import { createImageVariants } from "./image-variants.server.ts";
import { createVariantStore } from "./variant-store.server.ts";
import { createWorkQueue } from "./work-queue.server.ts";

const path = "products/ribeye-steak-1700000000000-ab12cd34.jpg";
const address = `/photos/${path}`;
const image: KnownImage = {
  path,
  version: 5,
  digest: "d1",
  contentType: "image/jpeg",
  width: 800,
  height: 600,
  preview: "",
};

let dataDir: string;
let storage: ImageStorage;
let known: KnownImage[];
/** The paths looked up. */
let asked: string[];
let made: string[];
let encodingHeld: Promise<void> | undefined;
/** The number of variants requested from the queue. */
let inLine: number;
let recorded: ReturnType<typeof recordingLog>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-delivery-"));
  storage = createImageStorage({ dataDir });
  await storage.put(path, await sampleJpeg(800, 600), "image/jpeg");
  [known, asked, made, recorded] = [[image], [], [], recordingLog()];
  encodingHeld = undefined;
  inLine = 0;
});
afterEach(() => removeFolder(dataDir));

/** Starts a process that delivers; all of them share the folder. */
function delivery(options: Parameters<typeof process>[0] = {}) {
  return process(options).ask;
}

function process({
  mayWait = 100,
  store = createVariantStore(join(dataDir, "variants")),
}: {
  mayWait?: number;
  store?: Parameters<typeof createImageVariants>[1];
} = {}) {
  const reader = {
    async find(path: string) {
      asked.push(path);
      return known.find((one) => one.path === path) ?? null;
    },
  };
  const queue = createWorkQueue({ atOnce: 1, mayWait });
  const work: typeof queue = {
    run(task, options) {
      inLine += 1;
      return queue.run(task, options);
    },
  };
  const encode: typeof encodeVariant = async (bytes, width, format) => {
    made.push(`${width}.${format}`);
    await encodingHeld;
    return encodeVariant(bytes, width, format);
  };
  const variants = createImageVariants({ storage, work }, store, recorded.log, encode);
  const answer = createImageDelivery({ reader, storage, variants });
  const ask = (url: string, headers?: Record<string, string>) =>
    answer(new Request(`http://shop.example${url}`, { headers }), recorded.log);
  return { ask, variants };
}

/** Blocks encoding until the returned function is called. */
function holdEncoding(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  encodingHeld = promise;
  return resolve;
}

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

const kept = () => readdir(join(dataDir, "variants")).catch(() => []);

describe("a variant", () => {
  it.each([
    ["avif", "image/avif", "heif"],
    ["webp", "image/webp", "webp"],
    ["jpg", "image/jpeg", "jpeg"],
  ])("is served as %s in its width, and cached indefinitely", async (extension, type, format) => {
    const answer = await delivery()(`${address}/320.${extension}?t=5`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
    const bytes = await bytesOf(answer);
    expect(answer.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 320, height: 240 });
  });

  it("is never larger than its image", async () => {
    const answer = await delivery()(`${address}/1600.webp?t=5`);
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ width: 800 });
  });

  it("is made once, for concurrent requests and after a restart", async () => {
    const ask = delivery();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(`${address}/320.webp?t=5`)),
    );
    answers.push(await ask(`${address}/320.webp?t=5`), await delivery()(`${address}/320.webp?t=5`));
    expect(new Set(answers.map(({ headers }) => headers.get("etag"))).size).toBe(1);
    expect(made).toEqual(["320.webp"]);
  });

  it("is not sent again to a browser that has it", async () => {
    const ask = delivery();
    const etag = (await ask(`${address}/320.webp?t=5`)).headers.get("etag") ?? "";
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask(`${address}/320.webp?t=5`, { "if-none-match": tag });
      expect(again.status, tag).toBe(304);
      expect(again.headers.get("cache-control")).toContain("immutable");
      expect(await again.text()).toBe("");
    }
    expect((await ask(`${address}/320.webp?t=5`, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("differs for an image that was replaced", async () => {
    const ask = delivery();
    const before = await bytesOf(await ask(`${address}/320.webp?t=5`));
    await storage.put(path, await sampleJpeg(600, 600), "image/jpeg");
    known = [{ ...image, version: 6, digest: "d2" }];
    const now = await bytesOf(await ask(`${address}/320.webp?t=6`));
    expect((await sharp(now).metadata()).height).toBe(320);
    expect(now.equals(before)).toBe(false);
    // The old URL shows the present image, but must not be cached under it.
    const old = await ask(`${address}/320.webp?t=5`);
    expect(old.headers.get("cache-control")).toBe("public, no-cache");
    expect((await bytesOf(old)).equals(now)).toBe(true);
  });

  it("is not cached indefinitely without a version", async () => {
    const answer = await delivery()(`${address}/320.webp`);
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
  });
});

test("an original is delivered unchanged and cached for an hour", async () => {
  const answer = await delivery()(`${address}?t=5`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect(await bytesOf(answer)).toEqual(await storage.read(path));
});

describe("a flood of requests", () => {
  test("for unknown widths is rejected without a lookup", async () => {
    const ask = delivery();
    const odd = Array.from({ length: 200 }, (_, index) => `${address}/${index + 2000}.webp?t=5`);
    odd.push(`${address}/320.webp?t=5&x=1`, `${address}/320.gif`, "/photos/x/y/z", "/photos/%00");
    for (const url of odd) {
      const answer = await ask(url);
      expect(answer.status, url).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect([asked, made, await kept()]).toEqual([[], [], []]);
  });

  test("for unknown images costs one lookup each, and stores nothing", async () => {
    const ask = delivery();
    const urls = Array.from(
      { length: 50 },
      (_, index) => `/photos/products/p-${index}.jpg/320.webp`,
    );
    for (const url of urls) expect((await ask(url)).status).toBe(404);
    expect(asked).toHaveLength(50);
    expect([made, await kept()]).toEqual([[], []]);
  });

  test("for many versions makes one variant", async () => {
    const ask = delivery();
    for (let version = 5; version < 40; version += 1) {
      expect((await ask(`${address}/160.webp?t=${version}`)).status).toBe(200);
    }
    expect([made, await kept()]).toEqual([["160.webp"], ["d1-160.webp"]]);
  });

  test("for new sizes waits in the queue, and gets existing sizes once that is full", async () => {
    await delivery()(`${address}/320.webp?t=5`);
    const ask = delivery({ mayWait: 1 });
    const release = holdEncoding();
    const answered: { url: string; answer: Response }[] = [];
    const begin = async (url: string) => {
      answered.push({ url, answer: await ask(`${address}/${url}?t=5`) });
    };
    const asking = [begin("640.avif")];
    await expect.poll(() => inLine).toBe(2);
    asking.push(begin("640.webp"));
    await expect.poll(() => inLine).toBe(3);
    asking.push(...["160.webp", "960.avif", "960.jpg"].map(begin));
    await expect.poll(() => answered.map(({ url }) => url)).toHaveLength(3);
    release();
    await Promise.all(asking);
    const types = Object.fromEntries(
      answered.map(({ url, answer }) => [url, answer.headers.get("content-type")]),
    );
    expect(types).toEqual({
      "640.avif": "image/avif",
      "640.webp": "image/webp",
      // Another width of its format; a format supported by all browsers with AVIF; the original.
      "160.webp": "image/webp",
      "960.avif": "image/webp",
      "960.jpg": "image/jpeg",
    });
    const standIns = answered.slice(0, 3);
    for (const { answer } of standIns) {
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    }
    const original = standIns.find(({ url }) => url === "960.jpg");
    expect(original && (await bytesOf(original.answer))).toEqual(await storage.read(path));
    const [waited] = answered.slice(3);
    expect(waited?.answer.headers.get("cache-control")).toContain("immutable");
    expect(made).toEqual(["320.webp", "640.avif", "640.webp"]);
    expect(recorded.lines).toEqual([]);
  });
});

describe("when something fails", () => {
  test("a deleted file is reported as a missing image", async () => {
    await storage.remove(path);
    expect((await delivery()(`${address}/320.webp?t=5`)).status).toBe(404);
    expect((await delivery()(`${address}?t=5`)).status).toBe(404);
  });

  test("an unavailable storage is tried again later", async () => {
    storage.read = () => Promise.reject(new Error("away"));
    const ask = delivery();
    for (const url of [`${address}/320.webp?t=5`, `${address}?t=5`]) {
      const answer = await ask(url);
      expect(answer.status).toBe(503);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect(recorded.lines.map(({ message }) => message)).toEqual(
      Array(2).fill("image not delivered"),
    );
    storage = createImageStorage({ dataDir });
    expect((await delivery()(`${address}/320.webp?t=5`)).status).toBe(200);
  });

  test("a variant that can't be stored is still delivered", async () => {
    const full = new Error("no space left on device");
    const has = async () => false;
    const store = { read: async () => null, has, write: () => Promise.reject(full) };
    expect((await delivery({ store })(`${address}/320.webp?t=5`)).status).toBe(200);
    expect(recorded.lines).toMatchObject([{ level: "error", message: "variant not kept" }]);
  });
});

describe("the usual variants of a new image", () => {
  const usual = ["160.avif", "320.avif", "480.avif", "640.avif", "768.avif", "960.avif", "960.jpg"];

  it("are made once while the queue is idle, no wider than the image", async () => {
    const { variants } = process();
    await variants.prepare(image);
    expect(made).toEqual(usual);
    expect((await kept()).sort()).toEqual(usual.map((name) => `d1-${name}`));
    await process().variants.prepare(image);
    expect(made).toEqual(usual);
  });

  it("wait for requests, which get the variants in progress", async () => {
    const { ask, variants } = process();
    const release = holdEncoding();
    const preparing = variants.prepare(image);
    await expect.poll(() => made).toEqual(["160.avif"]);
    const asked = [ask(`${address}/160.avif?t=5`), ask(`${address}/960.avif?t=5`)];
    release();
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
    await preparing;
    expect(made.slice(0, 2)).toEqual(["160.avif", "960.avif"]);
    expect([...made].sort()).toEqual(usual);
  });

  it("are cancelled when the shop closes, or the image is unavailable", async () => {
    const { variants } = process();
    variants.stop();
    await variants.prepare(image);
    expect(made).toEqual([]);
    storage.read = () => Promise.reject(new Error("away"));
    await process().variants.prepare(image);
    expect(recorded.lines).toMatchObject([{ level: "error", message: "variants not prepared" }]);
  });
});
