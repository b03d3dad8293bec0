// Shortens what drizzle-orm lists of itself to what is used here. Node parses a package's list anew for each
// of its modules that is loaded, and drizzle's has 447 entries in 179 kB, most of them for other databases:
// that was half of every start (docs/decisions/0022-start-and-memory.md). npm runs it after each install, on
// the machine's own Node 20, so it is plain JavaScript and imports nothing. An entry that is missing here ends
// the type check, the build or the start with its name.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const used = [
  ".",
  "./casing",
  "./node-postgres",
  "./pg-core",
  "./pg-proxy",
  "./relations",
  "./version",
  // drizzle-kit loads the kinds of databases all at once.
  "./gel-core",
  "./mysql-core",
  "./singlestore-core",
  "./sqlite-core",
];

const file = join(
  dirname(fileURLToPath(import.meta.url)),
  "../node_modules/drizzle-orm/package.json",
);
if (existsSync(file)) {
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.exports = Object.fromEntries(used.map((path) => [path, manifest.exports[path]]));
  // Under another name first: npm may have linked the file to that of another checkout.
  writeFileSync(`${file}.new`, JSON.stringify(manifest, null, 2));
  renameSync(`${file}.new`, file);
}
