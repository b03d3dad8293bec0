import { z } from "zod";
import { type Company, letterhead } from "#app/content/company.ts";
import type { PrintJob } from "#app/domain/papers/print-job.ts";
import { formatDate, formatDateTime } from "#app/lib/dates.ts";
import { email } from "#app/lib/form/form-texts.ts";

// A person's data, found by email address. BC's Personal Information Protection Act requires us to
// show, hand over, correct and erase it on request (SBC 2003, c. 63, sections 23, 24, 35).

export const personPath = "/admin/personal-data";

/** Path of a person's page, without their address, because logs and histories keep URLs. */
export const pathOfPerson = (key: string) => `${personPath}/${key}`;

/** Maximum number of rows of a kind that are shown or handed over. */
export const mostRows = 1_000;

export const findForm = z.object({ email });

export const eraseField = {
  /** The person's address, typed again. */
  confirmed: "confirmed",
  /** A checkbox: the business is the person, so its name is erased too. */
  isPrivate: "isPrivate",
} as const;

/** A customer that the person signs in for, or was as a guest. */
export interface PersonsCustomer {
  id: string;
  isGuest: boolean;
  role: string | null;
  /** True if it has no other member. */
  isAlone: boolean;
  companyName: string;
  contactName: string;
  phone: string;
  notes: string;
  sites: {
    name: string;
    address: string;
    postalCode: string;
    contactName: string;
    phone: string;
  }[];
}

interface PersonsOrder {
  id: string;
  number: number;
  placedAt: string;
  status: string;
  notes: string;
  deliveryName: string;
  deliveryAddress: string;
  deliveryPhone: string;
  deliveryNotes: string;
}

/** Days and times are ISO 8601. */
export interface PersonalData {
  email: string;
  account: {
    name: string;
    isProved: boolean;
    createdAt: string;
    lastSignInAt: string | null;
    browsers: number;
  } | null;
  isStaff: boolean;
  customers: PersonsCustomer[];
  /** Orders that they placed, also as a guest. */
  orders: PersonsOrder[];
  documents: { number: string; issuedAt: string; total: string; buyer: string }[];
  contacts: { company: string; name: string }[];
  invitations: { company: string; name: string }[];
  messages: { createdAt: string; name: string; message: string }[];
  inquiries: {
    createdAt: string;
    company: string;
    contact: string;
    phone: string;
    notes: string;
  }[];
  waitlist: { createdAt: string; postalCode: string }[];
  stockWaitlist: { createdAt: string; product: string }[];
  /** Emails without their text, which is deleted after sending. */
  mails: { createdAt: string; subject: string }[];
  actions: number;
}

/** Returns a person's data by kind, with its amount: "3 orders". */
export function partsOf(found: PersonalData): { label: string; rows: string[] }[] {
  const at = (iso: string) => formatDate(new Date(iso));
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");
  return [
    {
      label: "Account",
      rows: found.account
        ? [
            joined(
              found.account.name || "No name",
              found.account.isProved ? "address proved" : "address not proved",
              `since ${at(found.account.createdAt)}`,
            ),
          ]
        : [],
    },
    {
      label: "Customers",
      rows: found.customers.map(({ companyName, contactName, phone, role, isGuest, ...more }) =>
        joined(
          companyName || contactName || "No name",
          isGuest ? "ordered without an account" : `as ${role}`,
          companyName && contactName,
          phone,
          ...more.sites.map((site) =>
            joined(site.name, site.address, site.postalCode, site.contactName, site.phone),
          ),
          more.notes,
        ),
      ),
    },
    {
      label: "Orders",
      rows: found.orders.map(({ number, placedAt, notes, ...delivery }) =>
        joined(
          ...[`Order ${number}`, at(placedAt), delivery.deliveryName, delivery.deliveryAddress],
          ...[delivery.deliveryPhone, delivery.deliveryNotes, notes],
        ),
      ),
    },
    {
      label: "Invoices and credit notes",
      rows: found.documents.map(({ number, issuedAt, total, buyer }) =>
        joined(number, at(issuedAt), `$${total}`, buyer),
      ),
    },
    {
      label: "Contact of clients",
      rows: found.contacts.map(({ company, name }) => joined(company, name)),
    },
    {
      label: "Invitations",
      rows: found.invitations.map(({ company, name }) => joined(company, name)),
    },
    {
      label: "Messages",
      rows: found.messages.map(({ createdAt, name, message }) =>
        joined(at(createdAt), name, message),
      ),
    },
    {
      label: "Wholesale inquiries",
      rows: found.inquiries.map(({ createdAt, company, contact, phone, notes }) =>
        joined(at(createdAt), company, contact, phone, notes),
      ),
    },
    {
      label: "Waits for delivery to",
      rows: found.waitlist.map(({ createdAt, postalCode }) => joined(postalCode, at(createdAt))),
    },
    {
      label: "Waits until these are back",
      rows: found.stockWaitlist.map(({ createdAt, product }) => joined(product, at(createdAt))),
    },
    {
      label: "Emails to them",
      rows: found.mails.map(({ createdAt, subject }) => joined(at(createdAt), subject)),
    },
  ];
}

/** Print job for all of it, to hand over to them. */
export function personJob(found: PersonalData, company: Company, printedAt: Date): PrintJob {
  const { name, shortName, nameSuffix, lines, logo } = letterhead(company);
  return {
    template: "features/personal-data/personal-data-layout",
    logo,
    created: Math.floor(printedAt.getTime() / 1000),
    sheet: {
      title: "What we keep about you",
      printed: `Printed ${formatDateTime(printedAt)}`,
      about: `Everything that ${name} keeps of whoever uses the address ${found.email}. Something is wrong, or should go? Call ${company.phone.display}.`,
      seller: { name, shortName, suffix: nameSuffix, lines },
      parts: partsOf(found).filter(({ rows }) => rows.length > 0),
    },
  };
}

/** What remains after erasing, and why. */
export const kept = [
  "Invoices, credit notes and the ledger, with the buyer's name as it was issued: tax law asks for six years from the end of their year (Income Tax Act, section 230).",
  "What was packed from which lot for which order, without the name: a recall must find it (Safe Food for Canadians Regulations, Part 5).",
  "What a closed recall had found, with the clients it reached and who was told, as it was then: it is the record of the recall.",
  "The log of who changed what, which nobody can change.",
  "What the card company keeps of a payment, which is theirs.",
] as const;

export const eraseFailed = "The data could not be erased. Please try again.";
