import { mkdtemp, readdir, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createVariantStore } from "./variant-store.server.ts";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "shop-variants-")), "variants");
});
afterEach(() => removeFolder(join(folder, "..")));

test("a stored variant can be read, also by the next process", async () => {
  await createVariantStore(folder).write("a.avif", Buffer.from("bytes"));
  const store = createVariantStore(folder);
  expect(await store.read("a.avif")).toEqual(Buffer.from("bytes"));
  expect(await store.read("b.avif")).toBeNull();
});

test("reading creates nothing", async () => {
  await createVariantStore(folder).read("a.avif");
  expect(await readdir(join(folder, ".."))).toEqual([]);
});

test("the oldest make room for the newest", async () => {
  const before = createVariantStore(folder, 1000);
  for (const [age, name] of ["newer", "old", "oldest"].entries()) {
    await before.write(name, Buffer.alloc(300));
    const then = Date.now() / 1000 - (age + 1) * 100;
    await utimes(join(folder, name), then, then);
  }
  // Counts what the previous process left.
  const store = createVariantStore(folder, 1000);
  await store.write("newest", Buffer.alloc(300));
  expect((await readdir(folder)).sort()).toEqual(["newer", "newest"]);
});

test("the limit holds under concurrent writes", async () => {
  const store = createVariantStore(folder, 1000);
  const names = Array.from({ length: 30 }, (_, index) => `v${index}`);
  await Promise.all(names.map((name) => store.write(name, Buffer.alloc(100))));
  expect((await readdir(folder)).length).toBeLessThanOrEqual(10);
});
