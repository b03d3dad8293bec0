import { expect, it } from "vitest";
import { keptBack, type RunPackage } from "./kept-back.ts";

const held = new Date("2026-11-27T17:00:00Z");

const pack = (productName: string, lb: string, more: Partial<RunPackage> = {}): RunPackage => ({
  orderId: "order",
  orderItemId: productName,
  productName,
  lb,
  boxId: "box 1",
  box: 1,
  lot: `of ${productName}`,
  heldAt: null,
  ...more,
});

it("keeps the whole box of held meat, including other meat", () => {
  const packages = [pack("Ribeye", "14.11", { heldAt: held }), pack("Striploin", "18.40")];
  expect(keptBack(packages)).toMatchObject({
    isWhole: true,
    boxes: [1],
    lots: ["of Ribeye"],
    products: ["Ribeye"],
    lines: ["Ribeye"],
    stays: [
      { productName: "Ribeye", lb: "14.11" },
      { productName: "Striploin", lb: "18.40" },
    ],
  });
});

it("doesn't keep other boxes, even with meat of the same line", () => {
  const packages = [
    pack("Ribeye", "5.00", { heldAt: held }),
    pack("Ribeye", "6.00"),
    pack("Ribeye", "7.00", { boxId: "box 2", box: 2 }),
  ];
  expect(keptBack(packages)).toMatchObject({
    isWhole: false,
    boxes: [1],
    stays: [{ productName: "Ribeye", lb: "11.00" }],
  });
});

it("keeps only the held packages if no boxes are used", () => {
  const packages = [
    pack("Ribeye", "5.00", { heldAt: held, boxId: null, box: null }),
    pack("Ribeye", "6.00", { boxId: null, box: null }),
  ];
  expect(keptBack(packages)).toMatchObject({ isWhole: false, boxes: [], stays: [{ lb: "5.00" }] });
});

it("keeps nothing without a hold, or with a hold that the driver couldn't know yet", () => {
  const packages = [pack("Ribeye", "5.00", { heldAt: held })];
  expect(keptBack([pack("Ribeye", "5.00")])).toBeNull();
  expect(keptBack(packages, new Date(held.getTime() - 1))).toBeNull();
  expect(keptBack(packages, held)).not.toBeNull();
});
