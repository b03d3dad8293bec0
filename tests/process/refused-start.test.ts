import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyFolder, newShop, openShop, ownProcess, usedShop } from "./own-shop.ts";
import { signedIn, visit } from "./visit.ts";

async function complaint(settings: Record<string, string>): Promise<string> {
  const shop = await ownProcess(settings);
  expect(await shop.ended).toBe(1);
  return shop.stderr();
}

describe("a wrong setting is one clear line", () => {
  const database = "postgres://shop:s3cret@127.0.0.1:1/shop";

  test.each<[Record<string, string>, RegExp]>([
    [
      { DATABASE_URL: database },
      /^Invalid settings: AUTH_SECRET is required with DATABASE_URL.+\n$/,
    ],
    [
      { S3_BUCKET: "photos", S3_SECRET_ACCESS_KEY: "s3cret" },
      /^Invalid settings: S3_ENDPOINT and S3_ACCESS_KEY_ID are required with the other .+\n$/,
    ],
    [{ PORT: "-1", SITE_URL: "beef" }, /^Invalid settings: PORT .+; SITE_URL .+\n$/],
  ])("%o", async (wrong, line) => {
    const DATA_DIR = await emptyFolder();
    const said = await complaint({ DATA_DIR, ...wrong });
    expect(said).toMatch(line);
    expect(said).not.toContain("s3cret");
    expect(await readdir(DATA_DIR)).toEqual([]);
  });
});

describe("a data folder that cannot be used is one clear line", () => {
  const line = /^Cannot keep data in .+: .+\. Set DATA_DIR to a folder that .+\n$/;

  test("because it is a file", async () => {
    const file = join(await emptyFolder(), "data");
    await writeFile(file, "");
    expect(await complaint({ DATA_DIR: file })).toMatch(line);
  });

  test("because it cannot be made", async () => {
    const file = join(await emptyFolder(), "data");
    await writeFile(file, "");
    expect(await complaint({ DATA_DIR: join(file, "below") })).toMatch(line);
  });

  // There, Node's own recursive mkdir would try for ever.
  test.runIf(process.platform === "linux")("because it is not on a disk", async () => {
    expect(await complaint({ DATA_DIR: "/proc/x" })).toMatch(line);
  });

  // Stands for a folder without write permission, which wouldn't stop root.
  test("because nothing can be written into it", async () => {
    const DATA_DIR = await emptyFolder();
    await mkdir(join(DATA_DIR, "lock"));
    expect(await complaint({ DATA_DIR })).toMatch(line);
  });
});

test("refuses a second process on the same data folder, while the first continues", async () => {
  const { PORT: _, ...settings } = await usedShop();
  const shop = await openShop(settings);
  expect(await complaint(settings)).toMatch(/^Another process is using .+ set DATA_DIR .+\n$/);
  expect((await visit(shop.url, "/shop")).status).toBe(200);
});

test("a port in use is one clear line, and a first start can be repeated", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    squatter.close();
  });
  await once(squatter, "listening");
  const { port } = squatter.address() as AddressInfo;

  const settings = { ...(await newShop()), ADMIN_PASSWORD: "" };
  const refused = await ownProcess({ ...settings, PORT: String(port) });
  expect(await refused.ended).toBe(1);
  expect(refused.stderr()).toBe(
    `Port ${port} is in use. Stop whatever is using it, or set PORT to another.\n`,
  );

  const password = /admin@example\.com +(\S+)$/m.exec(refused.stdout())?.[1] ?? "";
  const shop = await openShop(settings);
  await signedIn(shop.url, { ...shop.admin, password });
});
