import { expect, test } from "vitest";
import { ownEntry } from "./own-entry.ts";

test("has a table's own keys, and nothing that objects inherit", () => {
  expect(ownEntry({ saved: "Saved" }, "saved")).toBe("Saved");
  for (const name of ["constructor", "toString", "__proto__", "valueOf", "", null, undefined]) {
    expect(ownEntry({ saved: "Saved" }, name)).toBeUndefined();
  }
});
