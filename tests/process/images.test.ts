import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { UploadedImage } from "#app/domain/pictures/upload/image-upload.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { startBucket } from "#tests/setup/images/s3-bucket.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import type { RunningShop } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "./own-shop.ts";

async function upload(shop: RunningShop): Promise<UploadedImage> {
  const cookie = await enter(shop.url, shop.admin);
  const answer = await fetch(`${shop.url}/api/images?folder=pages&name=about`, {
    method: "POST",
    headers: { cookie, origin: shop.url },
    body: new Uint8Array(await sampleJpeg(800, 600)),
  });
  expect(answer.status).toBe(201);
  return answer.json();
}

async function etagOf(shop: RunningShop, { path, url }: UploadedImage): Promise<string | null> {
  const answer = await ask(shop.url, `/photos/${path}/320.webp${url.slice(url.indexOf("?"))}`);
  expect(answer.status).toBe(200);
  return answer.headers.get("etag");
}

const names = (folder: string) => readdir(folder).catch(() => []);

test("an uploaded image survives a kill, with its variants", async () => {
  const settings = await usedShop();
  const shop = await openShop(settings);
  const image = await upload(shop);
  const etag = await etagOf(shop, image);
  // The usual ones, and the requested one.
  const variantsOf = () => names(join(settings.DATA_DIR, "variants"));
  await expect.poll(variantsOf, { timeout: 30_000 }).toHaveLength(8);
  await shop.stop("SIGKILL");

  const variants = await variantsOf();
  const again = await openShop(settings);
  expect(await etagOf(again, image)).toBe(etag);
  expect(await names(join(settings.DATA_DIR, "variants"))).toEqual(variants);
});

test("a shop with a bucket stores its images there, not on its disk", async () => {
  const bucket = await startBucket();
  onTestFinished(() => bucket.stop());
  const { endpoint, accessKeyId, secretAccessKey } = bucket.settings;
  const settings = await usedShop();
  const before = await names(join(settings.DATA_DIR, "photos/pages"));
  const shop = await openShop({
    ...settings,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const image = await upload(shop);
  expect(bucket.requests).toContain(`PUT /photos/${image.path}`);
  expect(await names(join(settings.DATA_DIR, "photos/pages"))).toEqual(before);
  await etagOf(shop, image);
});

test("an unreachable bucket only prevents uploads", async () => {
  const bucket = await startBucket();
  const { endpoint, accessKeyId, secretAccessKey } = bucket.settings;
  await bucket.stop();
  const shop = await openShop({
    ...(await usedShop()),
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const cookie = await enter(shop.url, shop.admin);
  const uploading = fetch(`${shop.url}/api/images?folder=pages&name=about`, {
    method: "POST",
    headers: { cookie, origin: shop.url },
    body: new Uint8Array(await sampleJpeg(400, 300)),
  });
  expect((await ask(shop.url, "/shop")).status).toBe(200);
  const answer = await uploading;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: "There was a problem uploading your images." });
  expect((await ask(shop.url, "/shop")).status).toBe(200);
});
