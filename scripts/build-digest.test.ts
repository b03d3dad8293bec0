import { cp, mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { digestOf } from "./build-digest.ts";

const inputs = { folders: ["app", "server"], files: ["settings.json"] };

let root: string;
let before: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "shop-digest-"));
  await mkdir(join(root, "app/routes"), { recursive: true });
  await mkdir(join(root, "server"));
  await writeFile(join(root, "app/routes/home.tsx"), "home");
  await writeFile(join(root, "server/app.ts"), "serve");
  await writeFile(join(root, "settings.json"), "{}");
  before = await digestOf(root, inputs);
});

afterEach(() => removeFolder(root));

const path = (name: string) => join(root, name);

test.each<[string, () => Promise<unknown>]>([
  ["another modification time", () => utimes(path("server/app.ts"), 0, 0)],
  ["the same content written again", () => writeFile(path("server/app.ts"), "serve")],
  ["a new test", () => writeFile(path("server/app.test.ts"), "test")],
  ["a new test with markup", () => writeFile(path("app/routes/home.test.tsx"), "test")],
  ["an empty folder", () => mkdir(path("app/components"))],
  ["a file elsewhere", () => writeFile(path("README.md"), "read")],
])("%s is the same build", async (_what, change) => {
  await change();
  expect(await digestOf(root, inputs)).toBe(before);
});

test.each<[string, () => Promise<unknown>]>([
  ["changed", () => writeFile(path("app/routes/home.tsx"), "Home")],
  ["emptied", () => writeFile(path("app/routes/home.tsx"), "")],
  ["added", () => writeFile(path("app/root.tsx"), "")],
  ["removed", () => rm(path("app/routes/home.tsx"))],
  ["renamed", () => rename(path("app/routes/home.tsx"), path("app/routes/shop.tsx"))],
  ["moved", () => rename(path("app/routes/home.tsx"), path("server/home.tsx"))],
  ["changed in the settings", () => writeFile(path("settings.json"), "[]")],
  ["changed in a file that only sounds like a test", () => writeFile(path("app/latest.ts"), "")],
])("a file %s is another build", async (_what, change) => {
  await change();
  expect(await digestOf(root, inputs)).not.toBe(before);
});

test("a copy of the project elsewhere is the same build", async () => {
  const copy = await mkdtemp(join(tmpdir(), "shop-digest-copy-"));
  try {
    await cp(root, copy, { recursive: true });
    expect(await digestOf(copy, inputs)).toBe(before);
  } finally {
    await removeFolder(copy);
  }
});

test("a missing input is an error, not a digest", async () => {
  await rm(path("settings.json"));
  await expect(digestOf(root, inputs)).rejects.toThrow("ENOENT");
});
