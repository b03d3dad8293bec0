// Installs what package-lock.json lists if it is missing or outdated, so that `npm start` and `npm
// test` are enough on a fresh clone. Plain JavaScript without imports from packages: it runs on the
// machine's own Node 20, before anything is installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/** Returns why an install is needed; null if it is not. */
function whatIsStale() {
  const wanted = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (Object.keys(installed).length === 0) return "Nothing is installed yet.";
  const stale = Object.entries(wanted).find(([folder, { version, optional }]) => {
    // Skip the shop itself, and packages for other platforms, which npm leaves out.
    if (folder === "" || (optional && !installed[folder])) return false;
    return installed[folder]?.version !== version;
  });
  return stale
    ? `${stale[0].replace(/^.*node_modules\//, "")} is not what package-lock.json names.`
    : null;
}

// A production image is complete, and its files belong to another user.
const reason = process.env.NODE_ENV === "production" ? null : whatIsStale();
if (reason) {
  process.stdout.write(`${reason} Installing with npm ci. This takes a minute …\n`);
  // With `npm start`, npm is on the path; otherwise print which npm runs this script.
  const { status } = spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
