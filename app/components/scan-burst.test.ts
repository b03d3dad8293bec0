import { describe, expect, it } from "vitest";
import { createBurst } from "./scan-burst.ts";

/** Feeds keys that are pressed a number of ms apart; returns the codes recognized. */
function codesIn(keys: readonly (string | [key: string, gapMs: number])[], gapMs = 5): string[] {
  const burst = createBurst();
  let timeStamp = 1000;
  return keys.flatMap((one) => {
    const [named, gap] = typeof one === "string" ? [one, gapMs] : one;
    timeStamp += gap;
    const ctrlKey = named.startsWith("Ctrl+");
    const key = named.replace("Ctrl+", "");
    const modified = { ctrlKey, metaKey: false, altKey: false, repeat: false };
    const read = burst.read({ key, timeStamp, ...modified });
    return typeof read === "string" ? [] : [read.code];
  });
}

describe("createBurst", () => {
  it("recognizes a burst of keys ended by Enter as a scan", () => {
    expect(codesIn([..."2012340020305", "Enter"])).toEqual(["2012340020305"]);
    expect(codesIn([..."LOT417", "Enter"], 34)).toEqual(["LOT417"]);
    expect(codesIn(["Shift", "P", "Shift", "K", "Shift", "G", ..."-204", "Enter"])).toEqual([
      "PKG-204",
    ]);
  });

  it("leaves typing and short bursts to the field", () => {
    expect(codesIn([..."2012340020305", "Enter"], 36)).toEqual([]);
    expect(codesIn([..."22.49", "Enter"])).toEqual([]);
    expect(codesIn([..."2012340020305", ["Enter", 400]])).toEqual([]);
    expect(codesIn([..."2012340020305", "Backspace", "Enter"])).toEqual([]);
  });

  it("begins again after a pause, so that earlier keys are no part of the code", () => {
    expect(codesIn([..."12", ["2", 400], ..."012340020305", "Enter"])).toEqual(["2012340020305"]);
  });

  it("reads the separator that a scanner presses inside of a code", () => {
    expect(codesIn([..."10LOT7", "Control", "Ctrl+]", ..."21", "Enter"])).toEqual([
      "10LOT7\u001d21",
    ]);
  });

  it("ignores a second Enter of the same scan, but not a person’s", () => {
    const scan = [..."2012340020305", "Enter"];
    expect(codesIn([...scan, "Enter"])).toEqual(["2012340020305", ""]);
    expect(codesIn([...scan, ["Enter", 300]])).toEqual(["2012340020305"]);
  });

  it("does not mistake a held key for a scan", () => {
    const burst = createBurst();
    const held = { ctrlKey: false, metaKey: false, altKey: false };
    for (let at = 0; at < 10; at += 1) {
      burst.read({ key: "0", timeStamp: 1000 + at * 30, ...held, repeat: at > 0 });
    }
    expect(burst.read({ key: "Enter", timeStamp: 1300, ...held, repeat: false })).toBe("other");
  });
});
