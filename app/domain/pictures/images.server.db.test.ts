import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { images } from "#db/schema/images.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { variantFormats, variantWidths } from "./image-address.ts";
import { createImages } from "./images.server.ts";
import { addImage } from "./storage/stored-images.server.ts";

let database: OpenDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "shop-images-"));
});
afterAll(async () => {
  await database.close();
  await removeFolder(dataDir);
});

const variants = () => readdir(join(dataDir, "variants")).catch(() => []);

it("makes an upload's usual variants in advance, and answers a flood of other requests with existing ones", {
  timeout: 60_000,
}, async () => {
  const { db } = database;
  const editor = await signedInImageEditor(db);
  const service = createImages(db, { dataDir, log: silentLog });
  const file = await sampleJpeg(420, 300);
  const upload = { folder: "products" as const, name: "flank", file };
  await addImage(db, service, editor, upload);
  const usual = ["-160.avif", "-320.avif", "-480.avif", "-960.jpg"];
  const made = async () => (await variants()).map((name) => name.slice(name.indexOf("-"))).sort();
  await expect.poll(made, { timeout: 15_000 }).toEqual(usual);

  const facts = { contentType: "image/jpeg", preview: "", width: 420, height: 300, bytes: 1 };
  const urls: string[] = [];
  for (let version = 1; version < 16; version += 1) {
    const path = `products/other-${version}-ab12cd34.jpg`;
    await service.storage.put(path, file, facts.contentType);
    await db
      .insert(images)
      .values({ ...facts, path, version, digest: version.toString(16).repeat(64) });
    for (const width of variantWidths) {
      for (const format of variantFormats) {
        urls.push(`/photos/${path}/${width}.${format}?t=${version}`);
      }
    }
  }
  const answers = await Promise.all(
    urls.map((path) => service.answer(new Request(`http://shop.example${path}`), silentLog)),
  );
  const standIns = answers.filter(({ headers }) => headers.get("cache-control") === "no-store");
  // Requests in progress and the 200 waiting get variants; on a busy machine some wait too long.
  expect(standIns.length).toBeGreaterThanOrEqual(urls.length - 200 - 64);
  expect(standIns.length).toBeLessThanOrEqual(urls.length - 41);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(urls.length);
});
