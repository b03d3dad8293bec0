import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { readersOf } from "#app/domain/customers/readers.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { firstOfMonth, pacificDay, startOfDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { customers, listedName, ofAccount } from "#db/schema/customers.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { invoiceTerms } from "../invoice-terms.ts";
import type { IssuedInvoice } from "../issuing/issue.server.ts";
import { issueMonthlyInvoice, isUnbilledNote } from "../issuing/issue-monthly-invoice.server.ts";
import type { UnbilledCustomer, UnbilledNote } from "./delivery-note.ts";
import { monthlyInvoiceMail } from "./monthly-mail.ts";

/** In seconds; how often to look for ended months. */
const lookEvery = 15 * 60;

const noted = alias(customers, "noted");

const totalCents = sql`(coalesce(sum(${documents.total}), 0) * 100)::bigint`.mapWith(Number);

/** Invoices ended months, in one process at a time. */
export function invoiceMonths(
  jobs: JobRunner,
  { db, shop, log }: { db: Database; shop: Shop; log: Pick<Log, "info"> },
): Promise<void> {
  return jobs.repeat("monthly-invoices", lookEvery, async () => {
    const issued = await invoiceEndedMonths(db, shop);
    if (issued.length > 0) log.info({ issued: issued.length }, "issued monthly invoices");
  });
}

/**
 * Issues an invoice for each ended month to every customer with unbilled delivery notes in it, as
 * of the month's last moment, with that month's terms, statement and tax, and queues the emails.
 * Idempotent: each note is billed once. Notes of the current month wait, even if the customer is
 * invoiced per order again. Returns the invoices' numbers.
 */
export async function invoiceEndedMonths(db: Database, shop: Shop, now?: Date): Promise<string[]> {
  const month = sql<string>`to_char(${documents.issuedOn}, 'YYYY-MM')`.as("month");
  const thisMonth = firstOfMonth(pacificDay(now ?? new Date()));
  const waiting = await db
    .selectDistinct({ month, customerId: customers.accountId })
    .from(documents)
    .innerJoin(customers, eq(customers.id, documents.customerId))
    .where(and(isUnbilledNote, sql`${documents.issuedOn} < ${thisMonth}`))
    .orderBy(month, asc(customers.accountId));
  const issued: string[] = [];
  for (const { customerId, month } of waiting) {
    const before = firstOfMonth(month, 1);
    const number = await db.transaction(async (tx) => {
      const at = lastMomentBefore(before);
      const invoice = await issueMonthlyInvoice(tx, { customerId, before }, invoiceTerms(shop), at);
      if (invoice) await queueInvoiceMail(tx, invoice, shop);
      return invoice?.documentNumber;
    });
    if (number) issued.push(number);
  }
  return issued;
}

const lastMomentBefore = (day: string) => new Date(startOfDay(day).getTime() - 1);

/**
 * Invoices a customer's delivery notes before the month ends, up to the last one that the
 * administrator saw, and queues the email. Returns the invoice's number; null if nothing is left to
 * invoice.
 */
export function invoiceNow(
  db: Database,
  staff: Staff<"money">,
  { customerId, upTo }: { customerId: string; upTo: number },
  shop: Shop,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (!isUuid(customerId)) return null;
    const invoice = await issueMonthlyInvoice(tx, { customerId, upTo }, invoiceTerms(shop));
    if (!invoice) return null;
    await recordAudit(tx, staff, {
      entity: "client",
      entityId: invoice.customerId,
      action: "invoiced early",
      after: {
        invoice: invoice.documentNumber,
        totalPrice: invoice.total,
        deliveryNotes: String(invoice.orderCount),
      },
    });
    await queueInvoiceMail(tx, invoice, shop);
    return invoice.documentNumber;
  });
}

async function queueInvoiceMail(
  tx: Transaction,
  invoice: IssuedInvoice,
  shop: Shop,
): Promise<void> {
  const readers = await readersOf(tx, invoice.customerId);
  if (readers.length === 0) return;
  const { rows: notes } = await tx.execute<{
    number: string;
    issuedOn: string;
    poNumber: string;
    amount: string;
  }>(sql`
    select note.document_number as number, note.issued_on::text as "issuedOn", note.po_number as "poNumber",
      (select sum(amount) from document_lines
        where document_id = billed.document_id and order_position = billed.position)::text as amount
    from document_orders billed join documents note on note.id = billed.note_id
    where billed.document_id = ${invoice.id}
    order by billed.position`);
  const { rows: taxes } = await tx.execute<{ label: string; amount: string }>(sql`
    select label, amount::text as amount from document_taxes
    where document_id = ${invoice.id} and amount <> 0 order by tax_code`);
  const mail = monthlyInvoiceMail({ ...invoice, notes, taxes }, shop);
  await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
}

/** Returns a customer's unbilled delivery notes, oldest first. For staff who keep the books. */
export async function unbilledNotes(
  db: Database,
  _staff: Staff<"money">,
  customerId: string,
): Promise<UnbilledNote[]> {
  return db
    .select({
      ...pick(documents, "id", "url", "issuedOn", "poNumber"),
      seriesNumber: documents.number,
      number: documents.documentNumber,
      orderId: documentOrders.orderId,
      totalCents: sql`(${documents.total} * 100)::bigint`.mapWith(Number),
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(and(ofAccount(documents.customerId, customerId), isUnbilledNote))
    .orderBy(asc(documents.number));
}

/** Returns the unbilled deliveries by customer, oldest first. For staff who keep the books. */
export async function unbilledCustomers(
  db: Database,
  _staff: Staff<"money">,
): Promise<UnbilledCustomer[]> {
  const since = sql<string>`min(${documents.issuedOn})::text`;
  return db
    .select({
      customerId: customers.id,
      companyName: listedName,
      noteCount: sql`count(*)`.mapWith(Number),
      since,
      totalCents,
    })
    .from(documents)
    .innerJoin(noted, eq(noted.id, documents.customerId))
    .innerJoin(customers, eq(customers.id, noted.accountId))
    .where(isUnbilledNote)
    .groupBy(customers.id)
    .orderBy(asc(since), asc(customers.id));
}
