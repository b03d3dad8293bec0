import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { newShop, openShop, ownProcess } from "../own-shop.ts";
import { productsOn, signedIn, visit } from "../visit.ts";

test("two processes started together on an empty database both open the same shop", async () => {
  const { PORT: _, ...settings } = await newShop("by address");
  const generated = { ...settings, ADMIN_PASSWORD: "" };
  const shops = await Promise.all([openShop(generated), openShop(generated)]);

  const shown = shops.flatMap((shop) => [
    ...shop.stdout().matchAll(/admin@example\.com +(\S+)$/gm),
  ]);
  expect(shown).toHaveLength(1);
  const password = shown[0]?.[1] ?? "";
  for (const { url, admin, stderr } of shops) {
    expect(productsOn((await visit(url, "/shop")).text)).toBe(42);
    await signedIn(url, { ...admin, password });
    expect(stderr()).toBe("");
  }
});

test("the demo client is only created on request, and the folder has no database", async () => {
  const settings = await newShop("by address");
  const shop = await openShop({ ...settings, ADMIN_PASSWORD: "", DEMO_PASSWORD: "" });
  expect(shop.stdout()).toContain(shop.admin.email);
  expect(shop.stdout()).not.toContain(shop.demo.email);
  expect(await readdir(settings.DATA_DIR)).toEqual(["backups", "photos"]);
});

test("a database that refuses the login ends the start with one line", async () => {
  const { DATABASE_URL = "", ...settings } = await newShop("by address");
  const url = new URL(DATABASE_URL);
  url.password = "s3cret";
  url.pathname = "/no_such";
  const shop = await ownProcess({ ...settings, DATABASE_URL: url.href });
  expect(await shop.ended).toBe(1);
  expect(shop.stderr()).toMatch(
    /^Cannot use the database at 127\.0\.0\.1:\d+\/no_such: .*does not exist\n$/,
  );
  expect(shop.stdout() + shop.stderr()).not.toContain("s3cret");
});
