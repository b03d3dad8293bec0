import { maxPoBlanket } from "#app/domain/customers/terms/client-terms.ts";
import { numberBounds, textBounds } from "#app/lib/form/typed-numbers.ts";
import { type ImportKind, type ImportState, importKinds } from "#db/schema/values/imports.ts";

/** True if a part of a URL is a kind. */
export function isImportKind(value: string | null | undefined): value is ImportKind {
  return importKinds.some((kind) => kind === value);
}

interface ImportField {
  name: string;
  /** The heading in templates and exports. */
  heading: string;
  also?: readonly string[];
  takes: string;
}

interface KindText {
  label: string;
  /** After a number: "1 product", "3 products". */
  one: string;
  many: string;
  lede: string;
  fields: readonly ImportField[];
  /** Columns of which at least one is required. */
  identifiedBy: readonly string[];
  needs: readonly string[];
  hasDays: boolean;
}

const atMost = (max: number) => `At most ${max.toLocaleString("en-CA")} characters`;

const clientId = {
  name: "clientId",
  heading: "Client ID",
  takes: "From an export of this shop; otherwise leave it out",
};

const company = (takes: string) => ({
  name: "companyName",
  heading: "Company",
  also: ["company name", "customer", "customer name", "client", "business", "business name"],
  takes,
});

const email = (takes: string) => ({
  name: "email",
  heading: "Email",
  also: ["email", "email address", "mail", "main email"],
  takes,
});

const address = {
  name: "address",
  heading: "Address",
  also: ["street", "delivery address", "shipping address", "ship to", "street address"],
  takes: "Street, town",
};

const postalCode = {
  name: "postalCode",
  heading: "Postal code",
  also: ["postcode", "zip", "postal", "postal zip code", "zip code"],
  takes: "Of British Columbia, such as V3G 1A2",
};

const contactName = {
  name: "contactName",
  heading: "Contact",
  also: ["contact name", "contact person", "attention"],
  takes: "A name",
};

const phone = {
  name: "phone",
  heading: "Phone",
  also: ["telephone", "phone number", "tel", "main phone"],
  takes: "Any phone number",
};

const ofClient = [
  clientId,
  email("Of whoever signs in for the client"),
  company("The client’s name, if it has no email address"),
];

const productRefs = [
  {
    name: "productId",
    heading: "Product ID",
    takes: "From an export of this shop; otherwise leave it out",
  },
  {
    name: "itemNumber",
    heading: "Item number",
    also: ["item no", "item", "sku", "plu", "code", "item code", "product code"],
    takes: `A whole number from ${numberBounds.itemNumber.least} to ${numberBounds.itemNumber.most.toLocaleString("en-CA")}, as on the scale’s labels`,
  },
  {
    name: "slug",
    heading: "Slug",
    takes: "The last part of the product’s address, such as ribeye-steak",
  },
] as const;

const price = {
  name: "pricePerLb",
  heading: "Price per lb (CAD)",
  also: ["price", "price lb", "price per pound", "rate", "unit price", "sales price"],
};

export const kindText: Record<ImportKind, KindText> = {
  products: {
    label: "Products",
    one: "product",
    many: "products",
    lede: "What you sell, with its standard price. A product is found by its item number or its slug; without either, by its name.",
    identifiedBy: ["productId", "itemNumber", "slug", "name"],
    needs: [],
    hasDays: false,
    fields: [
      productRefs[0],
      {
        name: "name",
        heading: "Name",
        also: ["product", "product name", "description short", "cut", "item name"],
        takes: "What customers read; needed for a new product",
      },
      {
        name: "category",
        heading: "Category",
        also: ["group", "product group", "type"],
        takes:
          "Chuck, Prime Rib, Loin, Sirloin, Round, Other Cuts, Pre-Cuts or Ground Beef; empty for none",
      },
      productRefs[2],
      { name: "cutType", heading: "Cut type", takes: atMost(textBounds.cutType) },
      { name: "otherNames", heading: "Other names", takes: "Names separated by commas" },
      { ...price, takes: "Dollars, such as 24.99; needed for a new product" },
      { name: "isActive", heading: "Active", also: ["status", "enabled"], takes: "yes or no" },
      {
        name: "description",
        heading: "Description",
        also: ["details", "text"],
        takes: atMost(textBounds.description),
      },
      { name: "soldBy", heading: "Sold by", takes: "pound or piece" },
      {
        name: "typicalPieceLb",
        heading: "Typical piece (lb)",
        takes: "Pounds, such as 1.25; needed for what is sold by the piece",
      },
      {
        name: "orderStepLb",
        heading: "Order step (lb)",
        takes: "Pounds that an order is a multiple of; empty for 0.01",
      },
      {
        name: "overCapPct",
        heading: "Tolerance (%)",
        takes: `A whole number from ${numberBounds.overCapPct.least} to ${numberBounds.overCapPct.most}; empty for the shop’s`,
      },
      { name: "tareG", heading: "Packaging (g)", takes: "Whole grams; empty for 0" },
      productRefs[1],
      { name: "gtin", heading: "GTIN", also: ["upc", "ean", "barcode"], takes: "8 to 14 digits" },
      { name: "storage", heading: "Storage", takes: "refrigerated or frozen" },
      {
        name: "taxCode",
        heading: "Tax",
        also: ["tax code", "sales tax code"],
        takes: "GST 0%, GST exempt, GST 5%, or GST 5% and PST 7%",
      },
      {
        name: "isTraced",
        heading: "Traced",
        takes: "yes if each package needs a lot, otherwise no",
      },
    ],
  },
  prices: {
    label: "Prices",
    one: "price",
    many: "prices",
    lede: "Standard prices, and those of price lists. A list that doesn’t exist yet is created. Prices can't start in the past.",
    identifiedBy: ["productId", "itemNumber", "slug", "name"],
    needs: ["pricePerLb"],
    hasDays: true,
    fields: [
      {
        name: "list",
        heading: "Price list",
        also: ["list", "price level", "pricelist"],
        takes: "The list’s name; empty or Standard for the standard price",
      },
      ...productRefs,
      {
        name: "name",
        heading: "Name",
        also: ["product", "product name", "cut", "item name"],
        takes: "Finds the product if none of the three above is given",
      },
      { ...price, takes: "Dollars, such as 24.99; “no” for what a list doesn’t offer" },
      {
        name: "minLb",
        heading: "At least (lb)",
        also: ["minimum", "min lb"],
        takes: "The least that may be ordered, in pounds; of lists only",
      },
      {
        name: "startsOn",
        heading: "Starts on",
        also: ["from", "start", "start date", "effective", "effective date", "valid from"],
        takes:
          "The first day of a new list, or of a later standard price; leave blank to start now",
      },
    ],
  },
  clients: {
    label: "Clients",
    one: "client",
    many: "clients",
    lede: "Whom you sell to, with their terms. A client is found by email address, otherwise by company. Passwords are never imported: each person chooses one.",
    identifiedBy: ["clientId", "email", "companyName"],
    needs: [],
    hasDays: false,
    fields: [
      clientId,
      company("Needed for a new client"),
      contactName,
      email("Of whoever signs in; without one nobody can sign in for the client"),
      phone,
      { ...address, takes: "Street, town; further addresses are sites" },
      postalCode,
      {
        name: "notes",
        heading: "Notes",
        also: ["comments", "note"],
        takes: "What you should know with every order",
      },
      {
        name: "termsKind",
        heading: "Invoices due",
        also: ["terms", "payment terms"],
        takes:
          "Days after the invoice, Days after the month’s end, Day of the next month, Paid on delivery or Paid before delivery; Net 30 is understood",
      },
      {
        name: "termsDays",
        heading: "Days of terms",
        also: ["net days", "due days"],
        takes: "A whole number, such as 30",
      },
      {
        name: "creditLimit",
        heading: "Credit limit (CAD)",
        takes: "Dollars; empty for no limit",
      },
      {
        name: "graceDays",
        heading: "Days of grace",
        takes: "How long something may be overdue before orders are held; empty to hold none",
      },
      {
        name: "poMode",
        heading: "PO numbers",
        takes: "Not asked for, Optional, Required, or One number for all orders",
      },
      { name: "poBlanket", heading: "PO number for all orders", takes: atMost(maxPoBlanket) },
      {
        name: "invoicePer",
        heading: "Invoices",
        takes: "One for each order, or One a month",
      },
      { name: "minOrder", heading: "Minimum order (CAD)", takes: "Dollars; empty for none" },
      {
        name: "accountingName",
        heading: "Name in accounting",
        takes: "If the books call the client otherwise",
      },
      { name: "wantsStatements", heading: "Monthly statement", takes: "yes or no" },
    ],
  },
  sites: {
    label: "Sites",
    one: "site",
    many: "sites",
    lede: "Further addresses of clients, where orders are delivered. Import the clients first.",
    identifiedBy: ["clientId", "email", "companyName"],
    needs: ["name"],
    hasDays: false,
    fields: [
      ...ofClient,
      {
        name: "siteId",
        heading: "Site ID",
        takes: "From an export of this shop; otherwise leave it out",
      },
      {
        name: "name",
        heading: "Site",
        also: ["site name", "location", "location name", "branch"],
        takes: "Tells a client’s sites apart; empty for the main one",
      },
      address,
      postalCode,
      contactName,
      phone,
      {
        name: "notes",
        heading: "Notes for the driver",
        also: ["notes", "driver notes", "delivery notes", "instructions"],
        takes: "Such as: ring at the back door",
      },
      {
        name: "routeRank",
        heading: "Place on the route",
        also: ["stop", "route", "sequence"],
        takes: "A whole number; lower comes first",
      },
    ],
  },
  balances: {
    label: "Opening balances",
    one: "balance",
    many: "balances",
    lede: "What each client owed when you changed over. It is charged once for each client: the same file again changes nothing.",
    identifiedBy: ["clientId", "email", "companyName"],
    needs: ["amount"],
    hasDays: true,
    fields: [
      ...ofClient,
      {
        name: "amount",
        heading: "Opening balance (CAD)",
        also: ["balance", "open balance", "amount", "amount due", "balance due", "total due"],
        takes: "Dollars that the client owes; negative for credit; empty or 0 for none",
      },
      {
        name: "asOf",
        heading: "As of",
        also: ["date", "as of date", "day"],
        takes: "The day, not in the future; empty for today",
      },
      {
        name: "dueOn",
        heading: "Due",
        also: ["due date", "due on"],
        takes: "When it has to be paid; empty for that day",
      },
    ],
  },
};

/** Kinds whose imports may build on an import of the key's kind, and are undone before it. */
export const buildsOn: Record<ImportKind, readonly ImportKind[]> = {
  products: ["products", "prices"],
  prices: ["prices"],
  clients: ["clients", "sites", "balances"],
  sites: ["sites"],
  balances: [],
};

/** "1 product", "1,200 products" */
export function counted(count: number, kind: ImportKind): string {
  const { one, many } = kindText[kind];
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en-CA")} ${many}`;
}

/** True while a job is processing the file. */
export function isAtWork(state: ImportState): boolean {
  return state === "reading" || state === "applying" || state === "undoing";
}
