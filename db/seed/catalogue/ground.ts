import type { SeedProduct } from "./types.ts";

export const groundProducts: SeedProduct[] = [
  {
    slug: "ground-lean",
    name: "Lean Ground Beef",
    category: "ground",
    cutType: "Lean ground",
    otherNames: "Hamburger, Minced beef, Hamburger meat",
    description:
      "At most 17 per cent fat, which is what lean means on a Canadian label. That is enough to keep meatballs soft and little enough that a pan of meat sauce seldom needs draining.",
    pricePerLb: "8.99",
  },
  {
    slug: "ground-extra-lean",
    name: "Extra Lean Ground Beef",
    category: "ground",
    cutType: "Extra lean ground",
    otherNames: "Hamburger, Minced beef, Hamburger meat",
    description:
      "No more than a tenth of it is fat. It crumbles fine and leaves the pan nearly dry, so cook it where there is already a sauce, or bind it with egg and breadcrumbs.",
    pricePerLb: "9.99",
  },
  {
    slug: "ground-regular",
    name: "Regular Ground Beef",
    category: "ground",
    cutType: "Regular ground",
    otherNames: "Hamburger, Minced beef, Hamburger meat",
    description:
      "The fattiest of our grinds, up to 30 per cent, and cheapest for good reason: some of it renders away. Press it thin on a griddle and that same fat fries the edges of the burger to lace.",
    pricePerLb: "7.99",
  },
  {
    slug: "beef-burger-patties",
    name: "Beef Burger Patties",
    category: "ground",
    cutType: "Burger patties",
    otherNames: "Hamburgers, Hamburger patties",
    description:
      "Ground chuck, formed at six ounces and pressed only as much as it takes to hold together. Salt the outside just before cooking, and take the centre to 71 °C (160 °F), as with all ground beef.",
    pricePerLb: "9.49",
  },
  {
    slug: "ground-brisket-blend",
    name: "Brisket and Chuck Grind",
    category: "ground",
    cutType: "Brisket blend",
    otherNames: "Hamburger, Burger blend, Ground brisket",
    description:
      "Brisket fat is softer than most, and you notice it in a burger. We grind it coarse with chuck, about one part fat to four of lean, and leave out everything else.",
    pricePerLb: "9.99",
  },
];
