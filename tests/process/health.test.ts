import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { startWireDatabase } from "#tests/setup/servers/wire-database.ts";
import { authSecret, freePort } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "./own-shop.ts";
import { visit } from "./visit.ts";

const patiently = { timeout: 30_000 };

test("a working shop is ready, without a log line", async () => {
  const shop = await openShop(await usedShop());
  expect(await visit(shop.url, "/healthz")).toMatchObject({ status: 200, text: "ok" });
  const ready = await visit(shop.url, "/readyz");
  expect(ready).toMatchObject({ status: 200, text: '{"ready":true}' });
  // Its log line would come after theirs.
  await visit(shop.url, "/why-aaa");
  await expect.poll(() => shop.log().map(({ path }) => path)).toContain("/why-aaa");
  expect(shop.log().filter(({ path }) => /z$/.test(String(path)))).toEqual([]);
});

test("a shop without a folder for its files is not ready, and reveals no more", async () => {
  const settings = await usedShop();
  const shop = await openShop(settings);
  await expect.poll(async () => (await visit(shop.url, "/readyz")).status).toBe(200);
  await rename(join(settings.DATA_DIR, "photos"), join(settings.DATA_DIR, "photos.away"));
  await writeFile(join(settings.DATA_DIR, "photos"), "");
  const answer = () => visit(shop.url, "/readyz");
  await expect.poll(async () => (await answer()).status, patiently).toBe(503);
  expect((await answer()).text).toBe('{"ready":false,"failing":["files"]}');
  expect(shop.log()).toContainEqual(expect.objectContaining({ msg: "not ready", need: "files" }));
  expect((await visit(shop.url, "/healthz")).status).toBe(200);
});

test("a shop whose database is unreachable is not ready until it is back", async () => {
  const database = await startWireDatabase(inject("processTest").serverUrl);
  onTestFinished(() => database.stop());
  const shop = await openShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret });
  const answer = () => visit(shop.url, "/readyz");
  await expect.poll(async () => (await answer()).status, patiently).toBe(200);
  await database.goAway();
  await expect.poll(async () => (await answer()).status, patiently).toBe(503);
  expect((await answer()).text).toBe('{"ready":false,"failing":["database"]}');
  await database.comeBack();
  await expect.poll(async () => (await answer()).status, patiently).toBe(200);
});

describe("metrics", () => {
  test("are on a port of their own, not on the shop's", async () => {
    const port = await freePort();
    const shop = await openShop({ ...(await usedShop()), METRICS_PORT: String(port) });
    for (const path of ["/why-aaa", "/why-aaa", "/login", "/nothing-here"])
      await visit(shop.url, path);
    const { text } = await visit(`http://127.0.0.1:${port}`, "/metrics");
    expect(text).toMatch(/^pages_from_memory_total 1$/m);
    expect(text).toMatch(/http_request_duration_seconds_count\{[^}]*status="404"\} 1/);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    for (const check of ["disk", "backups", "readiness"]) {
      expect(text).toContain(`shop_check_state{check="${check}"} 0`);
    }
    expect(text).toContain('shop_check_state{check="mails"} 1');
    expect(text).toMatch(/^shop_disk_free_bytes\{folder="data"\} \d/m);
    expect((await visit(shop.url, "/metrics")).status).toBe(404);
    await shop.stop();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });
});
