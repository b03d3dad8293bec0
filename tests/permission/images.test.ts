import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UploadedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import {
  hugeClaim,
  phoneJpeg,
  refusedFiles,
  sampleJpeg,
} from "#tests/setup/images/sample-images.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

const denied = "You don't have permission to access this area";

let shop: ShopWithin;
let editor: string;
let admin: string;
let client: string;
beforeAll(async () => {
  shop = await openShopWithin();
  editor = await enter(shop.url, shop.admin);
  client = await enter(shop.url, shop.demo);
  const other = { email: "other-admin@example.com", password: "long enough a password" };
  await ensureAccount(shop.db, { ...other, name: "Other", profile: { isAdmin: true } });
  admin = await enter(shop.url, other);
});
afterAll(() => shop.stop());

interface Sent {
  method?: string;
  origin?: string;
  body?: BodyInit;
}

function send(
  path: string,
  cookie: string,
  { method = "POST", origin = shop.url, body }: Sent = {},
) {
  return fetch(shop.url + path, { method, headers: { cookie, origin }, body });
}

const upload = (cookie: string, file: Buffer, query = "folder=products&name=ribeye-steak") =>
  send(`/api/images?${query}`, cookie, { body: new Uint8Array(file) });

async function uploaded(): Promise<UploadedImage> {
  const answer = await upload(editor, await phoneJpeg());
  expect(answer.status).toBe(201);
  return answer.json();
}

/** Saves as an editor who has seen the current images. */
async function put(
  cookie: string,
  content: { section: string; key: string; urls: unknown; version?: string },
  origin?: string,
) {
  const { section, key } = content;
  const asked = `/api/image-mappings?${new URLSearchParams({ section, key })}`;
  const { version } = await (await ask(shop.url, asked, { cookie: editor })).json();
  const body = JSON.stringify({ version, ...content });
  return send("/api/image-mappings", cookie, { method: "PUT", body, origin });
}

/** Returns all requests that change something, each valid. */
async function writes(cookie: string, origin?: string) {
  const { path, url } = await uploaded();
  const { path: described } = await uploaded();
  const remove = { method: "DELETE", origin };
  const place = { section: "product", key: "ribeye-steak", urls: [url] };
  const body = new Uint8Array(await sampleJpeg(200, 200));
  return Promise.all([
    send("/api/images?folder=products&name=x", cookie, { body, origin }),
    send(`/api/images?path=${described}`, cookie, {
      method: "PATCH",
      origin,
      body: JSON.stringify({ alt: "A steak", shot: "raw" }),
    }),
    send(`/api/images?path=${path}`, cookie, remove),
    put(cookie, place, origin),
  ]);
}

describe("changing images", () => {
  test.each([
    ["a visitor", () => "", 401, "Please sign in"],
    ["a made-up session", () => "shop.session_token=made.up", 401, "Please sign in"],
    ["a client", () => client, 403, denied],
    ["another administrator", () => admin, 403, denied],
  ])("is refused for %s", async (_name, cookie, status, error) => {
    const { path: kept } = await uploaded();
    const before = await shop.db.select().from(images);
    for (const answer of await writes(cookie())) {
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ error });
      expect(answer.headers.get("cache-control") ?? "no-store").toContain("no-store");
    }
    // `writes` has uploaded two itself, as the editor.
    const after = await shop.db.select().from(images);
    expect(after).toHaveLength(before.length + 2);
    expect(after.map(({ path }) => path)).toContain(kept);
  });

  test("is refused from another site in the editor's browser", async () => {
    for (const answer of await writes(editor, "https://evil.example")) {
      expect(answer.status).toBe(403);
    }
  });

  test("is allowed for the designated administrator", async () => {
    const answers = await writes(editor);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  });
});

describe("listing images and their places", () => {
  test.each([
    ["a visitor", () => "", 401],
    ["a client", () => client, 403],
    ["another administrator", () => admin, 200],
    ["the designated administrator", () => editor, 200],
  ])("is allowed or refused for %s", async (_name, cookie, status) => {
    const query = { cookie: cookie() };
    for (const path of [
      "/api/images?folder=products",
      "/api/image-mappings?section=product&key=x",
    ]) {
      expect((await ask(shop.url, path, query)).status, path).toBe(status);
    }
  });
});

test("an image is uploaded, listed, shown on its product, served to everybody, and deleted", async () => {
  const { path, url, width, height } = await uploaded();
  expect([width, height]).toEqual([300, 400]);
  const put1 = await put(editor, { section: "product", key: "ribeye-steak", urls: [url] });
  expect(await put1.json()).toEqual({ urls: [url], version: expect.any(String) });

  const list = await ask(shop.url, "/api/images?folder=products&sort=name-desc", {
    cookie: editor,
  });
  const { images } = await list.json();
  const listed = images.find((image: { path: string }) => image.path === path);
  const place = { section: "product", name: "Ribeye Steak", isHidden: false };
  const usedFor = [{ ...place, key: expect.stringMatching(/^[0-9a-f-]{36}$/) }];
  expect(listed).toMatchObject({ url, width, height, usedFor });
  expect(await (await ask(shop.url, "/shop/prime-rib/ribeye-steak")).text()).toContain(path);

  const original = await ask(shop.url, url);
  expect(original.headers.get("cache-control")).toBe("public, max-age=3600");
  const version = new URL(url, shop.url).search;
  const variant = `/photos/${path}/160.avif${version}`;
  const sent = await ask(shop.url, variant);
  expect(sent.headers.get("content-type")).toBe("image/avif");
  expect(sent.headers.get("cache-control")).toContain("immutable");
  expect(sent.headers.get("content-encoding")).toBeNull();
  expect(sent.headers.get("x-content-type-options")).toBe("nosniff");
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, compression: "av1" });
  const head = await ask(shop.url, variant, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(await head.text()).toBe("");
  const etag = sent.headers.get("etag") ?? "";
  const again = await ask(shop.url, variant, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);

  const removed = await send(`/api/images?path=${path}`, editor, { method: "DELETE" });
  expect(await removed.json()).toEqual({ path });
  for (const address of [url, variant]) {
    await expect.poll(async () => (await ask(shop.url, address)).status).toBe(404);
  }
  const [product] = await shop.db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  expect(product?.imageUrl).toBeNull();
});

describe("an invalid image", () => {
  test("is refused with a reason, whatever its name", async () => {
    for (const [what, file] of await refusedFiles()) {
      const answer = await upload(editor, file, "folder=products&name=steak.jpg");
      expect(answer.status, what).toBe(400);
      expect(await answer.json(), what).toEqual({ error: expect.stringContaining(what) });
    }
    const half = (await sampleJpeg()).subarray(0, 500);
    const answers = [await upload(editor, half), await upload(editor, hugeClaim())];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  test("is refused when it is too large, whether or not its length is declared", async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent <= 25) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const path = "/api/images?folder=products&name=x";
    const headers = { cookie: editor, origin: shop.url };
    const init = { method: "POST", headers, body, duplex: "half" };
    const whole = { method: "POST", headers, body: new Uint8Array(25 * 1024 * 1024) };
    for (const request of [init, whole]) {
      const answer = await fetch(shop.url + path, request);
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ error: expect.stringContaining("20 MB") });
    }
  });

  test.each(["folder=other&name=x", "name=x", "folder=../x&name=x"])(
    "is not taken or listed without a valid folder: %s",
    async (query) => {
      expect((await upload(editor, await sampleJpeg(200, 200), query)).status).toBe(400);
      expect((await ask(shop.url, `/api/images?${query}`, { cookie: editor })).status).toBe(404);
    },
  );
});

test("a place without images, or with an invalid address, is not saved", async () => {
  const place = { section: "product", key: "flank-steak" };
  for (const [urls, error] of [
    [[], "No images selected"],
    [["javascript:alert(1)"], "An image needs a path on this site or a web address"],
    ["/a.jpg", "Failed to save images"],
  ]) {
    const answer = await put(editor, { ...place, urls });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error });
  }
  const answer = await send("/api/image-mappings", editor, { method: "PUT", body: "{" });
  expect(answer.status).toBe(400);
});

test("images that a colleague has changed are not overwritten", async () => {
  const place = { section: "product", key: "skirt-steak" };
  const asked = `/api/image-mappings?${new URLSearchParams(place)}`;
  const { version } = await (await ask(shop.url, asked, { cookie: editor })).json();
  expect((await put(editor, { ...place, urls: ["/theirs.jpg"] })).status).toBe(200);
  const late = await put(editor, { ...place, urls: ["/mine.jpg"], version });
  expect(late.status).toBe(409);
  expect(await late.json()).toEqual({
    error: "A colleague changed these images meanwhile.",
    urls: ["/theirs.jpg"],
    version: expect.any(String),
  });
  const body = JSON.stringify({ ...place, urls: ["/mine.jpg"] });
  const unseen = await send("/api/image-mappings", editor, { method: "PUT", body });
  expect(unseen.status).toBe(400);
  const nobody = await put(editor, { section: "product", key: "no-such-cut", urls: ["/a.jpg"] });
  expect(nobody.status).toBe(404);
  expect(await nobody.json()).toEqual({ error: "Product not found" });
});

test("an unsupported method is answered with the supported ones", async () => {
  expect((await send("/api/images", editor, { method: "PUT" })).headers.get("allow")).toContain(
    "POST",
  );
  expect((await send("/api/image-mappings", editor)).headers.get("allow")).toContain("PUT");
  const gone = await send("/api/images?path=products/none.jpg", editor, { method: "DELETE" });
  expect(gone.status).toBe(404);
});

test("shared links show the owner's picture of the home page, not the sample's", async () => {
  const share = async () => {
    const answer = await ask(shop.url, "/images/share.jpg");
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    return { etag: answer.headers.get("etag") ?? "", bytes: Buffer.from(await answer.bytes()) };
  };
  const before = await share();
  const file = await sampleJpeg(1600, 900);
  const sent = await upload(editor, file, "folder=pages&name=home-hero");
  const { url }: UploadedImage = await sent.json();
  const placed = await put(editor, { section: "pages", key: "home-hero", urls: [url] });
  expect(placed.status).toBe(200);
  await expect.poll(async () => (await share()).etag).not.toBe(before.etag);
  const now = await share();
  expect(await sharp(now.bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  // The left half of the picture, and the colour that papers have below it.
  const { data } = await sharp(now.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3),
  ];
  expect(at(300, 200)[0]).toBeLessThan(150);
  expect(at(20, 610)[0]).toBeGreaterThan(230);
  const again = await ask(shop.url, "/images/share.jpg", {
    headers: { "if-none-match": now.etag },
  });
  expect(again.status).toBe(304);
});

test("a phone's home screen gets the company's name and icons", async () => {
  const answer = await ask(shop.url, "/site.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const { name, icons }: { name: string; icons: { src: string; sizes: string }[] } =
    await answer.json();
  expect(name).not.toBe("");
  for (const { src, sizes } of icons) {
    const icon = await ask(shop.url, src);
    const { width, height } = await sharp(Buffer.from(await icon.bytes())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});
