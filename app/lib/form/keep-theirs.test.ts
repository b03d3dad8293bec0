import { describe, expect, it } from "vitest";
import { drawnField, keepTheirs, writeDrawn } from "./keep-theirs.ts";

const drawn = { name: "Ribeye", price: "24.99", note: "a\nb", isActive: "on" };

function merged(typed: Record<string, string>, stored: Record<string, string | undefined>) {
  const { values, isTouched } = keepTheirs({ ...typed, [drawnField]: writeDrawn(drawn) }, stored);
  const { [drawnField]: next, ...shown } = values;
  expect(next).toBe(writeDrawn(stored));
  return { shown, touched: Object.keys(drawn).filter(isTouched) };
}

describe("after a conflict", () => {
  it("what was not touched is as it was saved, an empty check box too", () => {
    const stored = { ...drawn, price: "19.99", note: "c", isActive: undefined };
    const typed = { ...drawn, name: "Rib eye", note: "a\r\nb" };
    expect(merged(typed, stored)).toEqual({
      shown: { name: "Rib eye", price: "19.99", note: "c" },
      touched: ["name"],
    });
  });

  it("what was touched stays as it was typed, whatever was saved", () => {
    const stored = { ...drawn, price: "19.99", isActive: "on" };
    const typed = { name: "Ribeye", price: "22.00", note: "" };
    expect(merged(typed, stored)).toEqual({
      shown: typed,
      touched: ["price", "note", "isActive"],
    });
  });

  it.each([undefined, "", "[]", "null", "x"])("all of it counts as touched with %j", (sent) => {
    const typed = { name: "Ribeye", ...(sent !== undefined && { [drawnField]: sent }) };
    const { values, isTouched } = keepTheirs(typed, { name: "Other" });
    expect([values.name, isTouched("name")]).toEqual(["Ribeye", true]);
  });
});
