// Trims drizzle-orm's exports map to the entries used here. Node parses a package's manifest again
// for each of its modules, and drizzle's has 447 entries in 179 kB, most of them for other
// databases: that took half of every start (docs/decisions/0022-start-and-memory.md). npm runs this
// after each install, on the machine's own Node 20, so it is plain JavaScript and imports nothing
// from packages. A missing entry fails the type check, the build or the start with its name.
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
  // drizzle-kit loads the drivers of all databases.
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
  // Through another name: npm may have hard-linked the file to another checkout's.
  writeFileSync(`${file}.new`, JSON.stringify(manifest, null, 2));
  renameSync(`${file}.new`, file);
}
