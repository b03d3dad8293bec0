import { describe, expect, it } from "vitest";
import { conflictRefusal, drawnField, keepTheirs, writeDrawn } from "./keep-theirs.ts";

const drawn = { name: "Ribeye", price: "24.99", note: "a\nb", isActive: "on" };

function merged(typed: Record<string, string>, stored: Record<string, string | undefined>) {
  const { values, isTouched } = keepTheirs({ ...typed, [drawnField]: writeDrawn(drawn) }, stored);
  const { [drawnField]: next, ...shown } = values;
  expect(next).toBe(writeDrawn(stored));
  return { shown, touched: Object.keys(drawn).filter(isTouched) };
}

describe("a form after a conflict", () => {
  it("shows the saved values in untouched fields, including an empty check box", () => {
    const stored = { ...drawn, price: "19.99", note: "c", isActive: undefined };
    const typed = { ...drawn, name: "Rib eye", note: "a\r\nb" };
    expect(merged(typed, stored)).toEqual({
      shown: { name: "Rib eye", price: "19.99", note: "c" },
      touched: ["name"],
    });
  });

  it("keeps touched fields as typed, regardless of the saved values", () => {
    const stored = { ...drawn, price: "19.99", isActive: "on" };
    const typed = { name: "Ribeye", price: "22.00", note: "" };
    expect(merged(typed, stored)).toEqual({
      shown: typed,
      touched: ["price", "note", "isActive"],
    });
  });

  it.each([undefined, "", "[]", "null", "x"])(
    "treats all fields as touched if the drawn values are %j",
    (sent) => {
      const typed = { name: "Ribeye", ...(sent !== undefined && { [drawnField]: sent }) };
      const { values, isTouched } = keepTheirs(typed, { name: "Other" });
      expect([values.name, isTouched("name")]).toEqual(["Ribeye", true]);
    },
  );

  it("is refused with the saved values of fields that both changed, and the next version", () => {
    const typed = {
      ...drawn,
      name: "Rib eye",
      note: "z",
      seen: "1",
      [drawnField]: writeDrawn(drawn),
    };
    const stored = { ...drawn, name: "Rib-eye", price: "19.99", note: "" };
    const refusal = conflictRefusal(typed, {
      what: "this product",
      stored,
      version: { seen: "2" },
      inWords: (name, value) => (name === "name" ? `“${value}”` : value),
    });
    expect(refusal).toMatchObject({
      code: "changed",
      status: 409,
      answer: {
        message: expect.stringMatching(/^A colleague changed this product/),
        errors: { name: ["Saved value: “Rib-eye”"], note: ["Saved value: none"] },
        values: { name: "Rib eye", price: "19.99", note: "z", isActive: "on", seen: "2" },
      },
    });
  });
});
