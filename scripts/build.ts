import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Builds the shop: `node scripts/build.ts`, and with `--if-stale` only when the sources differ from
 * those of the last finished build. Sources are compared by content: checkouts and copies change
 * modification times.
 */

const root = join(import.meta.dirname, "..");
const stampFile = join(root, "build/sources.sha256");
const sources = ["app", "db", "public", "server"];
const settings = ["package-lock.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"];

const digest = await digestOfSources();
const built = await readFile(stampFile, "utf8").catch(() => undefined);
if (!process.argv.includes("--if-stale") || built !== digest) await build();

async function build() {
  await rm(join(root, "build"), { recursive: true, force: true });
  const cli = join(root, "node_modules/@react-router/dev/bin.cjs");
  const { status } = spawnSync(process.execPath, [cli, "build"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  await compressAssets(join(root, "build/client"));
  // Written last: a build that was cut short counts as missing.
  await writeFile(stampFile, digest);
}

async function digestOfSources(): Promise<string> {
  const folders = await Promise.all(sources.map((folder) => filesOf(join(root, folder))));
  const hash = createHash("sha256");
  for (const file of [...folders.flat().sort(), ...settings.map((name) => join(root, name))]) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file.slice(root.length)).update("\0");
    hash.update(await readFile(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Lays a brotli and a gzip copy beside every text file, at the best ratio, for server/edge. */
async function compressAssets(folder: string) {
  const compressible = (await filesOf(folder)).filter((file) => /\.(js|css|svg|txt)$/.test(file));
  await Promise.all(
    compressible.map(async (file) => {
      const content = await readFile(file);
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
