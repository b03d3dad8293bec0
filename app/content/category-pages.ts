/** Introductions of the category pages. For loaders only: the browser needs just one category. */
export const categoryPages = {
  chuck: {
    heading: "Chuck Cuts",
    description:
      "The hard-working shoulder: deep flavour, generous marbling and the best value on the animal. Braise it, roast it low, or grill the blade.",
  },
  "prime-rib": {
    heading: "Prime Rib Cuts",
    description:
      "The rib carries the most marbling of any primal. Roasts for the long table, steaks for the short one.",
  },
  loin: {
    heading: "Loin Cuts",
    description:
      "The least-worked muscles, and the most tender: striploin, tenderloin and the T-bone that holds both.",
  },
  sirloin: {
    heading: "Sirloin Cuts",
    description:
      "Between the loin and the round: leaner, full of flavour, and priced for a weeknight.",
  },
  round: {
    heading: "Round Cuts",
    description:
      "The lean hind leg. Roast it pink and slice it thin, or marinate it and grill it quickly.",
  },
  other: {
    heading: "Specialty Cuts",
    description:
      "Brisket, flank, skirt, shank and the cuts a butcher takes home. Each one rewards knowing how to cook it.",
  },
  "pre-cuts": {
    heading: "Pre-Cut Options",
    description:
      "Cubed, sliced and trimmed at the block, so that supper starts at the stove and not at the cutting board.",
  },
  ground: {
    heading: "Ground Beef",
    description:
      "Ground from whole AAA trim in small batches, from lean to brisket-rich, and packed the same day.",
  },
} as const;
