import { expect, test } from "vitest";
import type { StationLine, StationOrder, StationPackage } from "#app/domain/packages/packing.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { boxLabelsOf, packingSlipOf, packLabelsOf, pickListOf } from "./order-papers.ts";
import { packingSlipJob } from "./packing-slip-words.ts";

const packedAt = new Date("2026-11-22T22:05:00Z");

const { company } = sampleShop();

function packageOf(id: string, netLb: string, netG: number, boxNumber: number): StationPackage {
  const facts = {
    unit: "kg" as const,
    pieces: 1,
    lotId: "00000000-0000-4000-8000-000000000326",
    lotCode: "26-326-A",
    isHeld: false,
    packedBy: "Sample Packer",
    isOwn: true,
    packedAt,
  };
  return { id, requestId: id, labelNumber: 104_217, netLb, netG, boxNumber, ...facts };
}

function lineOf(id: string, over: Partial<StationLine>): StationLine {
  return {
    id,
    productId: id,
    productName: "Ribeye Steak",
    soldBy: "lb",
    orderedPieces: null,
    typicalPieceLb: null,
    quantity: "10.00",
    wish: null,
    overCapPct: 10,
    mostLb: "11.00",
    packState: "packed",
    packedLb: "0.00",
    packedPieces: 0,
    packNote: "",
    overDecision: null,
    substitutesItemId: null,
    shareLb: null,
    sharePieces: null,
    tareG: 0,
    isTraced: false,
    storage: "refrigerated",
    itemNumber: null,
    gtin: null,
    category: null,
    labelGtin: null,
    packages: [],
    voided: [],
    ...over,
  };
}

const order: StationOrder = {
  hasLeft: false,
  firstFinishedAt: null,
  isCounter: false,
  id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
  number: 1042,
  status: "fulfilled",
  version: 7,
  runLoad: null,
  placedAt: new Date("2026-11-20T07:30:00Z"),
  companyName: "Sample Bistro",
  contactName: "Sample Contact",
  phone: "604-555-0199",
  address: "200 Sample Street",
  delivery: {
    kind: "delivery",
    day: "2026-11-26",
    from: "08:00",
    to: "15:00",
    zoneName: "Sample Valley",
    stop: 3,
  },
  notes: "",
  standingNotes: "",
  isNewClient: false,
  holds: [],
  isCardShort: false,
  isRaised: false,
  poNumber: "",
  allowsSubstitutes: true,
  callFirst: false,
  invoiceNumber: "INV-000001",
  isMailed: true,
  waitsToLeave: false,
  packers: [],
  packer: "Sample Packer",
  boxes: [
    { id: "box-1", number: 1, labelNumber: 100_001 },
    { id: "box-2", number: 2, labelNumber: 100_007 },
    { id: "box-3", number: 3, labelNumber: 100_008 },
  ],
  lines: [
    lineOf("one", {
      soldBy: "piece",
      orderedPieces: 3,
      typicalPieceLb: "1.25",
      quantity: "3.75",
      packedLb: "3.03",
      packages: [1, 2, 3].map((box) => packageOf(`${box}`, "1.01", 456, Math.min(box, 2))),
    }),
    lineOf("two", { productName: "Picanha", packState: "substituted", packNote: "none left" }),
    lineOf("three", {
      productName: "Tri-Tip Roast",
      substitutesItemId: "two",
      storage: "frozen",
      packedLb: "2.00",
      packages: [packageOf("4", "2.00", 907, 2)],
    }),
    lineOf("four", { productName: "Oxtail", packState: "dropped", packNote: "not today" }),
  ],
};

test("the slip lists each package, and why lines differ from the order", () => {
  const slip = packingSlipOf(order, company, packedAt);
  expect(slip).toMatchObject({
    orderNumber: "1042",
    placedOn: "2026-11-20",
    delivery: {
      kind: "delivery",
      when: `${dateInWords("2026-11-26")}, 8 a.m. to 3 p.m.`,
      run: "Sample Valley, stop 3",
    },
    packedOn: "2026-11-22",
    boxes: [
      { number: 1, lb: "1.01", g: 456 },
      { number: 2, lb: "4.02", g: 1819 },
    ],
  });
  expect(slip.lines.map(({ ordered, packedLb, remark }) => [ordered, packedLb, remark])).toEqual([
    ["3 pieces, about 3.75 lb", "3.03", ""],
    ["10 lb", null, "sent Tri-Tip Roast instead, none left"],
    ["–", "2.00", "In place of Picanha"],
    ["10 lb", null, "not today"],
  ]);
  // The printer refuses a slip whose packages, lines and boxes don't add up.
  expect(() => packingSlipJob(slip)).not.toThrow();
});

test("there is a label for each box and each package", () => {
  expect(boxLabelsOf(order, company)).toMatchObject([
    { number: 1, of: 2, lb: "1.01", storage: "refrigerated", contents: ["1 piece Ribeye Steak"] },
    {
      number: 2,
      of: 2,
      lb: "4.02",
      g: 1819,
      storage: "frozen",
      packedBy: "Sample Packer",
      contents: ["2 pieces Ribeye Steak", "1 piece Tri-Tip Roast"],
    },
  ]);
  const open = {
    ...order,
    lines: order.lines.map((line) => ({ ...line, packState: "open" as const })),
  };
  expect(boxLabelsOf(open, company).map(({ of }) => of)).toEqual([null, null]);
  expect(packLabelsOf(order, company)).toMatchObject([
    {
      id: "1",
      netLb: "1.01",
      pieces: 1,
      netG: 456,
      lot: "26-326-A",
      packedOn: "2026-11-22",
      order: "Order 1042 · Stop 3 · Sample Bistro",
    },
    { id: "2" },
    { id: "3" },
    { id: "4", storage: "frozen", packedOn: null },
  ]);
  const orderOn = (of: StationOrder) => packLabelsOf(of, company)[0]?.order;
  expect(orderOn({ ...order, delivery: null, companyName: "" })).toBe(
    "Order 1042 · Sample Contact",
  );
  // Counter sales have no recipient to sort by.
  expect(orderOn({ ...order, isCounter: true })).toBe("");
});

test("a pickup's slip isn't addressed to the pickup location", () => {
  const delivery = { ...order.delivery, kind: "pickup" } as StationOrder["delivery"];
  const slip = (of: StationOrder) => packingSlipJob(packingSlipOf(of, company, packedAt)).sheet;
  expect(slip({ ...order, delivery })).toMatchObject({
    shipTo: { title: "Picked up by", lines: ["Attn. Sample Contact", "604-555-0199"] },
  });
  expect(slip(order)).toMatchObject({
    shipTo: { title: "Ship to", lines: ["Attn. Sample Contact", order.address, "604-555-0199"] },
  });
});

test("package labels have a GS1 code if the shop has a prefix and the code can contain the lot", () => {
  const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
  const labelGtin = "90614141000015";
  const one = packageOf(id, "1.01", 456, 1);
  const packed = [one, { ...one, lotCode: "Lot 7" }, { ...one, unit: "lb" as const }];
  const lines = [
    lineOf("one", { labelGtin, packages: packed }),
    lineOf("two", { packages: [one] }),
  ];
  const gs1 = { gtin: labelGtin, serial: "0b8a3b1e7a554c8e9a29", weighedIn: "kg" };
  expect(packLabelsOf({ ...order, lines }, company).map((label) => label.gs1)).toEqual([
    gs1,
    null,
    { ...gs1, weighedIn: "lb" },
    null,
  ]);
});

test("the pick list is by cut", () => {
  const list = pickListOf(
    "2026-11-22",
    [
      {
        productId: null,
        productName: "Ribeye Steak",
        storage: "refrigerated",
        orderedLb: "3.75",
        packedLb: "0.00",
        pieces: 3,
        orders: [
          {
            orderId: order.id,
            orderNumber: 1042,
            companyName: "",
            orderedPieces: 3,
            quantity: "3.75",
            wish: { thickness: "1.25", perPack: "2", trim: "", note: "" },
            packedLb: "0.00",
            isDone: false,
            heldLots: [],
            notes: "Thick, please.",
          },
        ],
      },
    ],
    packedAt,
  );
  expect(list.cuts).toEqual([
    {
      product: "Ribeye Steak",
      storage: "refrigerated",
      totalLb: "3.75",
      pieces: 3,
      splits: [
        {
          customer: "Unknown Client",
          orderNumber: "1042",
          ordered: "3 pieces, about 3.75 lb (1¼ in, 2 per pack)",
          note: "Thick, please.",
        },
      ],
    },
  ]);
});

test("a box label counts pieces, or packages if the pieces of one of them were not counted", () => {
  const [ribeye, ...others] = order.lines;
  if (!ribeye) throw new Error("The order has no lines");
  const contentsWith = (pieces: (number | null)[]) => {
    const packages = ribeye.packages.map((one, index) => ({
      ...one,
      pieces: pieces[index] ?? null,
    }));
    const lines = [{ ...ribeye, packages }, ...others];
    return boxLabelsOf({ ...order, lines }, company).map(({ contents }) => contents[0]);
  };
  expect(contentsWith([6, 3, 4])).toEqual(["6 pieces Ribeye Steak", "7 pieces Ribeye Steak"]);
  expect(contentsWith([6, 3, null])).toEqual(["6 pieces Ribeye Steak", "2 × Ribeye Steak"]);
});
