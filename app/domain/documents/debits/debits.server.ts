import { and, asc, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { readersOf } from "#app/domain/customers/readers.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import {
  documentLines,
  documentOrders,
  documents,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { invoiceTerms } from "../invoice-terms.ts";
import { DebitRefusedError, issueDebit } from "../issuing/issue-debit.server.ts";
import type { BilledBefore, TypedDebit } from "./debit-form.ts";
import { debitMail } from "./debit-mail.ts";

export interface InvoiceToDebit {
  id: string;
  number: string;
  total: string;
  customerId: string;
  companyName: string;
  orderId: string;
  lines: BilledBefore[];
  /** The number of addresses that a debit is mailed to. */
  readers: number;
  earlier: {
    number: string;
    url: string | null;
    issuedOn: string;
    total: string;
    reason: string;
  }[];
}

/** Returns any invoice with its earlier debits; null if unknown. For staff who keep the books. */
export async function invoiceToDebit(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<InvoiceToDebit | null> {
  if (!isUuid(id)) return null;
  const [invoice] = await db
    .select({
      id: documents.id,
      number: documents.documentNumber,
      total: documents.total,
      customerId: documents.customerId,
      companyName: listedName,
      orderId: documentOrders.orderId,
    })
    .from(documents)
    .innerJoin(customers, eq(customers.id, documents.customerId))
    .innerJoin(
      documentOrders,
      and(eq(documentOrders.documentId, documents.id), eq(documentOrders.position, 0)),
    )
    .where(and(eq(documents.id, id), eq(documents.kind, "invoice"), isStandingDocument));
  if (!invoice) return null;
  const [readers, lines, earlier] = await Promise.all([
    readersOf(db, invoice.customerId),
    db
      .select({
        ...pick(documentLines, "position", "description", "unit", "packed", "unitPrice", "amount"),
        taxCode: sql<BilledBefore["taxCode"]>`${documentLines.taxCode}`,
      })
      .from(documentLines)
      .where(eq(documentLines.documentId, id))
      .orderBy(asc(documentLines.position)),
    db
      .select({
        number: documents.documentNumber,
        ...pick(documents, "url", "issuedOn", "total", "reason"),
      })
      .from(documents)
      .where(and(eq(documents.correctsId, id), eq(documents.kind, "invoice")))
      .orderBy(asc(documents.number)),
  ]);
  return { ...invoice, readers: readers.length, lines, earlier };
}

/**
 * Bills what an invoice underbilled on a separate invoice and emails the client, once, however
 * often the form is submitted. For staff who keep the books.
 *
 * @returns the new invoice's number; null if the form does not fit the invoice
 */
export async function billDifference(
  db: Database,
  staff: Staff<"money">,
  invoice: Pick<InvoiceToDebit, "id" | "number" | "orderId">,
  typed: TypedDebit,
  shop: Shop,
): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      const debit = { invoiceId: invoice.id, orderId: invoice.orderId, ...typed };
      const { issued, isNew } = await issueDebit(tx, debit, invoiceTerms(shop));
      if (!isNew) return issued.documentNumber;
      await recordAudit(tx, staff, {
        entity: "order",
        entityId: invoice.orderId,
        action: "difference billed",
        after: {
          invoice: issued.documentNumber,
          totalPrice: issued.total,
          corrects: invoice.number,
          reason: typed.reason,
        },
      });
      const mail = debitMail({ ...issued, corrects: invoice.number }, shop);
      const readers = await readersOf(tx, issued.customerId);
      if (readers.length > 0) await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
      return issued.documentNumber;
    });
  } catch (error) {
    if (error instanceof DebitRefusedError) return null;
    throw error;
  }
}
