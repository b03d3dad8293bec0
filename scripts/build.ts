import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { digestOf, filesOf } from "./build-digest.ts";

/**
 * `node scripts/build.ts`: builds the shop, with `--if-stale` only when the contents of the sources
 * differ from those of the last complete build.
 */

const root = join(import.meta.dirname, "..");
const stampFile = join(root, "build/sources.sha256");

const digest = await digestOf(root, {
  folders: ["app", "db", "public", "server"],
  files: [
    "package-lock.json",
    "react-router.config.ts",
    "scripts/build.ts",
    "scripts/unused-parts.ts",
    "tsconfig.json",
    "vite.config.ts",
  ],
});
const built = await readFile(stampFile, "utf8").catch(() => undefined);
if (!process.argv.includes("--if-stale") || built !== digest) await build();

async function build() {
  await rm(join(root, "build"), { recursive: true, force: true });
  const cli = join(root, "node_modules/@react-router/dev/bin.cjs");
  // Always, even from a test runner: React's development build is half as large again.
  const env = { ...process.env, NODE_ENV: "production" };
  // Instead of the bundler's list of several hundred files: the user looks for the lines after it.
  process.stdout.write("Building the shop. This takes half a minute …\n");
  const quiet = ["build", "--logLevel", "warn"];
  const bundler = spawn(process.execPath, [cli, ...quiet], { cwd: root, stdio: "inherit", env });
  // When a build is stopped, no child process may keep writing.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => bundler.kill(signal));
  }
  const [status] = await once(bundler, "exit");
  if (status !== 0) process.exit(status ?? 1);
  await compressAssets(join(root, "build/client"));
  // Written last: an interrupted build counts as missing.
  await writeFile(stampFile, digest);
}

/** Writes brotli and gzip copies of every text file at the best level, for server/edge. */
async function compressAssets(folder: string) {
  // Imported late, since it prints its own source after any uncaught error.
  const { gzipAsync } = await import("@gfx/zopfli");
  const compressible = (await filesOf(folder)).filter((file) => /\.(js|css|svg|txt)$/.test(file));
  await Promise.all(
    compressible.map(async (file) => {
      const content = await readFile(file);
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
      // 3 % smaller, for a hundred times the processor time (docs/decisions/0003).
      const zipped =
        content.byteLength >= 30_000
          ? await gzipAsync(content, { numiterations: 5 })
          : await promisify(gzip)(content, { level: 9 });
      await writeFile(`${file}.gz`, zipped);
    }),
  );
}
