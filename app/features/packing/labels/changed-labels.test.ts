import { expect, it } from "vitest";
import { changedLabels } from "./changed-labels.ts";

type Order = Parameters<typeof changedLabels>[0];
type Package = Order["lines"][number]["packages"][number];
type Voided = Order["lines"][number]["voided"][number];

const at = (minutes: number) => new Date(minutes * 60_000);
const nothingPrinted = () => false;

/** A package, by its label's number, packed so many minutes after the first. */
const one = (labelNumber: number, packed: number, boxNumber: number | null = 1) =>
  ({
    id: String(labelNumber),
    labelNumber,
    netLb: "6.35",
    boxNumber,
    packedAt: at(packed),
  }) as Package;

const gone = (labelNumber: number, [packed, voided]: [number, number], box: number | null = 1) =>
  ({ ...one(labelNumber, packed, box), voidedAt: at(voided), replaced: null }) as unknown as Voided;

const boxes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    number: index + 1,
    labelNumber: 100_001 + index,
  }));

const order = (
  packages: Package[],
  voided: Voided[],
  { first = 10 as number | null, count = 1 } = {},
) => ({
  firstFinishedAt: first === null ? null : at(first),
  boxes: boxes(count),
  lines: [{ productName: "Striploin", packages, voided }],
});

it("lists no label if nothing was corrected since the order was first finished", () => {
  const packing = order([one(2, 5)], [gone(1, [1, 4])]);
  expect(changedLabels(packing, nothingPrinted)).toEqual([]);
  expect(changedLabels({ ...packing, firstFinishedAt: null }, nothingPrinted)).toEqual([]);
});

it("lists a reweighed package's old and new label, and only its own box's", () => {
  const corrected = order([one(3, 20), one(2, 5, 2)], [gone(1, [1, 20])], { count: 2 });
  expect(changedLabels({ ...corrected, boxes: boxes(2) }, nothingPrinted)).toEqual([
    "Destroy the label of PKG-1 (Striploin, 6.35 lb, box 1).",
    "Print the label of PKG-3 (Striploin, 6.35 lb, box 1).",
    "Print the label of box 1 again.",
  ]);
  // Box 2 only has new packages, so it is new.
  const more = order([one(1, 1), one(2, 20, 2)], [], { count: 2 });
  expect(changedLabels(more, nothingPrinted)).toEqual([
    "Print the label of PKG-2 (Striploin, 6.35 lb, box 2).",
    "Print the labels of all boxes again.",
  ]);
});

it("recognizes a package of another lot by its time of packing", () => {
  const moved = order([one(3, 1), one(2, 5)], [gone(1, [1, 20])]);
  expect(changedLabels(moved, nothingPrinted)).toEqual([
    "Destroy the label of PKG-1 (Striploin, 6.35 lb, box 1).",
    "Print the label of PKG-3 (Striploin, 6.35 lb, box 1).",
    "Print the label of box 1 again.",
  ]);
});

it("lists the labels of all boxes when one is gone, because each states the number of boxes", () => {
  const less = order([one(1, 1), one(2, 2, 2)], [gone(3, [3, 20], null)], { count: 2 });
  expect(changedLabels(less, nothingPrinted)).toEqual([
    "Destroy the label of PKG-3 (Striploin, 6.35 lb).",
    "Print the labels of all boxes again.",
  ]);
});

it("lists, for an order just finished for the first time, only labels that this page printed", () => {
  const first = order([one(2, 5)], [gone(1, [1, 4])], { first: 6 });
  expect(changedLabels(first, ({ id }) => id === "1" || id === "2")).toEqual([
    "Destroy the label of PKG-1 (Striploin, 6.35 lb, box 1).",
  ]);
  // A package that came and went after the first time was only labelled if here.
  expect(changedLabels(order([], [gone(1, [11, 12])]), nothingPrinted)).toEqual([]);
});
