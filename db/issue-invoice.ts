import { randomBytes } from "node:crypto";
import { and, asc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { user } from "./schema/accounts.ts";
import {
  customerDetails,
  customers,
  members,
  ownerOfCustomer,
  type TermsKind,
} from "./schema/customers.ts";
import {
  type DocumentWords,
  documentLines,
  documentOrders,
  documentSeries,
  documents,
  documentTaxes,
} from "./schema/money/documents.ts";
import { orderCharges, orderItems, orders, type PackState } from "./schema/orders.ts";
import { packages } from "./schema/packages.ts";
import type { TaxCode } from "./schema/products.ts";
import { plantOnce } from "./seed/seed.ts";

/** What an invoice says besides its order and its customer, for the moment it is issued. */
export interface InvoiceTerms {
  /** Pacific days, e.g. "2026-11-14". */
  issuedOn: string;
  dueOn: string;
  /** For example "net 30 days". */
  terms: string;
  words: DocumentWords;
  /** The tax of each code; rates in per cent. */
  taxes: Record<TaxCode, { label: string; rate: string; reason: string }>;
}

/** What a delivery note says: it is not due. */
export type DeliveryNoteTerms = Pick<InvoiceTerms, "issuedOn" | "words" | "taxes">;

/** When a customer pays. */
export interface CustomerTerms {
  kind: TermsKind;
  days: number;
}

/** An invoice as it was issued. */
export type IssuedInvoice = typeof documents.$inferSelect;

/**
 * Issues an order's invoice: freezes what was packed, the customer's current details and the terms
 * in a document with the next number and an unguessable address (`/invoices/` and 32 characters,
 * 192 bits). The order's total becomes the invoice's. Call it in the transaction that fulfils the
 * order: the series stays locked until that ends, so numbers are neither skipped nor reused, and
 * invoices are issued one after another.
 *
 * @param issuedAt only if it is not now
 * @throws when there is no such order or one of its lines is still open, and at the commit if the
 *   figures don't add up (constraint `documents_add_up`)
 */
export async function issueInvoice(
  tx: Transaction,
  { orderId, issuedAt }: { orderId: string; issuedAt?: Date },
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
): Promise<IssuedInvoice> {
  return issueForOrder(tx, "INV", { orderId, issuedAt }, termsOn);
}

/**
 * Issues the delivery note of an order whose customer is invoiced by the month: the lines as they
 * will be billed, frozen as those of an invoice. Nothing is owed before the month's invoice. The
 * order's total becomes the note's. Otherwise as `issueInvoice`.
 */
export async function issueDeliveryNote(
  tx: Transaction,
  { orderId, issuedAt }: { orderId: string; issuedAt?: Date },
  termsOn: (issuedAt: Date) => DeliveryNoteTerms,
): Promise<IssuedInvoice> {
  return issueForOrder(tx, "DN", { orderId, issuedAt }, termsOn);
}

async function issueForOrder(
  tx: Transaction,
  name: "INV" | "DN",
  { orderId, issuedAt }: { orderId: string; issuedAt: Date | undefined },
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms | DeliveryNoteTerms,
): Promise<IssuedInvoice> {
  const series = await takeNumber(tx, name);
  const { placedAt, customerId, poNumber } = await orderToBill(tx, orderId);
  const { terms: customerTerms, ...buyer } = await billTo(tx, customerId);
  // After the lock, so that later numbers have later times.
  const at = issuedAt ?? new Date();
  const { kind, lastNumber: number } = series;
  const { taxes, ...terms } = termsOn(at, customerTerms);
  const lines = [...(await billedLines(tx, orderId)), ...(await billedCharges(tx, orderId))];
  const taxed = await taxesOn(tx, lines, taxes);
  const { subtotal, total } = taxed;
  const [issued] = await tx
    .insert(documents)
    .values({
      ...{ kind, series: series.series, number, issuedAt: at, ...terms },
      ...{ customerId, poNumber, ...buyer, lineCount: lines.length, subtotal, total },
      url: newAddress(),
    })
    .returning();
  if (!issued) throw new Error("The document was not stored");
  const documentId = issued.id;
  await tx.insert(documentOrders).values({ documentId, position: 0, orderId, placedAt });
  await tx.insert(documentTaxes).values(taxed.rows.map((tax) => ({ documentId, ...tax })));
  await tx
    .insert(documentLines)
    .values(lines.map((line, position) => ({ documentId, position, ...line })));
  await tx
    .update(orders)
    .set({ totalPrice: total })
    .where(and(eq(orders.id, orderId), ne(orders.totalPrice, total)));
  return issued;
}

/** The next number of a series, which stays locked until the transaction ends. */
export async function takeNumber(tx: Transaction, name: "INV" | "CN" | "DN") {
  const [series] = await tx
    .update(documentSeries)
    .set({ lastNumber: sql`${documentSeries.lastNumber} + 1` })
    .where(eq(documentSeries.series, name))
    .returning();
  if (!series) throw new Error(`The series ${name} is missing`);
  return series;
}

/** The unguessable address of a document's PDF. */
export function newAddress(): string {
  return `/invoices/${randomBytes(24).toString("base64url")}`;
}

export type BilledLine = Omit<typeof documentLines.$inferInsert, "documentId" | "position">;

/**
 * The lines of an order as they are billed, each with what was ordered and packed. What exceeds the
 * promise and isn't billed follows as a line of its own.
 */
async function billedLines(tx: Transaction, orderId: string): Promise<BilledLine[]> {
  // Named in full: in a select from one table, Drizzle leaves out the names of columns' tables.
  const weighed = sql`(select nullif(count(*), 0) from ${packages}
    where order_item_id = order_items.id and voided_at is null and source <> 'assumed')`;
  const replacement = sql`(select string_agg(sent.product_name, ', ' order by sent.position)
    from order_items sent where sent.substitutes_item_id = order_items.id)`;
  const replaced = sql`(select asked.product_name from order_items asked
    where asked.id = order_items.substitutes_item_id)`;
  const items = await tx
    .select({
      orderItemId: orderItems.id,
      packState: orderItems.packState,
      packNote: orderItems.packNote,
      overDecision: orderItems.overDecision,
      excess: sql<string>`greatest(0.00, ${orderItems.finalAmount} - ${orderItems.promisedAmount})`,
      replacement: sql<string | null>`${replacement}`,
      replaced: sql<string | null>`${replaced}`,
      line: {
        description: orderItems.productName,
        // Nobody ordered a replacement: its quantity is what the packer meant to send.
        ordered: sql<
          string | null
        >`case when ${orderItems.substitutesItemId} is null then ${orderItems.quantity} end`,
        orderedPieces: sql<
          number | null
        >`case when ${orderItems.substitutesItemId} is null then ${orderItems.orderedPieces} end`,
        packed: orderItems.packedLb,
        packages: sql`${weighed}`.mapWith((count: string) => Number(count)) as SQL<number | null>,
        unitPrice: orderItems.pricePerLb,
        amount: orderItems.finalAmount,
        taxCode: orderItems.taxCode,
      },
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  if (items.some(({ packState }) => packState === "open")) {
    throw new Error(`The order ${orderId} has lines that are not packed`);
  }
  return items.flatMap(({ orderItemId, overDecision, excess, line, ...facts }) => {
    const billed = { orderItemId, ...line, remark: remarkOn(facts, line.packages) };
    if (overDecision !== "bill_promise" || Number(excess) === 0) return [billed];
    const correction: BilledLine = {
      orderItemId,
      description: "Over weight, no charge",
      packed: "-1.00",
      unit: "each",
      unitPrice: excess,
      amount: `-${excess}`,
      taxCode: line.taxCode,
    };
    return [billed, correction];
  });
}

/** What the order costs besides its lines, each charge billed once. */
async function billedCharges(tx: Transaction, orderId: string): Promise<BilledLine[]> {
  const charges = await tx
    .select({
      description: orderCharges.description,
      unitPrice: orderCharges.amount,
      amount: orderCharges.amount,
      taxCode: orderCharges.taxCode,
    })
    .from(orderCharges)
    .where(eq(orderCharges.orderId, orderId))
    .orderBy(asc(orderCharges.kind));
  return charges.map((charge) => ({ ...charge, packed: "1.00", unit: "each" as const }));
}

interface RemarkFacts {
  packState: PackState;
  packNote: string;
  /** Names of the products that were sent instead, and of the one that this one replaces. */
  replacement: string | null;
  replaced: string | null;
}

/** The order's pages say the same (`stateInWords`). */
function remarkOn(facts: RemarkFacts, weighedPackages: number | null): string {
  const own = ownRemark(facts, weighedPackages);
  const remarks = [facts.replaced && `In place of ${facts.replaced}`, own].filter(Boolean);
  // The longest there can be, of long names and a long note, would not fit (document_lines).
  return remarks.join(". ").slice(0, 700);
}

function ownRemark(
  { packState, packNote, replacement }: RemarkFacts,
  weighedPackages: number | null,
): string {
  const because = packNote && `: ${packNote}`;
  if (packState === "dropped") return `Not available${because}`;
  if (packState === "substituted")
    return `Replaced by ${replacement ?? "another product"}${because}`;
  if (packState === "short") return `Less than ordered${because}`;
  return weighedPackages === null ? "Weight as ordered" : "";
}

/** The taxes by code, with the sums they lead to. Added up by the database, as exact decimals. */
export async function taxesOn(
  tx: Transaction,
  lines: Pick<BilledLine, "taxCode" | "amount">[],
  taxes: Partial<InvoiceTerms["taxes"]>,
) {
  const amounts = lines.map(({ taxCode, amount }) => ({ code: taxCode, amount }));
  const rates = Object.entries(taxes).map(([code, { rate }]) => ({ code, rate }));
  const { rows } = await tx.execute<{ code: TaxCode; taxable: string; tax: string }>(sql`
    select code, taxable, round(taxable * rate / 100, 2) as tax
    from (
      select code, sum(amount) as taxable
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as lines (code text, amount numeric(12, 2))
      group by code
    ) as sums
    join jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as taxes (code text, rate numeric) using (code)
    order by code`);
  const { rows: sums } = await tx.execute<{ subtotal: string; total: string }>(sql`
    select sum(taxable)::text as subtotal, sum(taxable + tax)::text as total
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as taxes (taxable numeric(12, 2), tax numeric(12, 2))`);
  const { subtotal, total } = sums[0] ?? {};
  if (subtotal == null || total == null) throw new Error("The invoice has no lines");
  return {
    subtotal,
    total,
    rows: rows.map(({ code, taxable, tax }) => {
      const known = taxes[code];
      if (!known) throw new Error(`There is no tax ${code}`);
      return { taxCode: code, ...known, taxable, amount: tax };
    }),
  };
}

/**
 * Packs what has not been packed as it was ordered, for an order that is fulfilled without weighing:
 * packages with the source `assumed`. Lines sold by the piece stay open.
 */
export async function packAsOrdered(
  tx: Transaction,
  orderId: string,
  packedBy: string | null,
): Promise<void> {
  await tx.execute(sql`
    insert into packages
      (order_item_id, reading_value, reading_unit, net_lb, net_g, source, packed_by)
    select id, quantity, 'lb', quantity, greatest(1, round(quantity * 453.59237)), 'assumed', ${packedBy}::uuid
    from order_items
    where order_id = ${orderId} and pack_state = 'open' and sold_by = 'lb'`);
  await tx
    .update(orderItems)
    .set({ packState: "packed" })
    .where(
      and(
        eq(orderItems.orderId, orderId),
        eq(orderItems.packState, "open"),
        eq(orderItems.soldBy, "lb"),
      ),
    );
}

/**
 * Completes invoices from before documents kept who issued them and how to pay: with the words that
 * they were printed with until this version. Called at every start, and done once per database:
 * later invoices have their own, and no index finds those without.
 */
export async function completeInvoices(db: Database, words: DocumentWords): Promise<void> {
  await plantOnce(db, "words of earlier invoices", (tx) =>
    tx.update(documents).set({ words }).where(isNull(documents.words)),
  );
}

async function orderToBill(tx: Transaction, orderId: string) {
  const [order] = await tx
    .select({
      placedAt: orders.placedAt,
      customerId: orders.customerId,
      poNumber: orders.poNumber,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}

/** Whom a customer's documents are billed to now, and when it pays. */
export async function billTo(tx: Transaction, customerId: string) {
  const [customer] = await tx
    .select({
      terms: { kind: customers.termsKind, days: customers.termsDays },
      buyerCompany: customers.companyName,
      buyerContact: customers.contactName,
      buyerAddress: customerDetails.address,
      buyerEmail: sql<string>`coalesce(${user.email}, ${customers.guestEmail})`,
    })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(eq(customers.id, customerId));
  if (!customer) throw new Error(`There is no customer ${customerId}`);
  return customer;
}

/**
 * Each order's share of the taxes of a document, by code, for the "from" of a query: order_position,
 * tax_code, label, taxable and amount. A tax is rounded once for the document, so the shares are the
 * differences of what is rounded up to each order, and add up to it.
 */
export const taxShares = (documentId: SQL | string): SQL => sql`(
  select order_position, tax_code, label, own as taxable,
    round(up_to * rate / 100, 2) - round((up_to - own) * rate / 100, 2) as amount
  from (
    select document_id, order_position, tax_code, sum(amount) as own,
      sum(sum(amount)) over (partition by tax_code order by order_position) as up_to
    from document_lines
    where document_id = ${documentId}
    group by document_id, order_position, tax_code
  ) as sums
  join document_taxes using (document_id, tax_code)
)`;
