import type { Category } from "#db/schema/values/products.ts";

interface PrimalPart {
  category: Category;
  d: string;
  /** By line; a shank has no room for text. */
  lines: string[];
  at: [number, number];
}

/**
 * A side of beef, drawn as a steer facing left, 560 by 344. For loaders: it's sent as data, so that
 * it isn't bundled into scripts (docs/decisions/0003).
 */
export const side = {
  /** Those of one category are adjacent. */
  parts: {
    chuck: {
      category: "chuck",
      d: "M86 82C112 68 152 66 192 73l-4 108-88 15c-14-4-26-10-34-18 16-28 22-60 20-96z",
      lines: ["Chuck"],
      at: [138, 136],
    },
    rib: {
      category: "prime-rib",
      d: "M192 73c29 6 58 9 86 8l-2 99-88 1z",
      lines: ["Prime", "Rib"],
      at: [234, 126],
    },
    loin: {
      category: "loin",
      d: "M278 81c30 0 60-3 88-8l4 103-94 4z",
      lines: ["Loin"],
      at: [323, 136],
    },
    sirloin: {
      category: "sirloin",
      d: "M366 73c28-5 58-6 86-4l-6 119-76-12z",
      lines: ["Sirloin"],
      at: [409, 136],
    },
    round: {
      category: "round",
      d: "M452 69c44 0 78 8 90 33 13 38 13 76-2 116l-12 28-62-8c-12-16-18-32-20-50z",
      lines: ["Round"],
      at: [498, 150],
    },
    brisket: {
      category: "other",
      d: "M100 196l88-15 6 80c-12 0-18-1-24-3-44-9-66-34-70-62z",
      lines: ["Brisket"],
      at: [148, 217],
    },
    plate: {
      category: "other",
      d: "M188 181l114-2 4 85c-40 5-78 4-112-3z",
      lines: ["Plate"],
      at: [247, 224],
    },
    flank: {
      category: "other",
      d: "M302 179l68-3 76 12c2 18 8 34 20 50-34-2-58 10-86 16-26 6-50 9-74 10z",
      lines: ["Flank"],
      at: [373, 224],
    },
    foreshank: {
      category: "other",
      d: "M132 244c17 9 35 14 62 17l-13 39h-33c-1-18-6-36-16-56z",
      lines: [],
      at: [0, 0],
    },
    shank: {
      category: "other",
      d: "M466 238l62 8c-8 16-8 36-4 54h-30c-3-24-12-44-28-62z",
      lines: [],
      at: [0, 0],
    },
  } satisfies Record<string, PrimalPart>,
  /** Parts that aren't for sale: head with its ear and horn, hooves, the far legs, the tail. */
  rest: [
    "M86 82C78 72 70 70 62 74 55 66 53 56 59 45c-12 9-14 22-9 33-8-5-17-6-26-3 4 9 13 14 25 15-7 17-24 34-37 50-6 8-4 20 6 24 19 2 34 5 48 14 14-28 22-60 20-96z",
    "M148 300h33l-4 24 5 16h-32l2-16zM494 300h30l3 24 5 16h-34l1-16z",
    "M204 262l26 3c-10 16-13 34-14 59l4 16h-27l2-16-3-30zM441 240l25-2c12 14 20 30 24 47-4 20-9 30-10 39l4 16h-28l1-16c0-30-4-58-16-84z",
    "M541 100c16 10 18 36 14 66-2 18-3 32 1 48-12 2-18-6-18-20l2-4c5-28 6-58-1-90z",
  ],
};

export type Side = typeof side;
export type PrimalName = keyof Side["parts"];
