/** The home page's products until the owner chooses others. */
export const featuredNames = [
  "Ribeye Steak",
  "Tenderloin Steak",
  "T-Bone Steak",
  "Striploin Steak",
];

export const home = {
  headline: "Triple AAA Graded. Triple the Quality. Half the Price.",
  lede: "Canadian beef, graded by an independent grader, cut by hand in {city} and sold by the pound. For the table, and for the kitchens that feed one.",
  imageAlt: "Our steaks, cut and ready for the pan",
  why: {
    title: "Why AAA beef?",
    points: [
      {
        title: "A certified grading authority",
        text: "The grade is not ours to give. The Canadian Beef Grading Agency inspects the ribeye of each carcass for marbling, colour and firmness, and the stamp is its word.",
      },
      {
        title: "Ungraded means unknown",
        text: "Grading is voluntary in Canada. Beef without a grade may be very good or very tough; nobody independent has looked. We would rather you knew before you cooked it.",
      },
      {
        title: "Premium quality without premium prices",
        text: "Few hands between the farm and your kitchen, no showroom, whole carcasses used to the last cut. What that saves comes off the price per pound.",
      },
    ],
  },
  featured: {
    title: "Featured Products",
    lede: "The four steaks people come for, and come back for.",
    /** Replaces `lede` once the products shown aren't exactly the four above. */
    ledeOfOthers: "A few of the cuts in the case right now.",
  },
  chart: {
    title: "Shop by cut",
    lede: "Pick a section and see what we cut from it.",
  },
  about: {
    title: "About Us",
    imageAlt: "A tied tenderloin and a steak, with the knife beside them",
    text: "We buy from family farms in British Columbia, age what should be aged, and cut to order at a block in {city}. Chefs know us by the loading dock. The shop is the same beef with the door open to everyone.",
  },
  callToAction: {
    title: "Fill the freezer, or the walk-in.",
    text: "Order by the pound for your own table, or open a wholesale account for your kitchen, counter or meal-prep line.",
  },
};
