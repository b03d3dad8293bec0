import type { SeedProduct } from "./types.ts";

export const otherProducts: SeedProduct[] = [
  {
    slug: "whole-brisket",
    name: "Whole Beef Brisket",
    category: "other",
    cutType: "Packer brisket",
    otherNames: "Packer brisket, Smoking brisket, Full brisket",
    description:
      "Point and flat together under the fat cap, the way pit cooks order it. Expect ten to sixteen hours of low smoke. Go by the probe and let the clock be: when it slides in without resistance, rest the meat an hour.",
    pricePerLb: "9.99",
  },
  {
    slug: "brisket-flat",
    name: "Brisket Flat",
    category: "other",
    cutType: "Brisket flat",
    otherNames: "Flat cut, First cut brisket",
    description:
      "The leaner half of the brisket, level in thickness and easy to slice. Braise it the day before with a great many onions; it cuts better cold and reheats in its own juice.",
    pricePerLb: "11.99",
  },
  {
    slug: "flank-steak",
    name: "Flank Steak",
    category: "other",
    cutType: "Flank",
    otherNames: "London broil",
    description:
      "You can see the long fibres running the length of this belly steak. Grill it hard for a few minutes a side, rest it, and hold the knife at a slant so that every fibre is cut short.",
    pricePerLb: "15.99",
  },
  {
    slug: "skirt-steak",
    name: "Skirt Steak",
    category: "other",
    cutType: "Inside skirt",
    otherNames: "Arrachera, Carne asada, Fajita steak",
    description:
      "Thin, ropy and richly flavoured, from inside the belly wall. Two minutes a side over fierce coals is plenty. Divide it into short lengths before slicing, as the grain runs straight across the strip.",
    pricePerLb: "16.99",
  },
  {
    slug: "beef-shank",
    name: "Beef Shank",
    category: "other",
    cutType: "Cross-cut shank",
    otherNames: "Osso buco, Soup bones, Cross-cut shin",
    description:
      "Slices through the leg with a round of marrow in each. Hard-working meat, lean but threaded with sinew, and after three hours at a bare simmer that sinew has become the sauce.",
    pricePerLb: "8.99",
  },
  {
    slug: "oxtail",
    name: "Oxtail",
    category: "other",
    cutType: "Oxtail",
    otherNames: "Ox tail, Beef tail",
    description:
      "Cut at the joints into pieces for the pot. Oxtail holds so much gelatin that the cooled broth sets firm; make it a day ahead, lift the fat from the top, and warm it again slowly.",
    pricePerLb: "12.99",
  },
  {
    slug: "beef-tongue",
    name: "Beef Tongue",
    category: "other",
    cutType: "Tongue",
    otherNames: "Lengua, Ox tongue",
    description:
      "Simmer it whole for three hours with bay and peppercorns, then pull the skin off while it is still warm. What remains is dense, fine-textured and surprisingly rich, hot in a taco or cold with mustard.",
    pricePerLb: "9.49",
  },
  {
    slug: "marrow-bones",
    name: "Marrow Bones",
    category: "other",
    cutType: "Marrow bones",
    otherNames: "Soup bones, Bone marrow, Broth bones, Stock bones",
    description:
      "Leg bones, sawn to expose the marrow. Twenty minutes in a hot oven makes it spoonable, ready for toast, parsley and coarse salt. Keep the bones afterward: there is a pot of stock in them yet.",
    pricePerLb: "4.99",
  },
];
