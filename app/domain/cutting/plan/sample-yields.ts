/** A sample primal, with cuts from the opening catalogue. */
export interface SamplePrimal {
  name: string;
  /** Percentage that is usually trimmed off for grinding. */
  trimPct: string | null;
  isTrim?: boolean;
  /** The product's slug, the part that it shares with others, and its percentage of the primal. */
  cuts: [slug: string, part: string, yieldPct: string][];
}

/** Rounded figures of no real animal. Pages mark them as samples until the shop replaces them. */
export const sampleYields: readonly SamplePrimal[] = [
  {
    name: "Chuck",
    trimPct: "18",
    cuts: [
      ["chuck-blade-roast", "Blade", "38"],
      ["chuck-blade-steak", "Blade", "36"],
      ["cross-rib-roast", "", "16"],
      ["flat-iron-steak", "", "5"],
      ["denver-steak", "", "4"],
      ["beef-short-ribs", "Short ribs", "8"],
      ["korean-short-ribs", "Short ribs", "8"],
    ],
  },
  {
    name: "Rib",
    trimPct: "10",
    cuts: [
      ["prime-rib-roast", "Eye", "78"],
      ["tomahawk-steak", "Eye", "74"],
      ["ribeye-steak", "Eye", "55"],
      ["beef-back-ribs", "", "12"],
    ],
  },
  {
    name: "Short loin",
    trimPct: "10",
    cuts: [
      ["t-bone-steak", "Loin", "70"],
      ["porterhouse-steak", "Loin", "68"],
      ["striploin-steak", "Loin", "38"],
      ["tenderloin-roast", "Tenderloin", "14"],
      ["tenderloin-steak", "Tenderloin", "13"],
    ],
  },
  {
    name: "Sirloin",
    trimPct: "12",
    cuts: [
      ["top-sirloin-steak", "Top sirloin", "42"],
      ["sirloin-kabobs", "Top sirloin", "42"],
      ["picanha", "", "12"],
      ["tri-tip-roast", "", "10"],
      ["bavette-steak", "", "8"],
    ],
  },
  {
    name: "Round",
    trimPct: "15",
    cuts: [
      ["inside-round-roast", "Inside", "26"],
      ["inside-round-steak", "Inside", "25"],
      ["shaved-beef", "Inside", "24"],
      ["eye-of-round-roast", "", "9"],
      ["sirloin-tip-roast", "Tip", "18"],
      ["beef-stew", "Tip", "18"],
      ["beef-stir-fry-strips", "Tip", "18"],
    ],
  },
  {
    name: "Brisket",
    trimPct: "12",
    cuts: [
      ["whole-brisket", "Brisket", "85"],
      ["brisket-flat", "Brisket", "45"],
    ],
  },
  {
    name: "Plate and flank",
    trimPct: "25",
    cuts: [
      ["flank-steak", "", "10"],
      ["skirt-steak", "Skirt", "8"],
      ["fajita-strips", "Skirt", "8"],
    ],
  },
  {
    name: "Trim",
    trimPct: null,
    isTrim: true,
    cuts: [
      ["ground-regular", "Ground", "97"],
      ["ground-lean", "Ground", "97"],
      ["ground-extra-lean", "Ground", "97"],
      ["ground-brisket-blend", "Ground", "97"],
      ["beef-burger-patties", "Ground", "96"],
    ],
  },
];
