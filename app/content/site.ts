/**
 * Everything that names the company: brand, address, telephone, hours, social links.
 * No other file spells any of it out, so that the owner changes it in one place.
 * The address, the telephone number and the links are plain samples to be replaced before opening.
 */

interface OpeningHours {
  /** As printed, for instance `Monday to Friday`. */
  days: string;
  /** As printed, for instance `9 am – 5 pm Pacific`. */
  hours: string;
}

interface SocialLink {
  name: string;
  href: string;
}

/** Separate from `site`, which every page loads. */
export const openingHours: OpeningHours[] = [
  { days: "Monday to Friday", hours: "9 am – 5 pm Pacific" },
  { days: "Saturday", hours: "By appointment" },
  { days: "Sunday", hours: "Closed" },
];

const socialLinks: SocialLink[] = [
  { name: "Instagram", href: "https://example.com/instagram" },
  { name: "Facebook", href: "https://example.com/facebook" },
  { name: "YouTube", href: "https://example.com/youtube" },
];

export const site = {
  /** The full trading name: titles, invoices, the footer. */
  name: "Hundredweight Beef Co.",
  /** For running text and small spaces. */
  shortName: "Hundredweight",
  /** The rest of the name in the wordmark: `shortName` and `nameSuffix` make up `name`. */
  nameSuffix: "Beef Co.",
  tagline: "AAA Canadian beef, cut and sold by the pound.",
  blurb:
    "AAA-graded beef from British Columbia family farms, cut by hand in Abbotsford and sold by the pound to kitchens of every size.",
  address: {
    street: "100 Sample Road",
    city: "Abbotsford",
    region: "BC",
    postalCode: "V2S 0A0",
    country: "Canada",
  },
  email: "hello@example.com",
  phone: {
    /** As printed. */
    display: "604-555-0142",
    /** For a `tel:` link, E.164. */
    href: "tel:+16045550142",
  },
  socialLinks,
} as const;

/**
 * The opening hours above, machine-readable: Pacific time, days by their English names
 * (https://schema.org/DayOfWeek). Saturday is by appointment, which doesn't count as open.
 */
export const openingTimes = [
  {
    days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    opens: "09:00",
    closes: "17:00",
  },
] as const;
