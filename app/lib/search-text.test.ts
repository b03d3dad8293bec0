import { describe, expect, it } from "vitest";
import { containsPattern, maxSearchLength, phoneDigits, searchText } from "./search-text.ts";

describe("searchText", () => {
  it.each([
    ["ribeye", "ribeye"],
    ["  rib   eye\t\n steak ", "rib eye steak"],
    ["50%_\\'\",", "50%_\\'\","],
    ["rib\u0000eye\u001b", "rib eye"],
    ["rib\ud800eye", "rib eye"],
    ["Entreco\u0302te", "Entrec\u00f4te"],
    ["c\u00f4te de b\u0153uf \u{1f969}", "c\u00f4te de b\u0153uf \u{1f969}"],
  ])("%j is searched for as %j", (typed, text) => {
    expect(searchText(typed)).toBe(text);
  });

  it.each(["", " ", "\t\n\r", "\u00a0\u3000", "\u0000", " \u0000 ", "\udfff"])(
    "finds nothing to search for in %j",
    (typed) => {
      expect(searchText(typed)).toBeNull();
    },
  );

  it("keeps at most a hundred characters, and splits none", () => {
    expect(searchText("x".repeat(10_000))).toBe("x".repeat(maxSearchLength));
    expect(searchText(`${"x".repeat(99)} y`)).toBe("x".repeat(99));
    expect(searchText("\u{1f969}".repeat(10_000))).toBe("\u{1f969}".repeat(maxSearchLength));
    expect(searchText(" ".repeat(1_000_000))).toBeNull();
  });

  it("is idempotent", () => {
    for (const typed of ["  a  b ", "x ".repeat(80), "\u{1f969} ".repeat(70)]) {
      const text = searchText(typed) ?? "";
      expect(searchText(text)).toBe(text);
    }
  });
});

describe("containsPattern", () => {
  it("treats wildcards and backslashes literally", () => {
    expect(containsPattern("50%_\\x")).toBe("%50\\%\\_\\\\x%");
  });

  it("leaves quotes and commas unchanged", () => {
    expect(containsPattern(`o'brien, "x"`)).toBe(`%o'brien, "x"%`);
  });
});

describe("phoneDigits", () => {
  it.each([
    ["604-555-0142", "6045550142"],
    ["(604) 555.0142", "6045550142"],
    ["+1 604 555 0142", "6045550142"],
    ["1-604-555-0142", "6045550142"],
    ["555-01", "55501"],
    ["142", "142"],
  ])("reads %j as %s", (text, digits) => {
    expect(phoneDigits(text)).toBe(digits);
  });

  it.each(["", "14", "12a34", "INV-000142", "604-555-0142 ext. 2", "$142"])(
    "finds no phone number in %j",
    (text) => {
      expect(phoneDigits(text)).toBeNull();
    },
  );
});
