import { spawnSync } from "node:child_process";

/**
 * `npm run check:audit`: known vulnerabilities in production dependencies. Fails at "high" and
 * above. A registry that does not answer (a mirror without advisories, no network) is reported but
 * does not fail: a check that needs the network would get disabled.
 */

/** Severities that can wait: their fix comes with the next update. */
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

function countsIn(report: string): Record<string, number> | undefined {
  try {
    return JSON.parse(report).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const options = ["--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=15000"];
  const { stdout } = spawnSync("npm", ["audit", ...options], { encoding: "utf8" });
  const { fails, line } = verdictOf(stdout ?? "");
  process.stdout.write(`${line}\n`);
  if (fails) process.stdout.write("`npm audit --omit=dev` tells which.\n");
  process.exitCode = fails ? 1 : 0;
}
