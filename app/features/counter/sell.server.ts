import { eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { taxes } from "#app/content/taxes.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  deliveryNoteTerms,
  invoiceTerms,
  receiptTerms,
} from "#app/domain/documents/invoice-terms.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import {
  issueDeliveryNote,
  issueInvoice,
  issueReceipt,
} from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { judgeTenders, slipNumber } from "#app/domain/door/till/till.ts";
import { closeDifference, takeTenders } from "#app/domain/door/till/till-receipts.server.ts";
import { insertTillSale, soldBefore } from "#app/domain/door/till/till-sales.server.ts";
import {
  type LockedSession,
  lockSession,
  type TillRefusal,
} from "#app/domain/door/till/tills.server.ts";
import { holdReasonsFor } from "#app/domain/ledger/credit-standing.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import {
  type CustomerTerms,
  getTerms,
  lockTerms,
} from "#app/domain/ordering/holding/customer-terms.server.ts";
import {
  queueFulfilledMail,
  queuePackedMail,
} from "#app/domain/ordering/mails/queue-outcome-mails.server.ts";
import { poNumberFor, poQuestion } from "#app/domain/ordering/placing/po-number.ts";
import { holdsForStaff } from "#app/domain/orders/hold.ts";
import { addLines, type LineToAdd, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { insertOrder } from "#app/domain/orders/order-rows.server.ts";
import {
  actingAs,
  changeOrderState,
  changeOrderStates,
} from "#app/domain/orders/order-state.server.ts";
import { storeSoldPackages } from "#app/domain/packages/sold-packages.server.ts";
import { formatPricePerLb, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { lbIn } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName, transactionWithRetry } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { leastNetLb } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { queueReceiptMail } from "./receipt-mail.server.ts";
import { amountOf, type Sale, type SaleLine, type StoredSale, totalsOf } from "./sale.ts";

type SaleRefusal = TillRefusal | "price" | "product gone" | "amount" | "account" | "paid before";

const refuse = (code: SaleRefusal, message: string): never => {
  throw new Refusal<SaleRefusal>(code, message);
};

/**
 * Sells over the counter in one transaction: order, packages, document, payments and stock. Paid at
 * the till, a sale gets a receipt of the counter's series; on a client's account, an ordinary
 * invoice. A sale paid offline is stored whatever has changed since. Idempotent. For staff who take
 * money. @throws Refusal; nothing is sold then
 */
export function sell(
  db: Database,
  staff: Staff<"till">,
  sale: Sale,
  shop: Shop,
): Promise<StoredSale> {
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till sale ${sale.requestId}`);
    const session = await lockSession(tx, sale.sessionId, "share");
    if (!session) return refuse("gone", "There is no such till. Reload the page.");
    const known = await soldBefore(tx, sale.requestId);
    if (known) {
      const { slip, device, ...stored } = known;
      if (slip === sale.slip && device === sale.device) return stored;
      // A retry keeps its slip number, so this basket was paid in another tab.
      const { id, documentNumber } = stored;
      throw new Refusal<SaleRefusal>(
        "paid before",
        `This sale is already paid: ${documentNumber}.`,
        {
          answer: { paid: { id, documentNumber } },
        },
      );
    }
    if (session.closedAt && !sale.isOffline) {
      return refuse("closed", `Till ${session.number} was closed meanwhile. Nothing was sold.`);
    }
    const buyer = sale.onAccount
      ? await lockAccount(tx, sale.onAccount, sale.isOffline)
      : await lockWalkIn(tx, session);
    const remarks: string[] = [];
    const { order, soldAt } = await storeOrder(tx, staff, session, buyer, sale, remarks);
    const by = actingAs(staff, "till");
    await changeOrderState(tx, by, "finish", order.id);
    const issued = await issuedFor(tx, buyer, order.id, pacificDay(soldAt), shop);
    if (buyer.terms === null)
      await pay(tx, staff, session, { sale, order, issued, soldAt }, remarks);
    await changeOrderStates(tx, by, "hand over", eq(orders.id, order.id), { deliveredAt: soldAt });
    const stored = { id: order.id, documentNumber: issued.documentNumber, remarks };
    await insertTillSale(tx, {
      requestId: sale.requestId,
      sessionId: session.id,
      slip: sale.slip,
      device: sale.device,
      orderId: order.id,
      documentId: issued.id,
      isOnAccount: buyer.terms !== null,
      isOffline: sale.isOffline,
      remarks: remarks.join("\n").slice(0, 4000),
      soldBy: staff.userId,
      soldAt,
      recordedAt: sql`clock_timestamp()`,
    });
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: order.id,
      action: "sold at the counter",
      after: {
        slip: slipNumber(session.number, sale),
        document: issued.documentNumber,
        amount: issued.total,
        ...(remarks.length > 0 && { note: remarks.join(" ") }),
      },
    });
    if (buyer.terms === null) {
      if (sale.mailTo) await queueReceiptMail(tx, staff, order.id, sale.mailTo, shop);
    } else {
      const queue = buyer.terms.invoicePer === "month" ? queuePackedMail : queueFulfilledMail;
      await queue(tx, order, issued, shop);
    }
    return stored;
  });
}

interface Buyer {
  customerId: string;
  poNumber: string;
  terms: CustomerTerms | null;
}

async function lockWalkIn(tx: Transaction, { customerId }: LockedSession): Promise<Buyer> {
  await lockCustomer(tx, customerId);
  return { customerId, poNumber: "", terms: null };
}

/** Locks and returns the client to bill, even if blocked when the goods have left already. */
async function lockAccount(
  tx: Transaction,
  { customerId, poNumber: typed }: NonNullable<Sale["onAccount"]>,
  isOffline: boolean,
): Promise<Buyer> {
  const [client] = await tx
    .select({ kind: customers.kind, guestEmail: customers.guestEmail })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!client || client.kind === "counter" || client.guestEmail !== "") {
    return refuse("account", "There is no such client. Nothing was sold.");
  }
  await lockCustomer(tx, customerId);
  const terms = await lockTerms(tx, customerId);
  const { poNumber, error } = poNumberFor(poQuestion(terms, pacificDay(new Date())), typed);
  if (error && !isOffline) return refuse("account", error.replace("your p", "their p"));
  return { customerId, poNumber: poNumber ?? typed, terms };
}

/**
 * Says why a sale of this amount can't go on a client's account; empty if it can. The goods leave
 * at once, so anything that would hold an order refuses the sale.
 */
async function againstAccount(
  db: Database | Transaction,
  customerId: string,
  terms: CustomerTerms,
  totalCents: number,
): Promise<string> {
  if (terms.inactiveAt) return "This client doesn’t buy any more. Take the money now.";
  const reasons = holdReasonsFor(await exposureOf(db, customerId, terms), totalCents);
  if (reasons.length === 0) return "";
  return `This can’t go on the client’s account: ${holdsForStaff(reasons)}. Take the money now.`;
}

/** Tells a till why a client's account would refuse a sale, if so. For staff who take money. */
export async function accountAtTill(
  db: Database,
  _staff: Staff<"till">,
  customerId: string,
  totalCents: number,
): Promise<string> {
  return againstAccount(db, customerId, await getTerms(db, customerId), totalCents);
}

/** Stores the order with its lines and packages, packed as ordered. */
async function storeOrder(
  tx: Transaction,
  staff: Staff<"till">,
  session: LockedSession,
  { customerId, poNumber, terms }: Buyer,
  sale: Sale,
  remarks: string[],
) {
  const soldAt = timeOf(sale, session);
  const lines = await pricedLines(tx, customerId, sale, remarks);
  const { totalCents } = totalsOf(sale.lines);
  const totalPrice = toDollars(totalCents);
  if (terms && !sale.isOffline) {
    const said = await againstAccount(tx, customerId, terms, totalCents);
    if (said !== "") refuse("account", said);
  }
  const order = await insertOrder(tx, {
    customerId,
    placedBy: staff.userId,
    requestId: sale.requestId,
    channel: "counter",
    placedAt: soldAt,
    totalPrice,
    estimatedTotal: totalPrice,
    poNumber,
  });
  const items = await addLines(
    tx,
    order.id,
    lines.map(({ toAdd }) => toAdd),
  );
  const found = await storeSoldPackages(
    tx,
    staff,
    lines.map(({ line, net, isTraced }, index) => ({
      orderItemId: items[index]?.id ?? "",
      productId: line.productId,
      productName: line.name,
      isTraced,
      value: line.value,
      unit: line.unit,
      tareG: line.tareG,
      pieces: line.pieces,
      netLb: net.netLb,
      netG: net.netG,
      source: line.source,
      rawScan: line.rawScan,
      serial: line.serial,
      lotId: line.lotId,
    })),
    { isPaidFor: sale.isOffline, isMeant: sale.isMeant ?? false },
  );
  remarks.push(...found);
  return { order, soldAt };
}

/** Returns the time of sale by the till's clock, limited to between the till's opening and now. */
function timeOf({ soldAt, isOffline }: Sale, { openedAt }: LockedSession): Date {
  const now = new Date();
  if (!isOffline) return now;
  const said = new Date(soldAt).getTime();
  return new Date(Math.min(now.getTime(), Math.max(said, openedAt.getTime())));
}

interface PricedLine {
  line: SaleLine;
  net: { netLb: string; netG: number };
  isTraced: boolean;
  toAdd: LineToAdd;
}

/** Returns the lines at today's prices, which must be those asked, or offline at those paid. */
async function pricedLines(
  tx: Transaction,
  customerId: string,
  { lines, isOffline }: Sale,
  remarks: string[],
): Promise<PricedLine[]> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const sold = new Map(
    (await soldTo(tx, { customerId, day: null }, ids)).map((product) => [product.id, product]),
  );
  const stored = new Map(
    (await tx.select().from(products).where(inArray(products.id, ids))).map((one) => [one.id, one]),
  );
  return lines.map((line) => {
    const net = amountOf(line);
    if (!net || Number(net.netLb) < Number(leastNetLb)) {
      const least = lbIn(line.unit, leastNetLb);
      return refuse("amount", `${line.name}: a package weighs at least ${least} net.`);
    }
    const product = sold.get(line.productId);
    const known = stored.get(line.productId);
    const seen = line.pricePerLb;
    if (!product) {
      const message = `${line.name} is not on sale here.`;
      if (!isOffline) return refuse("product gone", `${message} Nothing was sold.`);
      remarks.push(message);
    } else if (toCents(product.pricePerLb) !== toCents(seen)) {
      const message = `${line.name} is ${formatPricePerLb(toCents(product.pricePerLb))} now, not ${formatPricePerLb(toCents(seen))}.`;
      if (!isOffline) return refuse("price", `${message} Nothing was sold.`);
      remarks.push(message);
    } else if (product.taxCode !== line.taxCode && !isOffline) {
      // A sale paid offline is still billed with its tax (`pay`).
      const { label } = taxes[product.taxCode];
      return refuse("price", `${line.name} has ${label} now. Nothing was sold.`);
    }
    const isAsked = product && toCents(product.pricePerLb) === toCents(seen);
    const asSold = product ?? {
      id: line.productId,
      name: line.name,
      pricePerLb: seen,
      minLb: null,
      priceSource: "desk",
      priceSourceName: "",
      basePricePerLb: null,
      soldBy: "lb" as const,
      typicalPieceLb: null,
      orderStepLb: null,
      overCapPct: 0,
      taxCode: line.taxCode,
    };
    const fields = {
      // The counter always sells by weight, even products that are ordered by the piece.
      soldBy: "lb" as const,
      typicalPieceLb: null,
      packState: "packed" as const,
      ...(!known && { productId: null }),
      ...(!isAsked && {
        pricePerLb: seen,
        priceSource: "desk" as const,
        priceSourceName: "As paid at the counter",
      }),
    };
    return {
      line,
      net,
      isTraced: known?.isTraced ?? false,
      toAdd: { product: asSold as LineToAdd["product"], quantity: net.netLb, pieces: null, fields },
    };
  });
}

/** Issues a receipt of the counter's series, or a client's invoice or delivery note. */
async function issuedFor(
  tx: Transaction,
  { terms }: Buyer,
  orderId: string,
  soldOn: string,
  shop: Shop,
): Promise<IssuedInvoice> {
  if (!terms) return issueReceipt(tx, orderId, receiptTerms(shop, soldOn));
  if (terms.invoicePer === "month") {
    return issueDeliveryNote(tx, { orderId }, deliveryNoteTerms(shop));
  }
  return issueInvoice(tx, { orderId }, invoiceTerms(shop));
}

/** Books the payment of the total; an offline payment is booked as taken. */
async function pay(
  tx: Transaction,
  staff: Staff<"till">,
  session: LockedSession,
  {
    sale,
    order,
    issued,
    soldAt,
  }: { sale: Sale; order: { id: string }; issued: IssuedInvoice; soldAt: Date },
  remarks: string[],
): Promise<void> {
  const totalCents = toCents(issued.total);
  // The total that the till asked for, which differs only if a tax has changed since.
  const askedCents = sale.isOffline ? totalsOf(sale.lines).totalCents : totalCents;
  const { accepted, problem } = judgeTenders(askedCents, sale.tenders);
  if (!accepted) return refuse("amount", `${problem} Nothing was sold.`);
  const taken = {
    requestId: sale.requestId,
    session,
    staff,
    takenAt: soldAt,
    orderId: order.id,
    customerId: session.customerId,
    documentIds: [issued.id],
    occurredOn: pacificDay(soldAt),
  };
  await takeTenders(tx, taken, accepted);
  if (askedCents === totalCents) return;
  await closeDifference(tx, taken, askedCents - totalCents);
  remarks.push(
    `The till asked for $${toDollars(askedCents)}, the receipt is over $${issued.total}.`,
  );
}
