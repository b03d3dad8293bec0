/**
 * The company that runs the shop. The owner edits all of it under Settings; `sample-company.ts` has
 * a new shop's values. Code is passed a `Company` or a `Shop`: pages use `useCompany()`, `meta`
 * functions `companyOf(args)`, everything else an argument (docs/decisions/0040).
 */
export interface Company {
  /** The full trading name: titles, invoices, the footer. */
  name: string;
  /** For running text and small spaces. */
  shortName: string;
  /** The rest of `name` after `shortName`, for the wordmark; empty if `name` begins otherwise. */
  nameSuffix: string;
  /** This and `blurb` may name the company by `fillIn`'s placeholders where they are stored. */
  tagline: string;
  blurb: string;
  address: CompanyAddress;
  email: string;
  phone: {
    /** As printed. */
    display: string;
    /** For a `tel:` link, E.164. */
    href: string;
  };
  socialLinks: SocialLink[];
  /** The address of an image in the library, shown in place of the wordmark; null for none. */
  logo: string | null;
  /** The same for papers (domain/pictures/paper-logo.server.ts); pages don't have it. */
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
  /** http or https. */
  href: string;
}

/** As schema.org writes them. */
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

/** When the company can be visited. */
export interface OpeningHours {
  /** As printed, for instance `Monday to Friday` and `9 am – 5 pm Pacific`. */
  printed: { days: string; hours: string }[];
  /**
   * The same for machines: Pacific time, days by their English names
   * (https://schema.org/DayOfWeek). What is by appointment doesn't count as open.
   */
  times: { days: Weekday[]; opens: string; closes: string }[];
}

/** The fixed texts of documents. Texts may name the company by `fillIn`'s placeholders. */
export interface DocumentWords {
  /** Payment is due this many days after the invoice's date, for customers without own terms. */
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
  /** One bare address, which the mail server must be allowed to send for. */
  address: string;
  /** The address for replies; empty for the sender. */
  replyTo: string;
}

/**
 * Passed to server code that writes to customers or prints. Long-lived jobs can keep it: its
 * properties always return the owner's current settings.
 */
export interface Shop {
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string;
  readonly company: Company;
  readonly hours: OpeningHours;
  readonly documents: DocumentWords;
  /** Where clients and customers send e-transfers. */
  readonly etransferEmail: string;
  readonly mailSender: MailSender;
}

/** The address in one line: "100 Sample Road, Abbotsford, BC V2S 0A0". */
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

/** The placeholders that `fillIn` replaces, with their values. */
const placeholders: Record<string, (company: Company) => string> = {
  name: ({ name }) => name,
  "short name": ({ shortName }) => shortName,
  phone: ({ phone }) => phone.display,
  email: ({ email }) => email,
  address: ({ address }) => oneLineAddress(address),
  city: ({ address }) => address.city,
};

/** The placeholders of `fillIn`, for screens that offer them. */
export const placeholderNames = Object.keys(placeholders);

/** Placeholders of some texts alone, with what stands for each. */
export type OwnPlaceholders = Readonly<Record<string, string>>;

/**
 * Fills the company into a text that the owner wrote: `Call {phone}`. Braces around anything else
 * stay as they are.
 */
export function fillIn(text: string, company: Company, own: OwnPlaceholders = {}): string {
  return text.replace(/\{([a-zA-Z -]{1,20})\}/g, (braced, name: string) => {
    if (Object.hasOwn(placeholders, name)) return placeholders[name]?.(company) ?? braced;
    return (Object.hasOwn(own, name) && own[name]) || braced;
  });
}

/**
 * Says what is wrong with the placeholders of a typed text; null for nothing. Visitors would see
 * the braces of an unknown one.
 */
export function placeholderProblem(text: string, own: readonly string[] = []): string | null {
  const known = [...placeholderNames, ...own];
  for (const [braced, name = ""] of text.matchAll(/\{([^{}\n]{0,40})\}/g)) {
    if (known.includes(name)) continue;
    return `${braced} is not filled in. You can use ${inBraces(known)}`;
  }
  return null;
}

/** "{name}, {phone}": placeholders as they are typed. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}
