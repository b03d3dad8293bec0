/**
 * The company that runs the shop. The owner edits all of it under Settings; `sample-company.ts` has
 * a new shop's values. Pages use `useCompany()`, `meta` functions `companyOf(args)`; other code
 * gets a `Company` or a `Shop` as an argument (docs/decisions/0040).
 */
export interface Company {
  /** The full trading name, for titles, invoices and the footer. */
  name: string;
  /** For running text and small spaces. */
  shortName: string;
  /** The rest of `name` after `shortName`, for the wordmark; empty if `name` begins otherwise. */
  nameSuffix: string;
  /** As stored, `tagline` and `blurb` may contain `fillIn`'s placeholders. */
  tagline: string;
  blurb: string;
  address: CompanyAddress;
  email: string;
  phone: {
    /** As printed. */
    display: string;
    /** A `tel:` link with the number in E.164. */
    href: string;
  };
  socialLinks: SocialLink[];
  /** URL of a library image, shown in place of the wordmark; null for none. */
  logo: string | null;
  /** The logo for printed papers (domain/pictures/paper-logo.server.ts); pages don't get it. */
  paperLogo?: string | null;
}

export interface CompanyAddress {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

interface SocialLink {
  name: string;
  /** An http or https URL. */
  href: string;
}

/** Spelled as in schema.org. */
export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

type Weekday = (typeof weekdays)[number];

export interface OpeningHours {
  /** As printed, for instance `Monday to Friday` and `9 am – 5 pm Pacific`. */
  printed: { days: string; hours: string }[];
  /** For search engines, in Pacific time. Days by appointment don't count as open. */
  times: { days: Weekday[]; opens: string; closes: string }[];
}

/** The fixed texts of documents. They may contain `fillIn`'s placeholders. */
export interface DocumentWords {
  /** Days from an invoice's date until it is due, for customers without terms of their own. */
  paymentDays: number;
  /** Printed below the seller's address, as `readGstNumber` writes it; empty for none. */
  taxNumber: string;
  /** Payment methods, in the company's order of preference. */
  waysToPay: string[];
  /** Printed on credit notes. */
  creditUse: string[];
  /** Printed on delivery notes. */
  notAnInvoice: string[];
  /** How long after delivery a client can ask for a credit, in hours. */
  creditAskHours: number;
  returns: string;
}

export interface MailSender {
  name: string;
  /** A bare email address that the mail server is allowed to send from. */
  address: string;
  /** The address for replies; if empty, replies go to the sender. */
  replyTo: string;
}

/**
 * Passed to server code that writes to customers or prints. Long-running jobs can keep it: its
 * properties always return the owner's current settings.
 */
export interface Shop {
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly company: Company;
  readonly hours: OpeningHours;
  readonly documents: DocumentWords;
  readonly etransferEmail: string;
  readonly mailSender: MailSender;
}

/** Returns the address in one line: "100 Sample Road, Abbotsford, BC V2S 0A0". */
export function oneLineAddress({ street, city, region, postalCode }: CompanyAddress): string {
  return `${street}, ${city}, ${region} ${postalCode}`;
}

/** Returns the head of printed papers: the names for the wordmark, and the lines below it. */
export function letterhead(company: Company) {
  const { name, shortName, nameSuffix, address, phone, email, paperLogo: logo = null } = company;
  const { street, city, region, postalCode, country } = address;
  const place = `${city}, ${region} ${postalCode}, ${country}`;
  return { name, shortName, nameSuffix, logo, lines: [street, place, phone.display, email] };
}

const placeholders: Record<string, (company: Company) => string> = {
  name: ({ name }) => name,
  "short name": ({ shortName }) => shortName,
  phone: ({ phone }) => phone.display,
  email: ({ email }) => email,
  address: ({ address }) => oneLineAddress(address),
  city: ({ address }) => address.city,
};

/** The placeholders that `fillIn` replaces in every text, for screens that offer them. */
export const placeholderNames = Object.keys(placeholders);

/** Placeholders of particular texts, with their values. */
export type OwnPlaceholders = Readonly<Record<string, string>>;

/** Replaces the placeholders of a text, such as `Call {phone}`. Other braces stay unchanged. */
export function fillIn(text: string, company: Company, own: OwnPlaceholders = {}): string {
  return text.replace(/\{([a-zA-Z -]{1,20})\}/g, (braced, name: string) => {
    if (Object.hasOwn(placeholders, name)) return placeholders[name]?.(company) ?? braced;
    return (Object.hasOwn(own, name) && own[name]) || braced;
  });
}

/**
 * Describes what is wrong with a typed text's placeholders; null if nothing is. Visitors would see
 * an unknown placeholder with its braces.
 */
export function placeholderProblem(text: string, own: readonly string[] = []): string | null {
  const known = [...placeholderNames, ...own];
  for (const [braced, name = ""] of text.matchAll(/\{([^{}\n]{0,40})\}/g)) {
    if (known.includes(name)) continue;
    return `${braced} is not filled in. You can use ${inBraces(known)}`;
  }
  return null;
}

/** Lists placeholders as they are typed: "{name}, {phone}". */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}
