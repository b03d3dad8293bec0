import type { SeedProduct } from "./types.ts";

export const loinProducts: SeedProduct[] = [
  {
    slug: "striploin-steak",
    name: "Striploin Steak",
    category: "loin",
    cutType: "New York strip steak",
    otherNames: "New York strip, New York steak, Strip steak, Strip loin, Kansas City strip",
    description:
      "A single muscle with a fine, straight grain and a ribbon of fat down one side. Stand it on that edge in the pan until the fat crisps, then lay it flat. More bite than a ribeye, and a cleaner taste.",
    pricePerLb: "23.99",
  },
  {
    slug: "t-bone-steak",
    name: "T-Bone Steak",
    category: "loin",
    cutType: "T-bone steak",
    otherNames: "Tbone",
    description:
      "Striploin on one side of the bone, tenderloin on the other. The smaller side cooks faster, so point it toward the cooler part of the grill.",
    pricePerLb: "21.99",
  },
  {
    slug: "porterhouse-steak",
    name: "Porterhouse Steak",
    category: "loin",
    cutType: "Porterhouse steak",
    otherNames: "Porter house",
    description:
      "We cut these from the rear of the short loin, where the tenderloin is widest. Grill it whole, run a knife down both sides of the bone, slice the two pieces and put the bone on the platter too.",
    pricePerLb: "22.99",
  },
  {
    slug: "tenderloin-steak",
    name: "Tenderloin Steak",
    category: "loin",
    cutType: "Filet mignon",
    otherNames: "Filet mignon, Fillet steak, Beef medallion",
    description:
      "This muscle runs along the inside of the spine and does almost no work, so nothing on the animal is more tender. The flavour is mild and the fat sparse. Baste it with butter, or give it a sauce.",
    pricePerLb: "39.99",
  },
  {
    slug: "tenderloin-roast",
    name: "Tenderloin Roast",
    category: "loin",
    cutType: "Chateaubriand",
    otherNames: "Chateaubriand, Whole fillet, Beef Wellington roast",
    description:
      "Centre-cut and free of silverskin, the same width from end to end, which means the last slice is as pink as the first. Brown it all over, roast it hot, and start checking after twenty minutes.",
    pricePerLb: "38.99",
  },
];
