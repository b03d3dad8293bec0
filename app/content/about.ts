/** The text of "Our Story". It names jobs; the owner adds people who want to be named. */
export const about = {
  title: "Our story",
  description:
    "Bought by the hundredweight, sold by the pound: how we buy, cut and pack AAA beef in {city}, and who does what.",
  lede: "Cattle are bought by the hundredweight. We sell them by the pound, to anyone who asks, at the posted price.",
  story: {
    title: "Beginnings",
    paragraphs: [
      "A hundredweight is a hundred pounds, and it is still the unit that cattle are priced in. A good many hands stand between that number and the steak on your plate. We set out to keep them few.",
      "Kitchens came first: butchers, restaurants and grocers who order by the pound, weigh what arrives, and call when it is wrong. There is no better school. The shop you are in sells the same beef from the same block, with the door open to everyone.",
      "The order of things has stayed the same. First the grade, then the knife, then the price.",
    ],
  },
  images: [
    {
      alt: "Beef as it comes in, before it is cut for the counter",
      title: "It comes in whole",
      text: "A side is brisket and shank as much as it is ribeye. We sell it from the neck to the shank.",
    },
    {
      alt: "A ribeye cut open to show its marbling",
      title: "It is read at the rib",
      text: "Between the twelfth and thirteenth rib, where the grader looks for marbling. We buy AAA.",
    },
    {
      alt: "Beef packed and ready to leave",
      title: "It leaves in a parcel",
      text: "Cut by hand, sealed, frozen and labelled, with its weight on the pack.",
    },
  ],
  standards: {
    title: "What we hold ourselves to",
    points: [
      {
        title: "Graded, by someone else",
        text: "We buy Canada AAA. The Canadian Beef Grading Agency assigns the grade; neither we nor the farm has a say in it.",
      },
      {
        title: "Cut by hand",
        text: "Steaks to one thickness so that they cook evenly, silverskin off, roasts tied. Good trim goes to the grinder and nowhere else.",
      },
      {
        title: "Sealed, frozen, labelled",
        text: "Vacuum-sealed and flash-frozen, every pack the same way, with what it is and what it weighs on the outside.",
      },
      {
        title: "Sold by weight",
        text: "One price per pound, in the open, before you order. You pay for meat, not for the tray.",
      },
      {
        title: "Put right",
        text: "If something arrives damaged or is not what you ordered, tell us within 24 hours of delivery, and we will make it right.",
      },
    ],
  },
  team: {
    title: "Who does what",
    lede: "A small crew, and every job in it has a door you can knock on.",
    roles: [
      {
        role: "Buying",
        text: "Talks to the farms, reads the grades, and sends back what is not right.",
      },
      {
        role: "The block",
        text: "Breaks the sides and cuts the orders. Ask them for a thickness.",
      },
      {
        role: "Grinding and packing",
        text: "Grinds in small batches, seals, weighs, labels, freezes.",
      },
      { role: "Dispatch", text: "Keeps the cold chain cold, Monday to Friday." },
      { role: "The phone", text: "Answers it. Knows which cut you meant." },
    ],
  },
  callToAction: {
    title: "The rest is in the case.",
    action: "Shop our beef",
  },
};

/** Keys of the page's images in the image manager's Pages tab, in the order of `about.images`. */
export const aboutImages = ["about-story", "about-quality", "about-team"];
