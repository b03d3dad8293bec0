import { randomBytes } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import type { Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import { insertMany } from "#db/many-rows.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers, members, ownerOfCustomer } from "#db/schema/customers.ts";
import {
  type DocumentWords,
  documentLines,
  documentOrders,
  documentSeries,
  documents,
  documentTaxes,
} from "#db/schema/money/documents.ts";
import type { TermsKind } from "#db/schema/values/customers.ts";
import type { TaxCode } from "#db/schema/values/products.ts";
import { together } from "#db/together.ts";
import { taxesOn } from "../document-taxes.ts";

// How every document is issued; the files beside this one add what is particular to each kind.
// Triggers book a document and refuse every later change.

type Taxes = Record<TaxCode, { label: string; rate: string; reason: string }>;

/** The text of an invoice when issued, besides what comes from its order and customer. */
export interface InvoiceTerms {
  issuedOn: string;
  dueOn: string;
  terms: string;
  words: DocumentWords;
  taxes: Taxes;
}

export type DeliveryNoteTerms = Pick<InvoiceTerms, "issuedOn" | "words" | "taxes">;

/** The terms of any document; a correction has the taxes of what it corrects. */
type AnyTerms = Omit<DeliveryNoteTerms, "taxes"> &
  Partial<Pick<InvoiceTerms, "dueOn" | "terms">> & { taxes: Partial<Taxes> };

export interface CustomerTerms {
  kind: TermsKind;
  days: number;
}

export type IssuedInvoice = typeof documents.$inferSelect;

export type BilledLine = Omit<
  typeof documentLines.$inferInsert,
  "documentId" | "position" | "orderPosition"
> & { orderId: string };

type Head = typeof documents.$inferInsert;

interface DocumentToIssue {
  series: "INV" | "CN" | "DN" | "DR" | "R";
  about: Pick<Head, "customerId" | "poNumber" | keyof Awaited<ReturnType<typeof billTo>>["buyer"]> &
    Partial<Pick<Head, "correctsId" | "takesBackId" | "reason" | "requestId">>;
  orders: { orderId: string; placedAt: Date; noteId?: string }[];
  lines: BilledLine[];
  issuedAt?: Date | undefined;
}

/**
 * Issues a document with the next number and an unguessable URL (`/invoices/` and 32 characters,
 * 192 bits). Locks the series until the transaction ends: numbers are neither skipped nor reused,
 * and documents are issued one at a time.
 *
 * @throws at commit if the figures don't add up (constraint `documents_add_up`)
 */
export async function issue(
  tx: Transaction,
  { series: name, about, orders, lines, issuedAt }: DocumentToIssue,
  termsOn: (issuedAt: Date) => AnyTerms,
): Promise<IssuedInvoice> {
  const { kind, series, lastNumber: number } = await takeNumber(tx, name);
  // After the lock, so that later numbers have later times.
  const at = issuedAt ?? new Date();
  const { taxes, ...terms } = termsOn(at);
  const { subtotal, total, rows } = taxesOn(lines, taxes);
  const billed = new Set(lines.map(({ orderId }) => orderId));
  const own = orders.filter(({ orderId }) => billed.has(orderId));
  const places = new Map(own.map(({ orderId }, position) => [orderId, position]));
  const [issued] = await tx
    .insert(documents)
    .values({
      kind,
      series,
      number,
      issuedAt: at,
      ...terms,
      ...about,
      subtotal,
      total,
      lineCount: lines.length,
      orderCount: own.length,
      url: `/invoices/${randomBytes(24).toString("base64url")}`,
    })
    .returning();
  if (!issued) throw new Error("The document was not stored");
  const documentId = issued.id;
  const within = <Row extends object>(of: Row[]) =>
    of.map((row, position) => ({ ...row, documentId, position }));
  await together([
    insertMany(tx, documentOrders, within(own)),
    insertMany(
      tx,
      documentTaxes,
      rows.map((row) => ({ ...row, documentId })),
    ),
    insertMany(
      tx,
      documentLines,
      within(lines.map((line) => ({ ...line, orderPosition: places.get(line.orderId) }))),
    ),
  ]);
  return issued;
}

/** Takes the next number of a series and locks the series until the transaction ends. */
export async function takeNumber(tx: Transaction, name: DocumentToIssue["series"]) {
  const [series] = await tx
    .update(documentSeries)
    .set({ lastNumber: sql`${documentSeries.lastNumber} + 1` })
    .where(eq(documentSeries.series, name))
    .returning();
  if (!series) throw new Error(`The series ${name} is missing`);
  return series;
}

/** Returns a customer's present billing details and payment terms. */
export async function billTo(tx: Transaction, customerId: string) {
  const [customer] = await tx
    .select({
      terms: { kind: customers.termsKind, days: customers.termsDays },
      buyer: {
        buyerCompany: customers.companyName,
        buyerContact: customers.contactName,
        buyerAddress: customerDetails.address,
        buyerEmail: sql<string>`coalesce(${user.email}, ${customers.guestEmail})`,
      },
    })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(eq(customers.id, customerId));
  if (!customer) throw new Error(`There is no customer ${customerId}`);
  return customer;
}

/**
 * Returns a document to be corrected, with its orders and the fields that the correction copies;
 * locks its customer. Undefined if the document isn't of that kind.
 */
export async function documentToCorrect(
  tx: Transaction,
  id: string,
  kind: "invoice" | "credit_note" = "invoice",
) {
  const [document] = await tx.select().from(documents).where(eq(documents.id, id));
  if (document?.kind !== kind) return undefined;
  const { customerId, buyerCompany, buyerContact, buyerAddress, buyerEmail, poNumber } = document;
  await lockCustomer(tx, customerId);
  const orders = await tx
    .select(pick(documentOrders, "orderId", "placedAt", "position"))
    .from(documentOrders)
    .where(eq(documentOrders.documentId, id))
    .orderBy(asc(documentOrders.position));
  const buyer = { buyerCompany, buyerContact, buyerAddress, buyerEmail };
  return { document, orders, about: { customerId, ...buyer, poNumber, correctsId: id } };
}

/** Returns the taxes of a document by code, for one that corrects it. */
export async function taxesOf(tx: Transaction, documentId: string) {
  const rows = await tx
    .select({
      code: documentTaxes.taxCode,
      label: documentTaxes.label,
      rate: documentTaxes.rate,
      reason: documentTaxes.reason,
    })
    .from(documentTaxes)
    .where(eq(documentTaxes.documentId, documentId));
  return Object.fromEntries(rows.map(({ code, ...tax }) => [code, tax]));
}
