import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * `npm run check:audit`: checks production dependencies for known vulnerabilities, the lock file
 * for a digest of each package, and installed packages against the registry's signatures. Fails at
 * "high" and above, at a package without a digest, and at a wrong signature. A registry that does
 * not answer (a mirror without advisories, no network) is reported but does not fail: a check that
 * needs the network would get disabled.
 */

/** The fixes of less severe ones come with the next update. */
const failing = ["high", "critical"];

/** Summarizes the report of `npm audit --json`, and whether it fails the check. */
export function verdictOf(report: string): { fails: boolean; line: string } {
  const counts = countsIn(report);
  if (!counts)
    return { fails: false, line: "audit: the registry knows no advisories, not checked" };
  const found = Object.entries(counts).filter(([level, count]) => level !== "total" && count > 0);
  const line = found.map(([level, count]) => `${count} ${level}`).join(", ") || "none known";
  return { fails: found.some(([level]) => failing.includes(level)), line: `audit: ${line}` };
}

/** Summarizes `npm audit signatures --json`, and whether it fails the check. */
export function signaturesOf(report: string): { fails: boolean; line: string } {
  const { invalid, missing } = asJson(report) ?? {};
  if (!Array.isArray(invalid) || !Array.isArray(missing)) {
    return { fails: false, line: "signatures: the registry does not tell, not checked" };
  }
  const found = [
    ...(invalid.length > 0 ? [`${invalid.length} wrong`] : []),
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
  ];
  const line = `signatures: ${found.join(", ") || "all as the registry has them"}`;
  return { fails: invalid.length > 0, line };
}

/**
 * Summarizes which packages of the lock file have no digest to compare an install with, and whether
 * that fails the check. Packages for other platforms, which some registries don't list, do not.
 *
 * @param isHere returns whether a package, named by its folder, is installed
 */
export function digestsOf(lock: string, isHere: (folder: string) => boolean) {
  const packages: Record<string, { integrity?: string; link?: boolean }> =
    asJson(lock)?.packages ?? {};
  const without = Object.entries(packages).flatMap(([folder, { integrity, link }]) =>
    folder === "" || link || integrity?.startsWith("sha512-") ? [] : folder,
  );
  const here = without.filter(isHere);
  const line =
    here.length > 0
      ? `digests: none of ${here.join(", ")}`
      : `digests: of all that is installed (${without.length} of other platforms have none)`;
  return { fails: here.length > 0, line };
}

function countsIn(report: string): Record<string, number> | undefined {
  return asJson(report)?.metadata?.vulnerabilities;
}

function asJson(report: string) {
  try {
    return JSON.parse(report);
  } catch {
    return undefined;
  }
}

function npm(...options: string[]): string {
  const patience = ["--json", "--fetch-retries=0", "--fetch-timeout=15000"];
  const settings = { encoding: "utf8", timeout: 60_000, maxBuffer: 64 * 1024 * 1024 } as const;
  return spawnSync("npm", ["audit", ...options, ...patience], settings).stdout ?? "";
}

if (import.meta.main) {
  const known = verdictOf(npm("--omit=dev"));
  const signed = signaturesOf(npm("signatures"));
  const locked = digestsOf(readFileSync("package-lock.json", "utf8"), existsSync);
  process.stdout.write(`${known.line}\n${locked.line}\n${signed.line}\n`);
  if (known.fails) process.stdout.write("`npm audit --omit=dev` tells which.\n");
  if (signed.fails) process.stdout.write("`npm audit signatures` tells which.\n");
  process.exitCode = known.fails || locked.fails || signed.fails ? 1 : 0;
}
