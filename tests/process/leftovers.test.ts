import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openShop, usedShop } from "./own-shop.ts";

const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);

test("a start removes leftovers of killed processes older than a day", async () => {
  const settings = await usedShop();
  // After the first start, everything found is the test's own.
  await (await openShop(settings)).stop();
  const folder = settings.DATA_DIR;
  async function leave(path: string, at: Date) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "left behind");
    await utimes(join(folder, path), at, at);
  }
  const image = (name: string) => `photos/products/${name}-1700000000000-ab12cd34.jpg`;
  const part = "00000000-0000-4000-8000-000000000000.part";
  await leave("outbox/old.eml.part", days(2));
  await leave("outbox/young.eml.part", days(0));
  await leave(image("young"), days(0));
  await leave(`variants/${"b".repeat(64)}-320.avif.${part}`, days(2));
  const before = await readdir(join(folder, "photos/products"));

  const shop = await openShop(settings);
  await shop.says("removed what was left behind");
  expect(await readdir(join(folder, "outbox"))).toContain("young.eml.part");
  expect(await readdir(join(folder, "outbox"))).not.toContain("old.eml.part");
  expect(await readdir(join(folder, "variants"))).toEqual([]);
  expect(await readdir(join(folder, "photos/products"))).toEqual(before);
});
