import { expect, it } from "vitest";
import { partOfId } from "./orders-found.server.ts";

it.each([
  ["baa30e8a", "baa30e8a"],
  ["#BAA30E8A", "baa30e8a"],
  ["baa30e8a…", "baa30e8a"],
  ["baa30e8a...", "baa30e8a"],
  ["0e8a-7a55", "0e8a7a55"],
  ["-7a55-", "7a55"],
  ["baa30e8a-7a55-4c8e-9a29-2f0c8f3f2d11", "baa30e8a7a554c8e9a292f0c8f3f2d11"],
])("reads %j as the part %s of an id", (text, part) => {
  expect(partOfId(text)).toBe(part);
});

it.each(["", "…", "-", "--", "baa30e8a-7a55-4c8e-9a29-2f0c8f3f2d110", "bistro", "baa3 0e8a", "%"])(
  "doesn't take %j for part of an id",
  (text) => {
    expect(partOfId(text)).toBeNull();
  },
);
