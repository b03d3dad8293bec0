// Installs what package-lock.json names where it is missing or older, so that `npm start` and `npm test` are
// enough on a fresh clone. Plain JavaScript, and nothing imported: it runs on the machine's own Node 20,
// before anything is installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The packages that a lockfile names, by their folder; none where there is no such file. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/** Why something has to be installed; null where all of it is there. */
function whatIsStale() {
  const wanted = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (Object.keys(installed).length === 0) return "Nothing is installed yet.";
  const stale = Object.entries(wanted).find(([folder, { version, optional }]) => {
    // The shop itself; and packages of other platforms are left out by npm.
    if (folder === "" || (optional && !installed[folder])) return false;
    return installed[folder]?.version !== version;
  });
  return stale
    ? `${stale[0].replace(/^.*node_modules\//, "")} is not what package-lock.json names.`
    : null;
}

// An image for production is complete, and its program belongs to somebody else than the user who runs it.
const reason = process.env.NODE_ENV === "production" ? null : whatIsStale();
if (reason) {
  process.stdout.write(`${reason} Installing with npm ci. This takes a minute …\n`);
  // With `npm start` in a shell, npm is on the path; on its own it says which npm runs this script.
  const { status } = spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
