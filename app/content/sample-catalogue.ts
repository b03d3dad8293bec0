import type { Category, Storage } from "#db/schema/values/products.ts";

/** A product of the opening catalogue; its slug and category are the keys in `listed`. */
interface ListedProduct {
  name: string;
  cutType: string;
  /** Other names, separated by ", ". */
  otherNames: string;
  description: string;
  /** Dollars per pound, with two decimals. */
  pricePerLb: string;
  /** Weight of a piece as Canadian retailers cut it; only for products sold by the piece. */
  typicalPieceLb?: string;
  /** Default: refrigerated. */
  storage?: Storage;
}

/** By category in the order of the shop's tabs, then by slug. */
const listed: Record<Category, Record<string, ListedProduct>> = {
  chuck: {
    "chuck-blade-steak": {
      name: "Chuck Blade Steak",
      cutType: "Blade steak",
      otherNames: "Chuck steak, Braising steak",
      description:
        "Several shoulder muscles in one slice, well marbled, with a seam of connective tissue running between them. Two hours in a covered pan turns that seam to gelatin and thickens the sauce.",
      pricePerLb: "11.99",
    },
    "chuck-blade-roast": {
      name: "Chuck Blade Roast",
      cutType: "Blade roast",
      otherNames: "Pot roast, Chuck roast, Braising roast",
      description:
        "A pot roast for a cold Sunday. The blade end of the shoulder is full of fat and collagen, and three to four hours in a low oven melt both into the gravy.",
      pricePerLb: "10.99",
      typicalPieceLb: "3.50",
    },
    "cross-rib-roast": {
      name: "Cross Rib Roast",
      cutType: "Cross rib roast",
      otherNames: "Shoulder clod roast, Pot roast",
      description:
        "From the lower shoulder, leaner than blade and tidy enough to carve. Roast it slowly to medium-rare and slice it thin, or keep going with a little stock until a fork slides in.",
      pricePerLb: "11.49",
      typicalPieceLb: "3.50",
    },
    "flat-iron-steak": {
      name: "Flat Iron Steak",
      cutType: "Top blade steak",
      otherNames: "Top blade steak, Oyster blade steak",
      description:
        "Top blade with its tough inner membrane filleted out, which leaves a flat steak of even thickness. Of the muscles a butcher can cut into steaks, only the tenderloin is reliably softer.",
      pricePerLb: "13.99",
    },
    "denver-steak": {
      name: "Denver Steak",
      cutType: "Under blade steak",
      otherNames: "Zabuton, Chuck flap steak",
      description:
        "It lies beneath the shoulder blade and carries more marbling than its price suggests. Grill it over high heat, leave it pink, and cut across the grain, which is easy to see.",
      pricePerLb: "13.49",
    },
    "beef-short-ribs": {
      name: "Beef Short Ribs",
      cutType: "Short ribs",
      otherNames: "English-cut ribs, Braising ribs, Galbi",
      description:
        "English cut: one thick rib to a piece, with layers of meat and fat stacked over the bone. They ask for three hours in wine or stock, and the bone lifts out clean when they are done.",
      pricePerLb: "12.99",
    },
  },
  "prime-rib": {
    "prime-rib-roast": {
      name: "Prime Rib Roast",
      cutType: "Standing rib roast",
      otherNames: "Standing rib roast, Rib roast, Christmas roast",
      description:
        "The rib section whole, bones in, so the roast stands on its own rack while the fat above bastes it. Prime is the name of the cut; the grade is AAA. Carve it off the bones first, then slice.",
      pricePerLb: "22.99",
      typicalPieceLb: "6.50",
    },
    "ribeye-steak": {
      name: "Ribeye Steak",
      cutType: "Rib eye steak",
      otherNames: "Rib eye, Scotch fillet, Delmonico, Rib steak, Entrecôte",
      description:
        "A smooth eye, a looser cap curling round it, and a pocket of fat where the two meet. No steak on our list is more generously marbled; salt it early and let a hot pan do the rest.",
      pricePerLb: "27.99",
    },
    "tomahawk-steak": {
      name: "Tomahawk Steak",
      cutType: "Bone-in rib steak",
      otherNames: "Cowboy steak, Bone-in ribeye, Côte de bœuf",
      description:
        "A rib steak about two inches thick with the whole rib left on and scraped clean. Bring it up gently in a low oven, then finish it over the fiercest heat you have. One will feed two or three people.",
      pricePerLb: "25.99",
      typicalPieceLb: "2.50",
    },
    "beef-back-ribs": {
      name: "Beef Back Ribs",
      cutType: "Back ribs",
      otherNames: "Rib bones, Finger ribs",
      description:
        "These are the bones we lift away to make boneless ribeyes. The meat sits between them and tastes every bit of where it came from; a few hours of smoke or a covered oven will loosen it.",
      pricePerLb: "7.99",
    },
  },
  loin: {
    "striploin-steak": {
      name: "Striploin Steak",
      cutType: "New York strip steak",
      otherNames: "New York strip, New York steak, Strip steak, Strip loin, Kansas City strip",
      description:
        "A single muscle with a fine, straight grain and a ribbon of fat down one side. Stand it on that edge in the pan until the fat crisps, then lay it flat. More bite than a ribeye, and a cleaner taste.",
      pricePerLb: "23.99",
    },
    "t-bone-steak": {
      name: "T-Bone Steak",
      cutType: "T-bone steak",
      otherNames: "Tbone",
      description:
        "Striploin on one side of the bone, tenderloin on the other. The smaller side cooks faster, so point it toward the cooler part of the grill.",
      pricePerLb: "21.99",
    },
    "porterhouse-steak": {
      name: "Porterhouse Steak",
      cutType: "Porterhouse steak",
      otherNames: "Porter house",
      description:
        "We cut these from the rear of the short loin, where the tenderloin is widest. Grill it whole, run a knife down both sides of the bone, slice the two pieces and put the bone on the platter too.",
      pricePerLb: "22.99",
      typicalPieceLb: "1.75",
    },
    "tenderloin-steak": {
      name: "Tenderloin Steak",
      cutType: "Filet mignon",
      otherNames: "Filet mignon, Fillet steak, Beef medallion",
      description:
        "This muscle runs along the inside of the spine and does almost no work, so nothing on the animal is more tender. The flavour is mild and the fat sparse. Baste it with butter, or give it a sauce.",
      pricePerLb: "39.99",
    },
    "tenderloin-roast": {
      name: "Tenderloin Roast",
      cutType: "Chateaubriand",
      otherNames: "Chateaubriand, Whole fillet, Beef Wellington roast",
      description:
        "Centre-cut and free of silverskin, the same width from end to end, which means the last slice is as pink as the first. Brown it all over, roast it hot, and start checking after twenty minutes.",
      pricePerLb: "38.99",
      typicalPieceLb: "2.25",
    },
  },
  sirloin: {
    "top-sirloin-steak": {
      name: "Top Sirloin Steak",
      cutType: "Top sirloin",
      otherNames: "Sirloin steak, Rump steak, Baseball steak",
      description:
        "Our weeknight steak: lean, close-grained, firmer than the loin and fuller in taste. Medium-rare suits it best, since there is little fat to protect it beyond medium.",
      pricePerLb: "14.99",
    },
    picanha: {
      name: "Picanha",
      cutType: "Top sirloin cap",
      otherNames: "Coulotte, Sirloin cap, Rump cap",
      description:
        "The cap of the top sirloin, sold under its Brazilian name with the fat left on. Score the fat and roast it whole, or cut thick steaks with the grain, fold them onto skewers and carve the other way.",
      pricePerLb: "16.99",
      typicalPieceLb: "2.75",
    },
    "tri-tip-roast": {
      name: "Tri-Tip Roast",
      cutType: "Tri-tip",
      otherNames: "Santa Maria roast, Bottom sirloin roast",
      description:
        "A small triangular roast from the bottom sirloin, quick enough for a Tuesday. Its grain turns partway along; find that line, cut the roast in two there, and slice each half across.",
      pricePerLb: "15.99",
      typicalPieceLb: "2.25",
    },
    "bavette-steak": {
      name: "Bavette Steak",
      cutType: "Sirloin flap",
      otherNames: "Flap steak, Flap meat",
      description:
        "French bistros have long known about the flap of the bottom sirloin. The fibres are long and loose, so a marinade goes in quickly and a very hot pan browns every ridge. Slice it thin, across.",
      pricePerLb: "17.99",
    },
  },
  round: {
    "inside-round-roast": {
      name: "Inside Round Roast",
      cutType: "Inside round roast",
      otherNames: "Top round roast, Roast beef, Deli roast, Sunday roast",
      description:
        "Lean beef from the inner hind leg, with hardly anything to trim. Roast it gently to medium-rare, let it cool completely, and slice it as thinly as your knife allows.",
      pricePerLb: "9.99",
      typicalPieceLb: "3.50",
    },
    "eye-of-round-roast": {
      name: "Eye of Round Roast",
      cutType: "Eye of round roast",
      otherNames: "Roast beef, Deli roast",
      description:
        "One long, round muscle with a straight grain, so it carves into neat discs all the way down. It has almost no fat inside: stop at medium-rare and keep the slices thin.",
      pricePerLb: "10.49",
      typicalPieceLb: "3.00",
    },
    "sirloin-tip-roast": {
      name: "Sirloin Tip Roast",
      cutType: "Sirloin tip roast",
      otherNames: "Knuckle roast, Roast beef, Round tip roast",
      description:
        "In spite of its name it belongs to the hip, from the front of the leg where it meets the sirloin. Few roasts from the round are as tender, and none needs less fuss than this with garlic and a slow oven.",
      pricePerLb: "10.99",
      typicalPieceLb: "3.50",
    },
    "inside-round-steak": {
      name: "Inside Round Steak",
      cutType: "Inside round steak",
      otherNames: "Top round steak, Minute steak, London broil, Swiss steak",
      description:
        "Broad, lean steaks that reward planning. Marinate overnight with vinegar or citrus, broil no further than medium, then carve thin on a slant; or pound one flat and roll it around bacon and pickle.",
      pricePerLb: "10.99",
    },
  },
  other: {
    "whole-brisket": {
      name: "Whole Beef Brisket",
      cutType: "Packer brisket",
      otherNames: "Packer brisket, Smoking brisket, Full brisket",
      description:
        "Point and flat together under the fat cap, the way pit cooks order it. Expect ten to sixteen hours of low smoke. Go by the probe and let the clock be: when it slides in without resistance, rest the meat an hour.",
      pricePerLb: "9.99",
      typicalPieceLb: "13.00",
    },
    "brisket-flat": {
      name: "Brisket Flat",
      cutType: "Brisket flat",
      otherNames: "Flat cut, First cut brisket",
      description:
        "The leaner half of the brisket, level in thickness and easy to slice. Braise it the day before with a great many onions; it cuts better cold and reheats in its own juice.",
      pricePerLb: "11.99",
      typicalPieceLb: "5.50",
    },
    "flank-steak": {
      name: "Flank Steak",
      cutType: "Flank",
      otherNames: "London broil",
      description:
        "You can see the long fibres running the length of this belly steak. Grill it hard for a few minutes a side, rest it, and hold the knife at a slant so that every fibre is cut short.",
      pricePerLb: "15.99",
      typicalPieceLb: "1.75",
    },
    "skirt-steak": {
      name: "Skirt Steak",
      cutType: "Inside skirt",
      otherNames: "Arrachera, Carne asada, Fajita steak",
      description:
        "Thin, ropy and richly flavoured, from inside the belly wall. Two minutes a side over fierce coals is plenty. Divide it into short lengths before slicing, as the grain runs straight across the strip.",
      pricePerLb: "16.99",
    },
    "beef-shank": {
      name: "Beef Shank",
      cutType: "Cross-cut shank",
      otherNames: "Osso buco, Soup bones, Cross-cut shin",
      description:
        "Slices through the leg with a round of marrow in each. Hard-working meat, lean but threaded with sinew, and after three hours at a bare simmer that sinew has become the sauce.",
      pricePerLb: "8.99",
    },
    oxtail: {
      name: "Oxtail",
      cutType: "Oxtail",
      otherNames: "Ox tail, Beef tail",
      description:
        "Cut at the joints into pieces for the pot. Oxtail holds so much gelatin that the cooled broth sets firm; make it a day ahead, lift the fat from the top, and warm it again slowly.",
      pricePerLb: "12.99",
    },
    "beef-tongue": {
      name: "Beef Tongue",
      cutType: "Tongue",
      otherNames: "Lengua, Ox tongue",
      description:
        "Simmer it whole for three hours with bay and peppercorns, then pull the skin off while it is still warm. What remains is dense, fine-textured and surprisingly rich, hot in a taco or cold with mustard.",
      pricePerLb: "9.49",
      typicalPieceLb: "3.00",
    },
    "marrow-bones": {
      name: "Marrow Bones",
      cutType: "Marrow bones",
      otherNames: "Soup bones, Bone marrow, Broth bones, Stock bones",
      description:
        "Leg bones, sawn to expose the marrow. Twenty minutes in a hot oven makes it spoonable, ready for toast, parsley and coarse salt. Keep the bones afterward: there is a pot of stock in them yet.",
      pricePerLb: "4.99",
      storage: "frozen",
    },
  },
  "pre-cuts": {
    "beef-stew": {
      name: "Stewing Beef",
      cutType: "Stew beef",
      otherNames: "Beef stew, Stew meat, Beef cubes, Diced beef, Braising beef",
      description:
        "Chuck in cubes of about an inch and a half, big enough to keep their shape through two hours of simmering. Pat them dry and brown them in small batches, because the gravy begins there.",
      pricePerLb: "10.99",
    },
    "beef-stir-fry-strips": {
      name: "Beef Stir-Fry Strips",
      cutType: "Stir-fry beef",
      otherNames: "Stir fry, Stroganoff beef, Beef strips",
      description:
        "Lean round, sliced thin across the grain so a minute in the wok is enough. Cook a handful at a time, take it out while still pink, and return it once the vegetables are done.",
      pricePerLb: "12.99",
    },
    "sirloin-kabobs": {
      name: "Sirloin Kabobs",
      cutType: "Kabob cubes",
      otherNames: "Kebabs, Shish kebab, Skewers, Brochettes",
      description:
        "Top sirloin, diced to one size so that a full skewer is done all at once. They take a yogurt or lemon marinade well; put the vegetables on skewers of their own, since those need longer.",
      pricePerLb: "15.99",
    },
    "fajita-strips": {
      name: "Fajita Strips",
      cutType: "Fajita beef",
      otherNames: "Taco beef, Beef strips",
      description:
        "Longer and thicker than our stir-fry cut, from the sirloin. Toss with lime, chili and cumin for an hour, and tip them into smoking cast iron with the peppers and onions waiting beside it.",
      pricePerLb: "14.99",
    },
    "shaved-beef": {
      name: "Shaved Beef",
      cutType: "Shabu-shabu beef",
      otherNames: "Hot pot beef, Sukiyaki beef, Cheesesteak beef, Bulgogi beef, Thin-sliced beef",
      description:
        "Marbled chuck, sliced half frozen to the thickness of a coin. Swish it through simmering broth for ten seconds, or heap it in a hot pan and it will be ready before the rice is.",
      pricePerLb: "14.99",
    },
    "korean-short-ribs": {
      name: "Korean-Style Short Ribs",
      cutType: "Maui ribs",
      otherNames: "Kalbi, Galbi, LA ribs, Flanken ribs, Miami ribs",
      description:
        "Short ribs sawn thin across the bones, so each strip shows a row of small ovals. Kalbi to some, Maui ribs to others. Soak overnight in soy, pear and garlic, then grill three minutes a side.",
      pricePerLb: "15.99",
    },
  },
  ground: {
    "ground-lean": {
      name: "Lean Ground Beef",
      cutType: "Lean ground",
      otherNames: "Hamburger, Minced beef, Hamburger meat",
      description:
        "At most 17 per cent fat, which is what lean means on a Canadian label. That is enough to keep meatballs soft and little enough that a pan of meat sauce seldom needs draining.",
      pricePerLb: "8.99",
    },
    "ground-extra-lean": {
      name: "Extra Lean Ground Beef",
      cutType: "Extra lean ground",
      otherNames: "Hamburger, Minced beef, Hamburger meat",
      description:
        "No more than a tenth of it is fat. It crumbles fine and leaves the pan nearly dry, so cook it where there is already a sauce, or bind it with egg and breadcrumbs.",
      pricePerLb: "9.99",
    },
    "ground-regular": {
      name: "Regular Ground Beef",
      cutType: "Regular ground",
      otherNames: "Hamburger, Minced beef, Hamburger meat",
      description:
        "The fattiest of our grinds, up to 30 per cent, and cheapest for good reason: some of it renders away. Press it thin on a griddle and that same fat fries the edges of the burger to lace.",
      pricePerLb: "7.99",
    },
    "beef-burger-patties": {
      name: "Beef Burger Patties",
      cutType: "Burger patties",
      otherNames: "Hamburgers, Hamburger patties",
      description:
        "Ground chuck, formed at six ounces and pressed only as much as it takes to hold together. Salt the outside just before cooking, and take the centre to 71 °C (160 °F), as with all ground beef.",
      pricePerLb: "9.49",
      storage: "frozen",
    },
    "ground-brisket-blend": {
      name: "Brisket and Chuck Grind",
      cutType: "Brisket blend",
      otherNames: "Hamburger, Burger blend, Ground brisket",
      description:
        "Brisket fat is softer than most, and you notice it in a burger. We grind it coarse with chuck, about one part fat to four of lean, and leave out everything else.",
      pricePerLb: "9.99",
    },
  },
};

/** On the home page of a new shop, until the owner chooses others. */
const featured = ["ribeye-steak", "striploin-steak", "t-bone-steak", "tenderloin-steak"];

/** The products of a new shop, which never overwrite existing ones, in order of item numbers. */
export const catalogue = (Object.keys(listed) as Category[])
  .flatMap((category) =>
    Object.entries(listed[category]).map(([slug, product]) => ({ slug, category, ...product })),
  )
  .map((product, index) => ({
    ...product,
    soldBy: product.typicalPieceLb ? ("piece" as const) : ("lb" as const),
    itemNumber: index + 1,
    featuredRank: featured.includes(product.slug) ? featured.indexOf(product.slug) + 1 : null,
    // A grind mixes animals, so a recall must find the packages of its lot.
    isTraced: product.category === "ground",
  }));
