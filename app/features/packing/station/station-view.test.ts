import { describe, expect, it } from "vitest";
import type { StationLine, StationOrder } from "../packing.ts";
import { type StationOp, stationOpSchema } from "../station-ops.ts";
import { readTyped, shownLines } from "./station-view.ts";

describe("readTyped", () => {
  it.each([
    ["3.86", { value: "3.86", unit: "lb", pieces: null }],
    [" 3,86 ", { value: "3.86", unit: "lb", pieces: null }],
    [".5", { value: "0.5", unit: "lb", pieces: null }],
    ["1.75 kg", { value: "1.75", unit: "kg", pieces: null }],
    ["585 g", { value: "0.585", unit: "kg", pieces: null }],
    ["1235g", { value: "1.235", unit: "kg", pieces: null }],
    ["2 x 2.5", { value: "2.5", unit: "lb", pieces: 2 }],
    ["12*15 lb", { value: "15", unit: "lb", pieces: 12 }],
  ])("reads %j", (text, weight) => {
    expect(readTyped(text, "lb")).toEqual({ kind: "weight", ...weight });
  });

  it("reads the unit that is set unless one is typed", () => {
    expect(readTyped("1.5", "kg")).toMatchObject({ unit: "kg" });
    expect(readTyped("1.5 lb", "kg")).toMatchObject({ unit: "lb" });
  });

  it.each(["2112345015002", "PKG-1", "1.2345", "-1", "1e3", "123456", "5.5 g", "1..5"])(
    "takes %j for a code",
    (text) => {
      expect(readTyped(text, "lb")).toEqual({ kind: "scan", text });
    },
  );

  it.each(["", "  "])("takes %j for nothing", (text) => {
    expect(readTyped(text, "lb")).toEqual({ kind: "nothing" });
  });
});

const itemId = "00000000-0000-4000-8000-000000000001";
const stored = "00000000-0000-4000-8000-000000000002";
const unsent = "00000000-0000-4000-8000-000000000003";

const line: StationLine = {
  ...{ id: itemId, productId: itemId, productName: "Ribeye Steak", soldBy: "lb" },
  ...{ orderedPieces: null, typicalPieceLb: null, quantity: "10.00", pricePerLb: "24.99" },
  ...{ overCapPct: 10, promisedAmount: "274.89", packState: "open", packedLb: "4.00" },
  ...{ packedPieces: 0, packNote: "", overDecision: null, finalAmount: "99.96" },
  ...{ substitutesItemId: null, tareG: 10, isTraced: false, storage: "frozen" },
  ...{ itemNumber: null, gtin: null, labelGtin: null },
  packages: [
    {
      ...{ id: stored, requestId: stored, pieces: null, netLb: "4.00", netG: 1814 },
      unit: "lb",
      ...{ lotCode: null, boxNumber: 1, packedBy: "Sample Packer", packedAt: new Date(0) },
    },
  ],
};
const order = { boxCount: 1, lines: [line] } as unknown as StationOrder;

const waiting = (...ops: object[]) =>
  ops.map((op, index) => ({ id: String(index), op: stationOpSchema.parse(op) as StationOp }));
const shown = (...ops: object[]) => shownLines(order, waiting(...ops), new Date(1))[0];
const weighed = (requestId: string) => ({
  ...{ kind: "package", requestId, itemId, value: "6.022", unit: "lb", pieces: null },
  source: "typed",
});

describe("shownLines", () => {
  it("adds what waits, less its packaging, and nothing that is stored already", () => {
    // 6.022 lb less 10 g
    expect(shown(weighed(unsent))).toMatchObject({ packedLb: "10.00", finalAmount: "249.90" });
    expect(shown(weighed(unsent))?.packages.map(({ isWaiting }) => isWaiting)).toEqual([
      false,
      true,
    ]);
    expect(shown(weighed(stored))).toMatchObject({ packedLb: "4.00" });
  });

  it("takes away what is to be voided, sent or not", () => {
    expect(shown({ kind: "void", packageId: stored })).toMatchObject({ packedLb: "0.00" });
    const taken = shown(weighed(unsent), { kind: "void", packageId: unsent });
    expect(taken).toMatchObject({ packedLb: "4.00", packState: "open" });
  });

  it("shows a line as done, short or not available, and as open again", () => {
    const finish = { kind: "finish", itemId, seenLb: "4.00", isShort: true };
    expect(shown(finish)?.packState).toBe("short");
    expect(shown(weighed(unsent), finish)?.packState).toBe("packed");
    expect(shown({ kind: "void", packageId: stored }, finish)?.packState).toBe("dropped");
    expect(shown(finish, { kind: "reopen", itemId })?.packState).toBe("open");
    expect(shown(finish, weighed(unsent))?.packState).toBe("open");
  });

  it("leaves the order as it was", () => {
    const before = structuredClone(order);
    shown(weighed(unsent), { kind: "void", packageId: stored });
    expect(order).toEqual(before);
  });
});
