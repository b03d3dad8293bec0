import { expect, test } from "vitest";
import { ownEntry } from "./own-entry.ts";

test("has what a table has itself, and nothing that every object has", () => {
  expect(ownEntry({ saved: "Saved" }, "saved")).toBe("Saved");
  for (const name of ["constructor", "toString", "__proto__", "valueOf", "", null, undefined]) {
    expect(ownEntry({ saved: "Saved" }, name)).toBeUndefined();
  }
});
