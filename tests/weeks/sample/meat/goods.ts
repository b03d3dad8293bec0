// The meat that the sample's company buys, and its cuts, with made-up figures.

/** A cut of a primal: the product's slug, and its share of the primal. */
export interface Recipe {
  /** Name of what is cut, as on sheets and supplier deliveries. */
  kind: string;
  cuts: { slug: string; share: number }[];
  trim: number;
}

export const trim = "Beef trim";

/** Value of a pound of trim, as set by the owner. */
export const trimWorth = "6.50";

export const recipes: readonly Recipe[] = [
  { kind: "Chuck", cuts: [{ slug: "chuck-blade-steak", share: 0.54 }], trim: 0.25 },
  { kind: "Rib", cuts: [{ slug: "ribeye-steak", share: 0.63 }], trim: 0.1 },
  { kind: "Rib", cuts: [{ slug: "prime-rib-roast", share: 0.85 }], trim: 0.05 },
  { kind: "Rib", cuts: [{ slug: "tomahawk-steak", share: 0.81 }], trim: 0.06 },
  { kind: "Striploin", cuts: [{ slug: "striploin-steak", share: 0.84 }], trim: 0.07 },
  { kind: "Tenderloin", cuts: [{ slug: "tenderloin-steak", share: 0.75 }], trim: 0.13 },
  {
    kind: "Sirloin",
    trim: 0.12,
    cuts: [
      { slug: "top-sirloin-steak", share: 0.46 },
      { slug: "tri-tip-roast", share: 0.27 },
    ],
  },
  { kind: "Round", cuts: [{ slug: "beef-stew", share: 0.69 }], trim: 0.19 },
  { kind: "Trim", cuts: [{ slug: "ground-lean", share: 0.97 }], trim: 0 },
];

/** Yields that the owner plans with, in hundredths of a per cent. */
export const usualYields: readonly {
  name: string;
  trimPct: number | null;
  cuts: [slug: string, part: string, pct: number][];
}[] = [
  { name: "Chuck", trimPct: 25_00, cuts: [["chuck-blade-steak", "", 55_00]] },
  {
    name: "Rib",
    trimPct: 8_00,
    cuts: [
      ["ribeye-steak", "Eye", 64_00],
      ["prime-rib-roast", "Eye", 85_00],
      ["tomahawk-steak", "Eye", 82_00],
    ],
  },
  { name: "Striploin", trimPct: 7_00, cuts: [["striploin-steak", "", 84_00]] },
  { name: "Tenderloin", trimPct: 13_00, cuts: [["tenderloin-steak", "", 76_00]] },
  {
    name: "Sirloin",
    trimPct: 12_00,
    cuts: [
      ["top-sirloin-steak", "", 46_00],
      ["tri-tip-roast", "", 28_00],
    ],
  },
  { name: "Round", trimPct: 20_00, cuts: [["beef-stew", "", 68_00]] },
  { name: "Trim", trimPct: null, cuts: [["ground-lean", "", 97_00]] },
];

/** What suppliers bring; pounds are in hundredths. */
export interface Goods {
  /** The product's slug if it is sold as it comes, else a name. */
  what: string;
  isProduct: boolean;
  /** Prefix of its lots' codes. */
  code: string;
  supplier: keyof typeof suppliers;
  boxLb: number;
  /** A piece, in which it is cut. */
  pieceLb: number;
  /** Cents a pound in the first week. */
  cents: number;
}

export const suppliers = {
  packers: {
    name: "Sample Packers",
    contactName: "Rae Sample",
    phone: "604-555-0131",
    email: "packers@example.com",
    establishment: "SAMPLE-101",
    invoice: "SP-",
    weekdays: [1, 4],
    freight: 48_00,
  },
  ranch: {
    name: "Sample Ranch",
    contactName: "Wes Sample",
    phone: "604-555-0132",
    email: "ranch@example.com",
    establishment: "SAMPLE-102",
    invoice: "R",
    weekdays: [1, 4],
    freight: 35_00,
  },
  cold: {
    name: "Sample Cold Storage",
    contactName: "Tia Sample",
    phone: "604-555-0133",
    email: "storage@example.com",
    establishment: "SAMPLE-103",
    invoice: "INV",
    weekdays: [1, 4],
    freight: 27_50,
  },
} as const;

const primal = (what: string, facts: Omit<Goods, "what" | "isProduct">): Goods => ({
  what,
  isProduct: false,
  ...facts,
});
const carton = (what: string, facts: Omit<Goods, "what" | "isProduct" | "supplier">): Goods => ({
  what,
  isProduct: true,
  supplier: "cold",
  ...facts,
});

export const goods: readonly Goods[] = [
  primal("Rib", { code: "RB", supplier: "packers", boxLb: 57_00, pieceLb: 19_00, cents: 1265 }),
  primal("Striploin", {
    code: "ST",
    supplier: "packers",
    boxLb: 52_00,
    pieceLb: 13_00,
    cents: 1310,
  }),
  primal("Tenderloin", {
    code: "TD",
    supplier: "packers",
    boxLb: 36_00,
    pieceLb: 6_00,
    cents: 2180,
  }),
  primal("Sirloin", { code: "SL", supplier: "packers", boxLb: 56_00, pieceLb: 14_00, cents: 765 }),
  primal("Chuck", { code: "CK", supplier: "ranch", boxLb: 72_00, pieceLb: 24_00, cents: 520 }),
  primal("Round", { code: "RD", supplier: "ranch", boxLb: 66_00, pieceLb: 22_00, cents: 530 }),
  primal(trim, { code: "TR", supplier: "ranch", boxLb: 60_00, pieceLb: 10_00, cents: 520 }),
  carton("beef-short-ribs", { code: "SR", boxLb: 44_00, pieceLb: 11_00, cents: 745 }),
  carton("skirt-steak", { code: "SK", boxLb: 24_00, pieceLb: 6_00, cents: 1010 }),
  carton("whole-brisket", { code: "BR", boxLb: 65_00, pieceLb: 13_00, cents: 585 }),
];

/** Weekly sales in pounds, guessed before there are any. */
export const guesses: Record<string, number> = {
  "beef-short-ribs": 230,
  "beef-stew": 160,
  "chuck-blade-steak": 150,
  "ground-lean": 270,
  "prime-rib-roast": 35,
  "ribeye-steak": 190,
  "skirt-steak": 30,
  "striploin-steak": 150,
  "tenderloin-steak": 60,
  "tomahawk-steak": 40,
  "top-sirloin-steak": 60,
  "tri-tip-roast": 25,
  "whole-brisket": 120,
};

/** Tracked products: only these run out for orders, so that more of them is kept. */
export const tracked: readonly {
  slug: string;
  tracking: "lb" | "pieces";
  lowAt: string;
  atLeast: number;
}[] = [
  { slug: "ground-lean", tracking: "lb", lowAt: "60", atLeast: 300_00 },
  { slug: "beef-short-ribs", tracking: "lb", lowAt: "60", atLeast: 420_00 },
  { slug: "skirt-steak", tracking: "lb", lowAt: "15", atLeast: 70_00 },
  { slug: "whole-brisket", tracking: "pieces", lowAt: "4", atLeast: 210_00 },
  { slug: "tomahawk-steak", tracking: "pieces", lowAt: "6", atLeast: 60_00 },
];
