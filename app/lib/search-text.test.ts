import { describe, expect, it } from "vitest";
import { containsPattern, searchText } from "./search-text.ts";

describe("searchText", () => {
  it.each(["", " ", "\t\n ", "\0", " \0 "])("finds nothing to search for in %j", (typed) => {
    expect(searchText(typed)).toBeNull();
  });

  it("takes away white space around it and leaves that within", () => {
    expect(searchText("  rib  eye ")).toBe("rib  eye");
  });

  it("writes accents in one way", () => {
    expect(searchText("Entreco\u0302te")).toBe("Entrec\u00f4te");
  });

  it("drops what the database cannot store", () => {
    expect(searchText("rib\0eye")).toBe("ribeye");
  });

  it("keeps 100 characters, whole ones", () => {
    expect(searchText("a".repeat(10_000))).toBe("a".repeat(100));
    expect(searchText("\u{1f969}".repeat(10_000))).toBe("\u{1f969}".repeat(100));
  });
});

describe("containsPattern", () => {
  it("takes wildcards and backslashes as they are", () => {
    expect(containsPattern("50%_\\x")).toBe("%50\\%\\_\\\\x%");
  });

  it("leaves quotes and commas alone", () => {
    expect(containsPattern(`o'brien, "x"`)).toBe(`%o'brien, "x"%`);
  });
});
