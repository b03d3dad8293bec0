import { describe, expect, it } from "vitest";
import { landingOf, safeNext } from "./landing.ts";

describe("safeNext", () => {
  it.each([
    "/",
    "/dashboard",
    "/dashboard/orders?page=2&q=a%20b#items",
    "/shop/loin",
    "/login-help",
  ])("keeps %j", (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it.each([
    ["nothing", null],
    ["nothing at all", undefined],
    ["empty", ""],
    ["another site", "https://evil.example/dashboard"],
    ["another site in this scheme", "//evil.example"],
    ["another site behind a backslash", "/\\evil.example"],
    ["another site behind a tab", "/\t/evil.example"],
    ["another site behind a line break", "/\n/evil.example"],
    ["another site behind a dot", "/.//evil.example"],
    ["another site behind dots", "/a/..//evil.example"],
    ["another site behind encoded dots", "/%2e//evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a relative address", "dashboard"],
    ["the sign-in page", "/login?next=/login"],
    ["the sign-out", "/logout"],
    ["an address that cannot be parsed", "//["],
  ])("refuses %s", (_what, next) => {
    expect(safeNext(next)).toBeNull();
  });

  it("returns only what a browser resolves to a page of this site", () => {
    for (const next of ["/a/../b", "/%5Cevil.example", "/a//b", "/@evil.example", "/:80"]) {
      const safe = safeNext(next);
      expect(new URL(safe ?? "", "https://shop.example").origin).toBe("https://shop.example");
    }
  });
});

it("sends administrators to the back office and everybody else to their own page", () => {
  expect(landingOf({ staffRole: "owner" })).toBe("/admin");
  expect(landingOf({ staffRole: "packer" })).toBe("/admin/packing");
  expect(landingOf(null)).toBe("/dashboard");
});
