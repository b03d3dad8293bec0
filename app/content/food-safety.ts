/**
 * Safe cooking, storing and thawing as Health Canada publishes them: canada.ca, "Safe cooking
 * temperatures", "Safe food storage", "Safely defrosting foods" and "Guidance on mandatory
 * labelling for mechanically tenderized beef". Change a figure only when Health Canada does.
 */
export type SafeCooking = "whole" | "ground";

/** Minimum temperature at the centre. */
export const safeTemperatures = {
  whole: { celsius: 63, fahrenheit: 145 },
  ground: { celsius: 71, fahrenheit: 160 },
} as const;

export const foodSafety = {
  temperatures: {
    title: "Safe temperatures",
    lede: "Our targets are a chef’s. These are Health Canada’s, and they come first for children, for older people, in pregnancy, and for anyone whose health is not at its best.",
    rows: [
      { food: "Steaks and roasts, medium-rare", celsius: 63, fahrenheit: 145 },
      { food: "Steaks and roasts, medium", celsius: 71, fahrenheit: 160 },
      { food: "Steaks and roasts, well done", celsius: 77, fahrenheit: 170 },
      { food: "Ground beef and burgers", celsius: 71, fahrenheit: 160 },
      {
        food: "Mechanically tenderized beef; turn steaks at least twice",
        celsius: 63,
        fahrenheit: 145,
      },
    ],
    notes: [
      "Read the thickest part with a digital thermometer, away from bone. Colour proves nothing.",
      "There is no rare for ground beef. What was on the surface is now all through it.",
    ],
  },
  keeping: {
    title: "Storing and thawing",
    rows: [
      { food: "Steaks and roasts", fridge: "2 to 4 days", freezer: "10 to 12 months" },
      { food: "Ground beef", fridge: "1 to 2 days", freezer: "2 to 3 months" },
      { food: "Cooked beef and stews", fridge: "3 to 4 days", freezer: "2 to 3 months" },
    ],
    note: "Refrigerator at 4 °C (40 °F), freezer at −18 °C (0 °F), or colder. The times in the freezer are about quality; those in the refrigerator are about safety.",
    thawing: [
      {
        title: "In the refrigerator",
        text: "On a tray, on the lowest shelf, so that nothing drips onto other food. A day is enough for most packs; a whole brisket needs three or four. This is how we would do it.",
      },
      {
        title: "In cold water",
        text: "In its sealed pack, fully submerged, with the water changed every 30 minutes. Cook it as soon as it has thawed.",
      },
      {
        title: "In the microwave",
        text: "On the defrost setting, out of its pack, and only for meat that goes straight into the pan.",
      },
    ],
    never:
      "Not on the counter: the outside is warm long before the centre has thawed. Once beef has thawed completely, cook it; do not refreeze it.",
  },
  sources: [
    {
      label: "Health Canada: food safety, with the cooking temperatures",
      href: "https://www.canada.ca/en/health-canada/services/risks-of-food-poisoning.html",
    },
    {
      label: "Health Canada: safe food storage",
      href: "https://www.canada.ca/en/health-canada/services/general-food-safety-tips/safe-food-storage.html",
    },
    {
      label: "Health Canada: safely defrosting foods",
      href: "https://www.canada.ca/en/health-canada/services/general-food-safety-tips/defrosting-safety.html",
    },
  ],
} as const;
