import { describe, expect, it } from "vitest";
import type { StationLine, StationOrder } from "#app/domain/packages/packing.ts";
import { type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { readTyped } from "#app/domain/packages/typed-weight.ts";
import type { LineOwner } from "../cut/cut-board.ts";
import {
  addedInWords,
  doneInWords,
  isHeld,
  lastOwn,
  lotTakenBack,
  nextOpen,
  notDoneInWords,
  otherwiseInWords,
  ownBoxAmong,
  piecesPacked,
  type ShownLine,
  shownBoxes,
  shownLines,
  waitsInWords,
  wentToInWords,
  withoutLot,
} from "./station-view.ts";

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

  it("reads the set unit unless one is typed", () => {
    expect(readTyped("1.5", "kg")).toMatchObject({ unit: "kg" });
    expect(readTyped("1.5 lb", "kg")).toMatchObject({ unit: "lb" });
  });

  it.each(["2112345015002", "PKG-1", "1.2345", "-1", "1e3", "123456", "5.5 g", "1..5"])(
    "reads %j as a code",
    (text) => {
      expect(readTyped(text, "lb")).toEqual({ kind: "scan", text });
    },
  );

  it.each(["", "  "])("reads nothing from %j", (text) => {
    expect(readTyped(text, "lb")).toEqual({ kind: "nothing" });
  });
});

describe("the description of a package", () => {
  const owner = { clientName: "Kitchen", orderNumber: 1411, zoneName: "Delta", stop: 3 };
  const of = { productName: "Stew", owner: owner as LineOwner };
  const said = (added: string[], packedLb: string, lot?: string) =>
    addedInWords(
      of,
      added.map((one) => {
        const [netLb = "", pieces] = one.split(" x ").reverse();
        return { netLb, pieces: pieces ? Number(pieces) : null };
      }),
      { packedLb, lot, ending: ", as ordered" },
    );

  it("states its recipient, weight and lot, and the line's total", () => {
    expect(said(["2.95"], "2.95")).toBe("Kitchen, order 1411, Delta stop 3: 2.95 lb, as ordered");
    expect(said(["3.10"], "6.05", "L-213")).toBe(
      "Kitchen, order 1411, Delta stop 3: 3.1 lb, lot L-213. 6.05 lb so far, as ordered",
    );
    expect(said(["3.10", "2.00"], "8.05")).toMatch(/: 2 packages, 5.1 lb. 8.05 lb so far/);
    expect(said(["6 x 15.20"], "15.20")).toMatch(/: 15.2 lb in 6 pieces, as ordered$/);
    expect(said(["1 x 2.50"], "2.50")).toMatch(/: 2.5 lb, as ordered$/);
  });
});

const itemId = "00000000-0000-4000-8000-000000000001";
const stored = "00000000-0000-4000-8000-000000000002";
const unsent = "00000000-0000-4000-8000-000000000003";

const line: StationLine = {
  id: itemId,
  productId: itemId,
  productName: "Ribeye Steak",
  soldBy: "lb",
  orderedPieces: null,
  typicalPieceLb: null,
  quantity: "10.00",
  wish: null,
  overCapPct: 10,
  mostLb: "11.00",
  packState: "open",
  packedLb: "4.00",
  packedPieces: 0,
  packNote: "",
  overDecision: null,
  shareLb: null,
  sharePieces: null,
  substitutesItemId: null,
  tareG: 10,
  isTraced: false,
  storage: "frozen",
  category: null,
  itemNumber: null,
  gtin: null,
  labelGtin: null,
  voided: [],
  packages: [
    {
      id: stored,
      requestId: stored,
      labelNumber: 104_217,
      pieces: null,
      netLb: "4.00",
      netG: 1814,
      unit: "lb",
      lotId: null,
      lotCode: null,
      isHeld: false,
      boxNumber: 1,
      packedBy: "Sample Packer",
      isOwn: false,
      packedAt: new Date(0),
    },
  ],
};
const boxes = [{ id: stored, number: 1, labelNumber: 100_001 }];
const order = { boxes, lines: [line] } as unknown as StationOrder;

const waiting = (...ops: object[]) =>
  ops.map((op, index) => ({ id: String(index), op: stationOpSchema.parse(op) as StationOp }));
const shown = (...ops: object[]) => shownLines(order, waiting(...ops), new Date(1))[0];
const weighed = (requestId: string) => ({
  kind: "package",
  requestId,
  itemId,
  value: "6.022",
  unit: "lb",
  pieces: null,
  source: "typed",
});

describe("shownLines", () => {
  it("adds unsent packages without the weight of packaging, and stored ones only once", () => {
    // 6.022 lb less 10 g
    expect(shown(weighed(unsent))).toMatchObject({ packedLb: "10.00" });
    expect(shown(weighed(unsent))?.packages.map(({ isWaiting }) => isWaiting)).toEqual([
      false,
      true,
    ]);
    expect(shown(weighed(stored))).toMatchObject({ packedLb: "4.00" });
  });

  it("proposes the lot of a voided package, until one of another lot is packed", () => {
    const of = (lot: string, at: number) => ({ lotId: lot, lotCode: lot, packedAt: new Date(at) });
    const [own] = line.packages.map((one) => ({ ...one, isWaiting: false }));
    if (!own) throw new Error("The line has no package");
    const back = { ...own, ...of("A", 1), voidedAt: new Date(5), replaced: null };
    const before = { ...own, ...of("B", 2) };
    expect(lotTakenBack({ voided: [], packages: [before] })).toBeUndefined();
    expect(lotTakenBack({ voided: [back], packages: [before] })).toMatchObject({ id: "A" });
    const waits = { ...own, packedAt: new Date(8), isWaiting: true };
    expect(lotTakenBack({ voided: [back], packages: [before, waits] })).toMatchObject({ id: "A" });
    const after = { ...own, ...of("C", 9) };
    expect(lotTakenBack({ voided: [back], packages: [after] })).toMatchObject({ id: "C" });
    // Its lot was wrong, so the next package isn't from it; a corrected weight changes nothing.
    const moved = { ...back, ...of("B", 2), voidedAt: new Date(6), replaced: "lot" as const };
    expect(lotTakenBack({ voided: [back, moved], packages: [before] })).toBeUndefined();
    const weighed = { ...moved, replaced: "weight" as const };
    expect(lotTakenBack({ voided: [back, weighed], packages: [before] })).toMatchObject({
      id: "A",
    });
    const unknown = { ...back, lotId: null, lotCode: null };
    expect(lotTakenBack({ voided: [unknown], packages: [before] })).toBeUndefined();
  });

  it("removes packages that are to be voided, whether sent or not", () => {
    expect(shown({ kind: "void", packageId: stored })).toMatchObject({
      packedLb: "0.00",
      // Its label may still be in circulation.
      voided: [{ labelNumber: 104_217, netLb: "4.00" }],
    });
    const taken = shown(weighed(unsent), { kind: "void", packageId: unsent });
    expect(taken).toMatchObject({ packedLb: "4.00", packState: "open", voided: [] });
  });

  it("removes packages moved to another order, and restores them", () => {
    const to = { toOrderId: unsent, toItemId: unsent };
    const away = { kind: "transfer", packageId: stored, requestId: unsent, ...to };
    expect(shown(away)).toMatchObject({ packedLb: "0.00", voided: [{ replaced: "order" }] });
    const packages = [{ packageId: stored, requestId: itemId, insteadOf: unsent }];
    expect(shown(away, { kind: "restore", itemId, packages })).toMatchObject({ packedLb: "4.00" });
  });

  it("corrects a weight in place, and restores voided packages, whether sent or not", () => {
    const again = "00000000-0000-4000-8000-000000000004";
    const right = { kind: "reweigh", packageId: stored, requestId: unsent, value: "5", unit: "lb" };
    const back = (packageId: string, insteadOf: string | null = null) => ({
      kind: "restore",
      itemId,
      packages: [{ packageId, requestId: again, insteadOf }],
    });
    // 5 lb less 10 g
    expect(shown(right)).toMatchObject({ packedLb: "4.98", voided: [{ replaced: "weight" }] });
    expect(shown(right, back(stored, unsent))).toMatchObject({ packedLb: "4.00" });
    expect(shown({ kind: "void", packageId: stored }, back(stored))).toMatchObject({
      packedLb: "4.00",
      packages: [{ requestId: again, boxNumber: 1, isWaiting: true }],
    });
    // Voided before the server had stored it.
    const unheard = shown(weighed(unsent), { kind: "void", packageId: unsent }, back(unsent));
    expect(unheard).toMatchObject({ packedLb: "10.00" });
  });

  it("shows a line as done, short, not available or reopened", () => {
    const finish = { kind: "finish", itemId, seenLb: "4.00", isShort: true };
    expect(shown(finish)?.packState).toBe("short");
    expect(shown(weighed(unsent), finish)?.packState).toBe("packed");
    expect(shown({ kind: "void", packageId: stored }, finish)?.packState).toBe("dropped");
    expect(shown(finish, { kind: "reopen", itemId })?.packState).toBe("open");
    expect(shown(finish, weighed(unsent))?.packState).toBe("open");
  });

  it("doesn't mutate the order", () => {
    const before = structuredClone(order);
    shown(weighed(unsent), { kind: "void", packageId: stored });
    expect(order).toEqual(before);
  });
});

describe("a line that was replaced", () => {
  it("stays replaced when packages are voided, until it is reopened", () => {
    const replaced = { ...order, lines: [{ ...line, packState: "substituted" }] } as StationOrder;
    const [voided] = shownLines(
      replaced,
      waiting({ kind: "void", packageId: stored }),
      new Date(1),
    );
    expect(voided).toMatchObject({ packState: "substituted", packedLb: "0.00" });
    const [back] = shownLines(replaced, waiting({ kind: "reopen", itemId }), new Date(1));
    expect(back?.packState).toBe("open");
  });
});

describe("ownBoxAmong", () => {
  const box = (number: number, id: string | null) => ({ id, number, labelNumber: 0, lb: 1 });
  const first = box(1, "a");

  it("stays the packer's own when somebody else opens another", () => {
    const { own } = ownBoxAmong([first], { above: 0 });
    expect(own).toEqual({ id: "a" });
    expect(ownBoxAmong([first, box(2, "b")], own).box).toBe(first);
  });

  it("is the one that the packer just opened, before and after it is stored", () => {
    const opened = { above: 1 };
    const unsent = box(2, null);
    expect(ownBoxAmong([first, unsent], opened)).toEqual({ box: unsent, own: opened });
    // The answer may come after it stopped waiting.
    expect(ownBoxAmong([first], opened)).toEqual({ box: first, own: opened });
    const stored = box(2, "b");
    expect(ownBoxAmong([first, stored, box(3, "c")], opened)).toEqual({
      box: stored,
      own: { id: "b" },
    });
  });

  it("is the last box once the own one was removed, and undefined without boxes", () => {
    expect(ownBoxAmong([first], { id: "gone" }).box).toBe(first);
    expect(ownBoxAmong([], { above: 0 }).box).toBeUndefined();
  });
});

describe("shownBoxes", () => {
  const boxesOf = (...ops: object[]) => {
    const sent = waiting(...ops);
    return shownBoxes(order, sent, shownLines(order, sent, new Date(1)));
  };

  it("includes the boxes' contents, and a new box with packages before it is sent", () => {
    expect(boxesOf()).toMatchObject([{ number: 1, lb: 4 }]);
    const next = { kind: "box", after: 1 };
    expect(boxesOf(next)).toMatchObject([{ lb: 4 }, { id: null, number: 2, lb: 0 }]);
    expect(boxesOf(next, next, weighed(unsent))).toMatchObject([{ lb: 4 }, { number: 2, lb: 6 }]);
    const back = { ...weighed(unsent), boxId: stored };
    expect(boxesOf(next, back)).toMatchObject([{ lb: 10 }, { number: 2, lb: 0 }]);
  });

  it("leaves out a box that is removed", () => {
    expect(boxesOf({ kind: "take out", boxId: stored })).toEqual([]);
  });
});

it("finds the stored packages without a lot", () => {
  const [stored] = line.packages;
  if (!stored) throw new Error("The line has no package");
  const shown = [
    { ...stored, lotId: null, lotCode: null, isWaiting: false },
    { ...stored, lotId: itemId, lotCode: "L-1", isWaiting: false },
    { ...stored, lotId: null, lotCode: null, isWaiting: true },
  ];
  expect(withoutLot({ packages: shown })).toEqual(shown.slice(0, 1));
  expect(withoutLot({ packages: [] })).toEqual([]);
});

describe("lastOwn", () => {
  const lastOf = (isOwn: boolean, ...ops: object[]) => {
    const own = line.packages.map((one) => ({
      ...one,
      requestId: itemId,
      isOwn,
      packedAt: new Date(5),
    }));
    const mixed = { ...order, lines: [{ ...line, packages: own }] };
    return lastOwn(shownLines(mixed, waiting(...ops), new Date(1)))?.package.id;
  };

  it("is the last unsent package, then the packer's own last stored one, never another's", () => {
    expect(lastOf(true, weighed(unsent))).toBe(unsent);
    expect(lastOf(false, weighed(unsent))).toBe(unsent);
    expect(lastOf(true)).toBe(stored);
    expect(lastOf(false)).toBeUndefined();
  });
});

describe("a question about leaving a line", () => {
  it("holds weights, unless it is about a package", () => {
    expect(["short", "over", "finish"].every((kind) => isHeld({ kind }))).toBe(true);
    expect(["twice", "confirm", "lot", "add"].some((kind) => isHeld({ kind }))).toBe(false);
    expect(isHeld(null)).toBe(false);
  });

  it("is followed by the next open line, from the top after the last", () => {
    const lines = ["packed", "open", "short", "open"].map((packState, index) => ({
      ...line,
      id: String(index),
      packState,
    })) as unknown as Parameters<typeof nextOpen>[0];
    expect(nextOpen(lines, "1")?.id).toBe("3");
    expect(nextOpen(lines, "3")?.id).toBe("1");
    expect(nextOpen(lines.slice(0, 2), "1")).toBeUndefined();
  });
});

describe("the words for a line's outcome", () => {
  const packed = (packedLb: string): ShownLine => ({ ...line, packedLb, packages: [] });

  it.each([
    ["0.00", null, "Ribeye Steak is marked as not available."],
    ["6.00", null, "Ribeye Steak is done, short at 6 lb."],
    ["10.00", null, "Ribeye Steak is done: 10 lb."],
    [
      "11.50",
      "bill_promise",
      "Ribeye Steak is done: the maximum is charged, 0.50 lb over is free.",
    ],
    ["11.50", "customer_agreed", "Ribeye Steak is done: all 11.5 lb are charged."],
  ] as const)("with %s lb packed and the decision %s", (lb, over, sentence) => {
    expect(doneInWords(packed(lb), over)).toBe(sentence);
  });

  it.each([
    ["4.00", 1, "Ribeye Steak is not done yet. Weigh the rest, or press Short."],
    [
      "0.00",
      2,
      "Ribeye Steak is not done yet, nor is 1 other line. Weigh it, or press Short if there is none.",
    ],
    [
      "11.50",
      3,
      "Ribeye Steak is not done yet, nor are 2 other lines. It is 0.50 lb over the maximum.",
    ],
  ])("with %s lb packed and not done, as one of %d open lines", (lb, undone, sentence) => {
    expect(notDoneInWords(packed(lb), undone)).toBe(sentence);
  });
});

it("states the missing pieces regardless of their weight", () => {
  const pieces = { ...line, soldBy: "piece" as const, orderedPieces: 16, typicalPieceLb: "2.50" };
  const packed = { ...pieces, packedLb: "37.90", mostLb: "44.00", packedPieces: 2, packages: [] };
  expect(piecesPacked(packed)).toBe("2 of 16 pieces");
  expect(notDoneInWords(packed)).toBe(
    "Ribeye Steak is not done yet. Pieces are missing: it has 2 of 16 pieces. Weigh the rest, or press Short.",
  );
  expect(piecesPacked({ ...packed, packedPieces: 16 })).toBeNull();
  expect(piecesPacked({ ...packed, soldBy: "lb" })).toBeNull();
});

it("lists weights that aren't assigned to an order yet", () => {
  const weight = (value: string) => ({ value, unit: "lb" });
  expect(waitsInWords([weight("2.20")])).toBe("2.2 lb waits for an order.");
  expect(waitsInWords([weight("2.20"), weight("1.1")])).toBe(
    "2.2 lb and 1.1 lb wait for an order.",
  );
});

describe("otherwiseInWords", () => {
  const shown = (change: Partial<ShownLine>): ShownLine => ({ ...line, packages: [], ...change });
  const instead = shown({ id: stored, productName: "Striploin", substitutesItemId: itemId });
  it.each([
    [{ packState: "packed" }, null],
    [{ packState: "short" }, "Ribeye Steak: short, 4 lb of 10 lb"],
    [{ packState: "dropped", packedLb: "0.00" }, "Ribeye Steak: not available"],
    [{ packState: "substituted", packedLb: "0.00" }, "Ribeye Steak: Striploin instead"],
    [
      { packState: "substituted", packedLb: "6.35" },
      "Ribeye Steak: 6.35 lb, partly replaced by Striploin",
    ],
    [
      { packState: "packed", packedLb: "11.24", overDecision: "bill_promise" },
      "Ribeye Steak: 0.24 lb free, over the maximum",
    ],
  ] as const)("describes %j as %j", (change, text) => {
    const one = shown(change);
    expect(otherwiseInWords(one, [one, instead])).toEqual(text && { id: itemId, text });
  });
});

it.each([
  [{ isWaiting: false, boxNumber: 1 }, "20.3 lb → Hotel, order 1576, box 1"],
  // Only the server knows the last box of another order.
  [{ isWaiting: true, boxNumber: 1 }, "20.3 lb → Hotel, order 1576"],
  [{ isWaiting: false, boxNumber: null }, "20.3 lb → Hotel, order 1576"],
])("states which order a package goes to: %j", (over, words) => {
  const owner = { clientName: "Hotel", orderNumber: 1576 } as LineOwner;
  const last = { line: { productName: "Stew", owner }, added: { netLb: "20.30", ...over } };
  expect(wentToInWords(last)).toBe(words);
});
