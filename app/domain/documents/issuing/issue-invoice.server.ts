import { asc, eq, type SQL, sql } from "drizzle-orm";
import { chargesOf } from "#app/domain/orders/order-delivery.server.ts";
import { replacedInWords } from "#app/domain/orders/order-line-words.ts";
import { updateOrder } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import type { PackState } from "#db/schema/values/orders.ts";
import { together } from "#db/together.ts";
import {
  type BilledLine,
  billTo,
  type CustomerTerms,
  type DeliveryNoteTerms,
  type InvoiceTerms,
  type IssuedInvoice,
  issue,
} from "./issue.server.ts";

/**
 * Issues an order's invoice: freezes what was packed, the customer's current details and the terms.
 * The order's total becomes the invoice's. Call it in the transaction that fulfils the order.
 *
 * @throws if there is no such order or one of its lines is still open, and as `issue` does
 */
export async function issueInvoice(
  tx: Transaction,
  { orderId, issuedAt }: { orderId: string; issuedAt?: Date },
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
): Promise<IssuedInvoice> {
  return issueForOrder(tx, "INV", { orderId, issuedAt }, termsOn);
}

/**
 * Issues, as `issueInvoice` does, the delivery note of an order whose customer is invoiced monthly:
 * the lines as they will be billed. Nothing is owed before the monthly invoice. The order's total
 * becomes the note's.
 */
export async function issueDeliveryNote(
  tx: Transaction,
  { orderId, issuedAt }: { orderId: string; issuedAt?: Date },
  termsOn: (issuedAt: Date) => DeliveryNoteTerms,
): Promise<IssuedInvoice> {
  return issueForOrder(tx, "DN", { orderId, issuedAt }, termsOn);
}

/**
 * Issues, as `issueInvoice` does, the receipt of a counter sale: an invoice with its own number
 * series that is paid when issued.
 */
export async function issueReceipt(
  tx: Transaction,
  orderId: string,
  termsOn: (issuedAt: Date) => InvoiceTerms,
): Promise<IssuedInvoice> {
  return issueForOrder(tx, "R", { orderId, issuedAt: undefined }, termsOn);
}

async function issueForOrder(
  tx: Transaction,
  series: "INV" | "DN" | "R",
  { orderId, issuedAt }: { orderId: string; issuedAt: Date | undefined },
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms | DeliveryNoteTerms,
): Promise<IssuedInvoice> {
  const [[order], items, charges] = await together([
    tx.select().from(orders).where(eq(orders.id, orderId)),
    billedLines(tx, orderId),
    billedCharges(tx, orderId),
  ]);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const { placedAt, totalPrice, customerId, poNumber } = order;
  const { terms, buyer } = await billTo(tx, customerId);
  const lines = [...items, ...charges];
  const about = { customerId, poNumber, ...buyer };
  const toIssue = { series, about, orders: [{ orderId, placedAt }], lines, issuedAt };
  const issued = await issue(tx, toIssue, (at) => termsOn(at, terms));
  if (issued.total !== totalPrice) await updateOrder(tx, orderId, { totalPrice: issued.total });
  return issued;
}

/** Returns an order's lines as billed; an excess that isn't billed follows as a line of its own. */
async function billedLines(tx: Transaction, orderId: string): Promise<BilledLine[]> {
  // Spelled out, because Drizzle omits table names of columns in a select from one table.
  const weighed = sql`from ${packages}
    where order_item_id = order_items.id and voided_at is null and source <> 'assumed'`;
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
        // Nobody ordered a replacement; its quantity is what the packer intended to send.
        ordered: sql<
          string | null
        >`case when ${orderItems.substitutesItemId} is null then ${orderItems.quantity} end`,
        orderedPieces: sql<
          number | null
        >`case when ${orderItems.substitutesItemId} is null then ${orderItems.orderedPieces} end`,
        packed: orderItems.packedLb,
        packages: sql`(select nullif(count(*), 0) ${weighed})`.mapWith(Number) as SQL<
          number | null
        >,
        packageLb: sql<string[]>`array(select net_lb::text ${weighed} order by packed_at, id)`,
        packedPieces: sql<number | null>`(select nullif(sum(pieces), 0)::integer from ${packages}
          where order_item_id = order_items.id and voided_at is null)`,
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
    const billed = { orderId, orderItemId, ...line, remark: remarkOn(facts, line) };
    if (overDecision !== "bill_promise" || Number(excess) === 0) return [billed];
    const correction: BilledLine = {
      orderId,
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

/** Returns the order's charges; each is billed once. */
async function billedCharges(tx: Transaction, orderId: string): Promise<BilledLine[]> {
  const charges = await chargesOf(tx, orderId);
  return charges.map(({ description, amount, taxCode }) => ({
    orderId,
    description,
    amount,
    unitPrice: amount,
    taxCode,
    packed: "1.00",
    unit: "each" as const,
  }));
}

interface RemarkFacts {
  packState: PackState;
  packNote: string;
  /** Names of the products sent instead, and of the product that this one replaces. */
  replacement: string | null;
  replaced: string | null;
}

/** The line's pounds, and its weighed packages; null if none were. */
interface PackedFacts {
  packed: string;
  packages: number | null;
}

/** The order's pages use the same words (`stateInWords`). */
function remarkOn(facts: RemarkFacts, line: PackedFacts): string {
  const own = ownRemark(facts, line);
  const remarks = [facts.replaced && `In place of ${facts.replaced}`, own].filter(Boolean);
  // Long names and a long note could exceed the limit of document_lines.
  return remarks.join(". ").slice(0, 700);
}

function ownRemark(
  { packState, packNote, replacement }: RemarkFacts,
  { packed, packages: weighedPackages }: PackedFacts,
): string {
  const because = packNote && `: ${packNote}`;
  if (packState === "dropped") return `Not available${because}`;
  if (packState === "substituted") return `${replacedInWords(packed, replacement ?? "")}${because}`;
  if (packState === "short") return `Less than ordered${because}`;
  return weighedPackages === null ? "Weight as ordered" : "";
}
