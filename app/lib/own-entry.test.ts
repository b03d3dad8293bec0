import { expect, test } from "vitest";
import { ownEntry } from "./own-entry.ts";

test("ownEntry finds only an object's own keys, not inherited ones", () => {
  expect(ownEntry({ saved: "Saved" }, "saved")).toBe("Saved");
  for (const name of ["constructor", "toString", "__proto__", "valueOf", "", null, undefined]) {
    expect(ownEntry({ saved: "Saved" }, name)).toBeUndefined();
  }
});
