/** The eight categories of the shop, in the order of its tabs (specification, section 2). */
export const categories = [
  "chuck",
  "prime-rib",
  "loin",
  "sirloin",
  "round",
  "other",
  "pre-cuts",
  "ground",
] as const;

export type Category = (typeof categories)[number];

/** Whether a piece of an address or of a row names a category. */
export function isCategory(value: string | null | undefined): value is Category {
  return categories.some((category) => category === value);
}

interface CategoryText {
  /** On tabs and in menus. */
  label: string;
  /** Heading of the category's own page. */
  heading: string;
  /** The short description under that heading. */
  description: string;
}

export const categoryText: Record<Category, CategoryText> = {
  chuck: {
    label: "Chuck",
    heading: "Chuck Cuts",
    description:
      "The hard-working shoulder: deep flavour, generous marbling and the best value on the animal. Braise it, roast it low, or grill the blade.",
  },
  "prime-rib": {
    label: "Prime Rib",
    heading: "Prime Rib Cuts",
    description:
      "The rib carries the most marbling of any primal. Roasts for the long table, steaks for the short one.",
  },
  loin: {
    label: "Loin",
    heading: "Loin Cuts",
    description:
      "The least-worked muscles, and the most tender: striploin, tenderloin and the T-bone that holds both.",
  },
  sirloin: {
    label: "Sirloin",
    heading: "Sirloin Cuts",
    description:
      "Between the loin and the round: leaner, full of flavour, and priced for a weeknight.",
  },
  round: {
    label: "Round",
    heading: "Round Cuts",
    description:
      "The lean hind leg. Roast it pink and slice it thin, or marinate it and grill it quickly.",
  },
  other: {
    label: "Other Cuts",
    heading: "Specialty Cuts",
    description:
      "Brisket, flank, skirt, shank and the cuts a butcher takes home. Each one rewards knowing how to cook it.",
  },
  "pre-cuts": {
    label: "Pre-Cuts",
    heading: "Pre-Cut Options",
    description:
      "Cubed, sliced and trimmed at the block, so that supper starts at the stove and not at the cutting board.",
  },
  ground: {
    label: "Ground Beef",
    heading: "Ground Beef",
    description:
      "Ground from whole AAA trim in small batches, from lean to brisket-rich, and packed the same day.",
  },
};

/** Shop address of a product; a product without a category lives under "other" (section 2, search). */
export function productPath(category: string | null, idOrSlug: string): string {
  return `/shop/${category ?? "other"}/${idOrSlug}`;
}
