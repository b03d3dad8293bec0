import { expect, it } from "vitest";
import { readTyped } from "./typed-weight.ts";

it.each([
  ["3.1", { value: "3.1", unit: "lb", pieces: null }],
  [",5", { value: "0.5", unit: "lb", pieces: null }],
  ["2 x 2.5", { value: "2.5", unit: "lb", pieces: 2 }],
  ["585 g", { value: "0.585", unit: "kg", pieces: null }],
])("reads %j as a weight", (text, weight) => {
  expect(readTyped(text, "lb")).toEqual({ kind: "weight", ...weight });
});
