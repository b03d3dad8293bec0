import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { readManifest } from "./manifest.ts";

it.each([
  ['{ "format": 2', / its manifest.json cannot be read\.$/],
  ['{ "format": 2 }', / its manifest.json cannot be read\.$/],
  ["[]", / its manifest.json cannot be read\.$/],
  ['{ "format": 1 }', / was made by the shop's first version: check out commit [^\n]+$/],
  ['{ "format": 3 }', / was made by a newer version of the shop[^\n]+$/],
])("a manifest of %s is refused in one line", async (content, line) => {
  const folder = await mkdtemp(join(tmpdir(), "shop-manifest-"));
  onTestFinished(() => removeFolder(folder));
  await writeFile(join(folder, "manifest.json"), content);
  await expect(readManifest(folder)).rejects.toThrow(line);
});
