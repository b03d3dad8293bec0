import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "#tests/setup/remove-folder.ts";
import { keptSecret } from "./secret.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-secret-"));
});
afterEach(() => removeFolder(dataDir));

test("the key is made once, long, and readable by its owner only", async () => {
  const secret = await keptSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(await keptSecret(dataDir)).toBe(secret);
  expect((await stat(join(dataDir, "auth-secret"))).mode & 0o777).toBe(0o600);
});

test("a key that cannot be read is an error, never a new key", async () => {
  await expect(keptSecret(join(dataDir, "auth-secret-is-a-file", "x"))).rejects.toThrow();
});
