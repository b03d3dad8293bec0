import { expect, it } from "vitest";
import { expiryOfOutput, oddExpiryInWords, proposalInWords, proposedExpiry } from "./expiry.ts";

const late = { code: "T-11", expiresOn: "2026-12-20" };
const early = { code: "T-12", expiresOn: "2026-12-03" };
const same = { code: "T-13", expiresOn: "2026-12-03" };
const undated = { code: "T-14", expiresOn: null };

it("proposes the earliest date of the inputs, and names its lot", () => {
  expect(proposedExpiry([late, early, undated])).toEqual({
    expiresOn: "2026-12-03",
    from: ["T-12"],
    undated: ["T-14"],
  });
  expect(proposedExpiry([])).toEqual({ expiresOn: null, from: [], undated: [] });
  expect(proposalInWords([late, early])).toBe(
    "Best before Dec 3, 2026, from lot T-12. Enter another date where that is wrong.",
  );
  expect(proposalInWords([same, early, undated])).toBe(
    "Best before Dec 3, 2026, from lots T-13 and T-12. None is known of lot T-14. Enter another date where that is wrong.",
  );
  expect(proposalInWords([undated])).toBe(
    "No best-before date is known of lot T-14: enter one if you know it.",
  );
  const many = ["T-1", "T-2", "T-3", "T-4"].map((code) => ({ ...early, code }));
  expect(proposalInWords(many)).toMatch(/from lots T-1, T-2 and 2 more\./);
});

it.each([
  ["2026-12-03", [late, early], "Dec 3, 2026, from lot T-12"],
  ["2026-12-05", [late, early], "Dec 5, 2026, not the Dec 3, 2026 of lot T-12"],
  ["2026-12-05", [undated], "Dec 5, 2026; none is known of what went in"],
  [null, [undated], "not known"],
])("says of the date %s where it comes from", (expiresOn, lots, words) => {
  expect(expiryOfOutput(expiresOn, lots)).toBe(words);
});

it("asks for confirmation of a date that is past or later than the inputs'", () => {
  const asked = (expiresOn: string | null, lots = [late, early], today = "2026-11-29") =>
    oddExpiryInWords([{ name: "Ground", expiresOn }], lots, today);
  expect(asked(null)).toBeNull();
  expect(asked("2026-12-03")).toBeNull();
  expect(asked("2026-11-29")).toBeNull();
  expect(asked("2026-11-28")).toBe(
    "Ground would be best before Nov 28, 2026, which is past. Is that right?",
  );
  // Meat cut from expired meat is expired, with or without a typed date.
  expect(asked(null, [early], "2026-12-04")).toMatch(/Dec 3, 2026, which is past/);
  expect(asked("2026-12-04")).toBe(
    "Ground would be best before Dec 4, 2026, later than the Dec 3, 2026 of lot T-12, which went in. Is that right?",
  );
  expect(asked("2030-01-01", [undated as never])).toBeNull();
});
