import { expect, test } from "vitest";
import { digestsOf, signaturesOf, verdictOf } from "./audit.ts";

const report = (vulnerabilities: Record<string, number>) =>
  JSON.stringify({ auditReportVersion: 2, metadata: { vulnerabilities } });
const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };

test.each([
  [none, false, "none known"],
  [{ ...none, low: 2, moderate: 1, total: 3 }, false, "2 low, 1 moderate"],
  [{ ...none, moderate: 1, high: 1, total: 2 }, true, "1 moderate, 1 high"],
  [{ ...none, critical: 1, total: 1 }, true, "1 critical"],
])("%j fails: %s", (vulnerabilities, fails, line) => {
  expect(verdictOf(report(vulnerabilities))).toEqual({ fails, line: `audit: ${line}` });
});

test.each([
  ["a registry without advisories", JSON.stringify({ message: "405 Method Not Allowed" })],
  ["no network", JSON.stringify({ error: { code: "ENOTFOUND" } })],
  ["no report at all", ""],
])("%s does not fail the audit, and is reported", (_, text) => {
  const { fails, line } = verdictOf(text);
  expect(fails).toBe(false);
  expect(line).toMatch(/not checked$/);
});

test.each([
  [{ invalid: [], missing: [] }, false, "signatures: all as the registry has them"],
  [{ invalid: [], missing: [{ name: "a" }] }, false, "signatures: 1 missing"],
  [{ invalid: [{ name: "a" }], missing: [] }, true, "signatures: 1 wrong"],
  [{ error: { code: "ENOTFOUND" } }, false, "signatures: the registry does not tell, not checked"],
])("%j fails: %s", (report, fails, line) => {
  expect(signaturesOf(JSON.stringify(report))).toEqual({ fails, line });
});

test("a package that is installed without a digest fails", () => {
  const packages = { "": {}, a: { integrity: "sha512-x" }, b: { integrity: "sha1-x" }, c: {} };
  const lock = JSON.stringify({ packages });
  expect(digestsOf(lock, (folder) => folder === "b")).toEqual({
    fails: true,
    line: "digests: none of b",
  });
  expect(digestsOf(lock, (folder) => folder === "a")).toEqual({
    fails: false,
    line: "digests: of all that is installed (2 of other platforms have none)",
  });
});
