import { execFile } from "node:child_process";

import { randomUUID } from "node:crypto";
import { type ClientRequest, request } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxUploadBytes, uploadLimits } from "#app/domain/pictures/upload/upload-limits.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { scaled } from "./scale.ts";

// Uploads that are never finished must not hold memory or make others wait.

let shop: RunningShop;
let cookie: string;
const begun: ClientRequest[] = [];

beforeAll(async () => {
  shop = await startShop({ DEMO: "1" });
  cookie = await enter(shop.url, shop.demo);
});
afterAll(async () => {
  for (const upload of begun) upload.destroy();
  await shop.stop();
});

/** Sends a photo except for its last byte; resolves with the status of a refusal, or null. */
async function beginUpload(bytes: Buffer): Promise<number | null> {
  const path = `${shop.url}/dashboard/attachments/${randomUUID()}`;
  const headers = { cookie, origin: shop.url, "content-length": String(bytes.length + 1) };
  const upload = request(path, { method: "POST", headers, agent: false });
  begun.push(upload);
  const refused = new Promise<number | null>((resolve) => {
    upload.once("response", ({ statusCode = 0 }) => resolve(statusCode));
    // A refusal may arrive together with the close of the connection.
    upload.on("error", () => undefined).once("close", () => resolve(null));
  });
  const written = new Promise<null>((resolve) => upload.write(bytes, () => resolve(null)));
  return Promise.race([refused, written]);
}

async function visitPages() {
  for (const page of ["/", "/shop", "/search?q=loin", "/login"]) {
    expect((await ask(shop.url, page)).status, page).toBe(200);
  }
}

/** In bytes. */
async function residentBytes(): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", `${shop.pid}`]);
  return Number(stdout) * 1024;
}

test("one account can have only a few unfinished uploads, which are held on the disk and not in memory", async () => {
  const file = Buffer.alloc(maxUploadBytes - 1, 1);
  // Rendered before, so that their own memory doesn't count.
  await visitPages();
  const before = await residentBytes();
  const sent = await Promise.all(Array.from({ length: scaled(20, 60) }, () => beginUpload(file)));
  const taken = uploadLimits.inFlight.account / maxUploadBytes;
  expect(sent.filter((status) => status === 429)).toHaveLength(sent.length - taken);
  // While they wait, a visitor's pages arrive, and memory has not grown by what was taken.
  await visitPages();
  await expect
    .poll(async () => (await residentBytes()) - before)
    .toBeLessThan(0.75 * taken * file.length);
});

test("an account can upload again once its unfinished uploads have ended", async () => {
  for (const upload of begun.splice(0)) upload.destroy();
  const photo = Buffer.from("no image, but all of it");
  await expect
    .poll(async () => {
      const answer = await fetch(`${shop.url}/dashboard/attachments/${randomUUID()}`, {
        method: "POST",
        headers: { cookie, origin: shop.url },
        body: photo,
      });
      return answer.status;
    })
    .toBe(400);
});
