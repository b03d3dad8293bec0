import { expect, it } from "vitest";
import { boxesFor } from "./box-size.ts";

it.each([
  ["0.00", 0],
  ["0.01", 1],
  ["40.00", 1],
  ["40.01", 2],
  ["120.00", 3],
])("boxesFor packs %s lb in %i boxes of 40 lb", (lb, boxes) => {
  expect(boxesFor(lb, { lbPerBox: 40 })).toBe(boxes);
});
