import type {
  BoxLabel,
  PackingSlip,
  PackingSlipLine,
  PackingSlipPackage,
  PackLabel,
  PickList,
  PickListCut,
} from "#app/features/packing/papers/papers.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

const company = {
  name: sampleShop().company.name,
  shortName: sampleShop().company.shortName,
  nameSuffix: sampleShop().company.nameSuffix,
  lines: ["100 Sample Road", "Abbotsford, BC V2S 0A0, Canada", "604-555-0142"],
  logo: null,
};

const customer = {
  company: "Sample Bistro",
  contact: "Sample Contact",
  address: "200 Sample Street\nVancouver, BC V5K 0A1",
  phone: "604-555-0199",
};

export function packageOf(netLb: string, netG: number, over: Partial<PackingSlipPackage> = {}) {
  return { netLb, netG, pieces: 1, lot: "26-326-A", box: null, ...over };
}

/** Returns a line with the sums of these packages. */
export function slipLine(packages: PackingSlipPackage[], over: Partial<PackingSlipLine> = {}) {
  const hundredths = packages.reduce((sum, { netLb }) => sum + Math.round(Number(netLb) * 100), 0);
  return {
    description: "Ribeye Steak",
    ordered: "3 pieces, about 3.75 lb",
    packedLb: packages.length > 0 ? (hundredths / 100).toFixed(2) : null,
    packages,
    state: "packed",
    remark: "",
    ...over,
  } satisfies PackingSlipLine;
}

export function packingSlip(over: Partial<PackingSlip> = {}): PackingSlip {
  return {
    company,
    customer,
    orderNumber: "0b8a3b1e",
    placedOn: "2026-11-19",
    delivery: null,
    packedOn: "2026-11-22",
    poNumber: "",
    notes: "",
    standingNotes: "",
    lines: [slipLine([packageOf("1.01", 456), packageOf("1.01", 456), packageOf("1.01", 456)])],
    boxes: [],
    remarks: [],
    printedAt: new Date("2026-11-22T22:05:00Z"),
    ...over,
  };
}

export function pickListCut(over: Partial<PickListCut> = {}): PickListCut {
  return {
    product: "Ribeye Steak",
    storage: "frozen",
    totalLb: "11.25",
    pieces: 9,
    splits: [
      {
        customer: "Sample Bistro",
        orderNumber: "0b8a3b1e",
        ordered: "3 pieces, about 3.75 lb",
        note: "",
      },
      {
        customer: "Sample Grill",
        orderNumber: "77a1c0de",
        ordered: "6 pieces, about 7.5 lb",
        note: "Thick",
      },
    ],
    ...over,
  };
}

export function pickList(over: Partial<PickList> = {}): PickList {
  return {
    day: "2026-11-23",
    cuts: [pickListCut()],
    printedAt: new Date("2026-11-22T22:05:00Z"),
    ...over,
  };
}

export function boxLabel(over: Partial<BoxLabel> = {}): BoxLabel {
  return {
    company,
    shipTo: customer,
    number: 2,
    of: 3,
    orderNumber: "0b8a3b1e",
    run: "Fraser",
    stop: "7",
    storage: "frozen",
    lb: "23.41",
    g: 10_618,
    contents: ["3 × Ribeye Steak", "12.5 lb Ground Beef, lean"],
    code: "BOX-100042",
    packedBy: "Sample Packer",
    packedAt: new Date("2026-11-22T22:05:00Z"),
    ...over,
  };
}

export function packLabel(over: Partial<PackLabel> = {}): PackLabel {
  return {
    company: {
      name: sampleShop().company.name,
      address: "100 Sample Road, Abbotsford, BC V2S 0A0",
    },
    name: { en: "Beef Ribeye Steak", fr: "Bifteck de faux-filet de bœuf" },
    wish: "",
    order: "Order 1042 · Stop 3 · Sample Bistro",
    cutFromCanadaAaa: true,
    netG: 585,
    netLb: "1.29",
    pieces: null,
    price: { centsPerLb: 2499, totalCents: 3224 },
    lot: "26-326-A",
    storage: "refrigerated",
    packedOn: "2026-11-22",
    bestBefore: "2026-12-02",
    id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
    labelNumber: 104_217,
    gs1: null,
    ...over,
  };
}
