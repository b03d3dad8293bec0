import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/connect.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { endPauses } from "#tests/setup/due-jobs.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openShop, ownProcess, usedShop } from "./own-shop.ts";

// Files in place of folders simulate a full disk for every user, even root.

const patiently = { timeout: 60_000 };

async function statement<T extends Record<string, unknown>>(dataDir: string, text: string) {
  const { db, close } = await connect({ dataDir, log: silentLog });
  return db
    .execute<T>(sql.raw(text))
    .then(({ rows }) => rows)
    .finally(close);
}

async function orderFields(dataDir: string) {
  const [product] = await statement<{ id: string; price: string }>(
    dataDir,
    "select id, price_per_lb as price from products where slug = 'ribeye-steak'",
  );
  const lines = {
    [`quantity.${product?.id}`]: "5",
    [`price.${product?.id}`]: product?.price ?? "",
  };
  return { intent: "place", requestId: randomUUID(), notes: "", ...lines };
}

test("an image that cannot be written is answered 503, logged, and can be sent again", async () => {
  const settings = await usedShop();
  const shop = await openShop(settings);
  const cookie = await enter(shop.url, shop.admin);
  const photos = join(settings.DATA_DIR, "photos");
  await mkdir(photos, { recursive: true });
  await rename(photos, `${photos}.aside`);
  await writeFile(photos, "");
  const body = new Uint8Array(await sampleJpeg(400, 300));
  const upload = () =>
    fetch(`${shop.url}/api/images?folder=pages&name=about`, {
      method: "POST",
      headers: { cookie, origin: shop.url },
      body,
    });
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ error: "There was a problem uploading your images." });
  const line = { level: 50, msg: "image not uploaded", requestId: expect.any(String) };
  expect(shop.log()).toContainEqual(expect.objectContaining(line));
  expect((await fetch(`${shop.url}/shop`)).status).toBe(200);

  await rm(photos);
  await rename(`${photos}.aside`, photos);
  const kept = await upload();
  expect(kept.status).toBe(201);
  const { url } = await kept.json();
  expect((await fetch(shop.url + url)).status).toBe(200);
});

test("an order whose emails cannot be written is placed, and its emails are sent later", async () => {
  const settings = await usedShop();
  const outbox = join(settings.DATA_DIR, "outbox");
  await rm(outbox, { recursive: true, force: true });
  await writeFile(outbox, "");
  const fields = await orderFields(settings.DATA_DIR);
  const shop = await openShop(settings);
  const cookie = await enter(shop.url, shop.demo);
  const answer = await send(shop.url, "/api/orders", fields, { cookie });
  expect(answer.status).toBe(200);
  await shop.says("a mail could not be delivered yet");
  expect(shop.log()).toContainEqual(expect.objectContaining({ level: 40, code: "EEXIST" }));
  await shop.stop();

  await rm(outbox);
  await statement(settings.DATA_DIR, endPauses);
  await openShop(settings);
  await expect
    .poll(() => mailsTo(settings.DATA_DIR, shop.demo.email), patiently)
    .toMatchObject([{ subject: expect.stringContaining("We have your order") }]);
});

test("an order that the database has no room for is answered 503, and placed when sent again", async () => {
  const settings = await usedShop();
  const fields = await orderFields(settings.DATA_DIR);
  // PostgreSQL's error for a full disk; a real one would fail at an unpredictable moment.
  await statement(
    settings.DATA_DIR,
    `create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  );
  await statement(
    settings.DATA_DIR,
    "create trigger no_room before insert on order_items execute function no_room()",
  );
  const shop = await openShop(settings);
  const cookie = await enter(shop.url, shop.demo);
  const answer = await send(shop.url, "/api/orders", fields, { cookie });
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toMatch(/extend|disk|trigger/);
  const cause = { cause: expect.objectContaining({ code: "53100" }) };
  expect(shop.log()).toContainEqual(
    expect.objectContaining({
      msg: "an order was not placed",
      err: expect.objectContaining(cause),
    }),
  );
  await shop.stop();

  const { DATA_DIR } = settings;
  const halves = `select id from orders where request_id = '${fields.requestId}'`;
  expect(await statement(DATA_DIR, halves)).toEqual([]);
  await statement(DATA_DIR, "drop trigger no_room on order_items");
  const again = await openShop(settings);
  expect((await send(again.url, "/api/orders", fields, { cookie })).status).toBe(200);
});

test("a start that cannot write is refused in one line", async () => {
  const settings = await usedShop();
  // Blocks the probe file that is written first.
  await mkdir(join(settings.DATA_DIR, "probe.new"));
  const shop = await ownProcess(settings);
  expect(await shop.ended).toBe(1);
  expect(shop.stderr()).toMatch(/^Cannot keep data in .+: .+\. Set DATA_DIR to a folder .+\n$/);
});
