import { describe, expect, it } from "vitest";
import { parcelShape, stampLines } from "./parcel-shape.ts";

describe("stampLines", () => {
  it.each([
    ["Oxtail", ["OXTAIL"]],
    ["Ribeye Steak", ["RIBEYE", "STEAK"]],
    ["Eye of Round Roast", ["EYE OF", "ROUND ROAST"]],
    ["Korean-Style Short Ribs", ["KOREAN-STYLE", "SHORT RIBS"]],
    ["Brisket and Chuck Grind", ["BRISKET AND", "CHUCK GRIND"]],
  ])("sets %j", (name, lines) => {
    expect(stampLines(name)).toEqual(lines);
  });

  it("never needs more than three lines and loses no word", () => {
    const name = "Extra Lean Ground Beef for the Very Best of All Burgers";
    expect(stampLines(name).length).toBeLessThanOrEqual(3);
    expect(stampLines(name).join(" ")).toBe(name.toUpperCase());
  });
});

describe("parcelShape", () => {
  it("gives one name one parcel, and neighbours different ones", () => {
    expect(parcelShape("Ribeye Steak")).toEqual(parcelShape("Ribeye Steak"));
    expect(parcelShape("Ribeye Steak")).not.toEqual(parcelShape("T-Bone Steak"));
  });

  it("draws a name that is empty or endless", () => {
    expect(parcelShape("").lines).toEqual([""]);
    expect(parcelShape("x".repeat(300)).fontSize).toBeGreaterThan(0);
  });
});
