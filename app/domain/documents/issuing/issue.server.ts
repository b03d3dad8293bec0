import { randomBytes } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
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
import { taxesOn } from "../document-taxes.ts";

// How every document is issued; what each kind says is beside this. Triggers book it, and refuse every
// later change.

type Taxes = Record<TaxCode, { label: string; rate: string; reason: string }>;

/** What an invoice says besides its order and its customer, for the moment it is issued. */
export interface InvoiceTerms {
  /** Pacific days, e.g. "2026-11-14". */
  issuedOn: string;
  dueOn: string;
  /** For example "net 30 days". */
  terms: string;
  words: DocumentWords;
  /** The tax of each code; rates in per cent. */
  taxes: Taxes;
}

/** What a delivery note says: it is not due. */
export type DeliveryNoteTerms = Pick<InvoiceTerms, "issuedOn" | "words" | "taxes">;

/** What any document says: that of a correction has the taxes of what it corrects. */
type AnyTerms = Omit<DeliveryNoteTerms, "taxes"> &
  Partial<Pick<InvoiceTerms, "dueOn" | "terms">> & { taxes: Partial<Taxes> };

/** When a customer pays. */
export interface CustomerTerms {
  kind: TermsKind;
  days: number;
}

/** A document as it was issued. */
export type IssuedInvoice = typeof documents.$inferSelect;

export type BilledLine = Omit<
  typeof documentLines.$inferInsert,
  "documentId" | "position" | "orderPosition"
> & { orderId: string };

type Head = typeof documents.$inferInsert;

interface DocumentToIssue {
  series: "INV" | "CN" | "DN" | "DR" | "R";
  /** Whom it is billed to, and what it corrects. */
  about: Pick<Head, "customerId" | "poNumber" | keyof Awaited<ReturnType<typeof billTo>>["buyer"]> &
    Partial<Pick<Head, "correctsId" | "takesBackId" | "reason" | "requestId">>;
  /** Those that none of the lines is of are left out. */
  orders: { orderId: string; placedAt: Date; noteId?: string }[];
  lines: BilledLine[];
  /** Only if it is not now. */
  issuedAt?: Date | undefined;
}

/**
 * Issues a document with the next number and an unguessable address (`/invoices/` and 32 characters,
 * 192 bits). The series stays locked until the transaction ends, so numbers are neither skipped nor
 * reused, and documents are issued one after another.
 *
 * @throws at the commit if the figures don't add up (constraint `documents_add_up`)
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
  await insertMany(tx, documentOrders, within(own));
  await insertMany(
    tx,
    documentTaxes,
    rows.map((row) => ({ ...row, documentId })),
  );
  await insertMany(
    tx,
    documentLines,
    within(lines.map((line) => ({ ...line, orderPosition: places.get(line.orderId) }))),
  );
  return issued;
}

/** The next number of a series, which stays locked until the transaction ends. */
export async function takeNumber(tx: Transaction, name: DocumentToIssue["series"]) {
  const [series] = await tx
    .update(documentSeries)
    .set({ lastNumber: sql`${documentSeries.lastNumber} + 1` })
    .where(eq(documentSeries.series, name))
    .returning();
  if (!series) throw new Error(`The series ${name} is missing`);
  return series;
}

/** Says whom a customer's documents are billed to now, and when it pays. */
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
 * An invoice that another document corrects, with its orders and what both say alike; its customer is
 * locked. Undefined for what is no invoice.
 */
export async function invoiceToCorrect(tx: Transaction, invoiceId: string) {
  const [invoice] = await tx.select().from(documents).where(eq(documents.id, invoiceId));
  if (invoice?.kind !== "invoice") return undefined;
  const { customerId, buyerCompany, buyerContact, buyerAddress, buyerEmail, poNumber } = invoice;
  await lockCustomer(tx, customerId);
  const orders = await tx
    .select({
      orderId: documentOrders.orderId,
      placedAt: documentOrders.placedAt,
      position: documentOrders.position,
    })
    .from(documentOrders)
    .where(eq(documentOrders.documentId, invoiceId))
    .orderBy(asc(documentOrders.position));
  const buyer = { buyerCompany, buyerContact, buyerAddress, buyerEmail };
  return { invoice, orders, about: { customerId, ...buyer, poNumber, correctsId: invoiceId } };
}
