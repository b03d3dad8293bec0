import { type AnyColumn, and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { openItems, type Settling } from "#app/domain/ledger/allocations.server.ts";
import { BookRefused, lockBooked, refusalIn } from "#app/domain/ledger/book-refused.server.ts";
import { askedDeposits } from "#app/domain/ledger/deposits.server.ts";
import { depositPaid, lockUnpaidDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { accountOf, customers, listedName } from "#db/schema/customers.ts";
import { bankRows, senderAliases } from "#db/schema/money/accounting.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { type Booked, bookByHandIn, booking, reversePayment } from "../by-hand.server.ts";
import type { BankRow, RowToDecide } from "./bank-file.ts";
import {
  invoicesNamedIn,
  matcher,
  normalizedSender,
  type OpenBooks,
  ordersNamedIn,
  type Proposal,
} from "./matching.ts";
import { getBankRow } from "./rows.server.ts";

/** Adds the rows' proposals, the likeliest first. For staff who keep the books. */
export async function withProposals(
  db: Database,
  _staff: Staff<"money">,
  rows: BankRow[],
): Promise<RowToDecide[]> {
  const match = matcher(await openBooks(db, rows));
  const matched = rows.map((row) => ({ ...row, proposals: match(row) }));
  const customerIds = new Set(
    matched.flatMap(({ proposals }) => proposals.map(({ customerId }) => customerId)),
  );
  const named = await db
    .select({ id: customers.id, name: listedName })
    .from(customers)
    .where(inArray(customers.id, [...customerIds]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return matched.map((row) => ({
    ...row,
    proposals: row.proposals.map((proposal) => ({
      ...proposal,
      companyName: names.get(proposal.customerId) ?? "",
    })),
  }));
}

/** Returns what payments are matched against: all open items, and others that they name. */
async function openBooks(
  db: Database,
  payments: { sender: string; message: string }[],
): Promise<OpenBooks> {
  const numbers = [...new Set(payments.flatMap(({ message }) => invoicesNamedIn(message)))];
  const orderNumbers = [
    ...new Set(
      payments.flatMap(({ message }) => ordersNamedIn(message).map(({ number }) => number)),
    ),
  ];
  const senders = [...new Set(payments.map(({ sender }) => normalizedSender(sender)))];
  const [debts, settled, named, deposits, aliases] = await Promise.all([
    openItems(db, null),
    db
      .select({
        number: invoiceBalances.documentNumber,
        customerId: accountOf(invoiceBalances.customerId),
      })
      .from(invoiceBalances)
      .where(
        and(isOneOf(invoiceBalances.documentNumber, numbers), eq(invoiceBalances.openCents, 0)),
      ),
    db
      .select({
        number: orders.number,
        customerId: accountOf(orders.customerId),
        documentNumbers: sql<string[]>`array(select documents.document_number from documents
          join document_orders on document_orders.document_id = documents.id
          where document_orders.order_id = orders.id and documents.kind = 'invoice'
            and ${isStandingDocument}
          order by documents.number)`,
      })
      .from(orders)
      .where(sql`${orders.number} = any(${sql.param(orderNumbers)}::integer[])`),
    askedDeposits(db),
    db
      .select({
        sender: senderAliases.sender,
        customerId: accountOf(senderAliases.customerId),
      })
      .from(senderAliases)
      .where(isOneOf(senderAliases.sender, senders))
      .orderBy(asc(senderAliases.confirmedAt), asc(senderAliases.customerId)),
  ]);
  const known = Map.groupBy(aliases, ({ sender }) => sender);
  return {
    debts,
    settled: new Map(settled.map(({ number, customerId }) => [number, customerId])),
    orders: new Map(named.map(({ number, ...order }) => [number, order])),
    deposits,
    aliases: new Map([...known].map(([sender, of]) => [sender, of.map((one) => one.customerId)])),
  };
}

/** One array parameter, because a whole file may name more than a statement has parameters for. */
const isOneOf = (column: AnyColumn, texts: string[]) =>
  sql`${column} = any(${sql.param(texts)}::text[])`;

/**
 * Books rows that name all they settle and match its open amount. For staff who keep the books.
 *
 * @returns the number of rows booked
 */
export async function bookExactRows(
  db: Database,
  staff: Staff<"money">,
  ids: string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .select(pick(bankRows, "id", "cents", "sender", "message"))
    .from(bankRows)
    .where(and(eq(bankRows.state, "open"), sql`${bankRows.id} = any(${sql.param(ids)}::uuid[])`))
    .orderBy(asc(bankRows.occurredOn), asc(bankRows.id));
  const match = matcher(await openBooks(db, rows));
  let booked = 0;
  for (const row of rows) {
    const exact = match(row).find(({ isExact }) => isExact);
    // If two rows match the same items, the first one gets them.
    if (exact && (await bookExactly(db, staff, row.id, exact)).entryId) booked += 1;
  }
  return booked;
}

function bookExactly(
  db: Database,
  staff: Staff<"money">,
  rowId: string,
  { customerId, settles }: Proposal,
): Promise<Booked> {
  return bookRow(db, staff, { rowId, customerId, settles, decided: "exact match" });
}

export interface RowBooking {
  rowId: string;
  customerId: string;
  settles: Settling;
}

/**
 * Books a payment received for a customer; the rest stays as credit. Its sender is proposed for the
 * customer from then on. Refused if someone else has decided the row. For staff who keep the books.
 */
export function bookBankRow(
  db: Database,
  staff: Staff<"money">,
  wanted: RowBooking,
): Promise<Booked> {
  return bookRow(db, staff, { ...wanted, decided: "by hand" });
}

/**
 * Books a payment received as the deposit of an order that waits for exactly this amount: it
 * settles nothing until the order's invoice, releases the order's hold, and notifies the client.
 * Refused if someone else has decided the row or taken the deposit. For staff who keep the books.
 */
export async function bookBankDeposit(
  db: Database,
  staff: Staff<"money">,
  rowId: string,
  orderId: string,
  shop: Shop,
): Promise<Booked> {
  try {
    return await db.transaction(async (tx) => {
      // Lock order: the order first, then its customer.
      const unpaid = await lockUnpaidDeposit(tx, orderId);
      if (!unpaid) throw new BookRefused("changed meanwhile");
      const { customerId, number } = unpaid.order;
      await lockBooked(tx, customerId);
      const entryId = await bookLocked(tx, staff, {
        rowId,
        customerId,
        decided: "by hand",
        settles: "nothing yet",
        deposit: { number, cents: unpaid.cents },
      });
      await depositPaid(tx, staff, unpaid, entryId, shop);
      return { entryId };
    });
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) return { refused };
    throw error;
  }
}

interface DecidedBooking extends RowBooking {
  decided: "exact match" | "by hand";
  /** The deposit it pays, with the order's number. */
  deposit?: { number: number; cents: number };
}

/** Locks the customer first, then the row. */
function bookRow(db: Database, staff: Staff<"money">, row: DecidedBooking): Promise<Booked> {
  return booking(db, row.customerId, (tx) => bookLocked(tx, staff, row));
}

/** Like `bookRow`, in the transaction with the customer's lock. Returns the entry's id. */
async function bookLocked(
  tx: Transaction,
  staff: Staff<"money">,
  { rowId, customerId, settles, decided, deposit }: DecidedBooking,
): Promise<string> {
  const [row] = isUuid(rowId)
    ? await tx
        .select()
        .from(bankRows)
        .where(and(eq(bankRows.id, rowId), eq(bankRows.state, "open")))
        .for("update")
    : [];
  if (!row) throw new BookRefused("decided meanwhile");
  if (deposit && row.cents !== deposit.cents) throw new BookRefused("changed meanwhile");
  if (decided === "exact match" && Array.isArray(settles)) {
    const open = new Map(
      (await openItems(tx, customerId)).map(({ entryId, openCents }) => [entryId, openCents]),
    );
    const isExact = settles.every(({ entryId, cents }) => open.get(entryId) === cents);
    if (!isExact) throw new BookRefused("changed meanwhile");
  }
  const { cents, sender, message, occurredOn } = row;
  const entryId = await bookByHandIn(tx, staff, {
    // The row's state keeps it from being booked twice.
    customerId,
    kind: "payment",
    cents: -cents,
    method: "etransfer",
    occurredOn,
    settles,
    note: [deposit && `Deposit for order ${deposit.number}`, sender, message]
      .filter(Boolean)
      .join(": ")
      .slice(0, 1000),
  });
  await tx
    .update(bankRows)
    .set({ state: "booked", entryId, decidedBy: staff.userId, decidedAt: new Date() })
    .where(eq(bankRows.id, rowId));
  const alias = normalizedSender(sender);
  if (decided === "by hand" && alias !== "") {
    await tx
      .insert(senderAliases)
      .values({ sender: alias, customerId })
      .onConflictDoUpdate({
        target: [senderAliases.sender, senderAliases.customerId],
        set: { confirmedAt: new Date() },
      });
  }
  const [customer] = await tx
    .select({ client: listedName })
    .from(customers)
    .where(eq(customers.id, customerId));
  await recordAudit(tx, staff, {
    entity: "bank",
    entityId: rowId,
    action: "booked",
    after: { client: customer?.client, amount: toDollars(cents), decided },
  });
  return entryId;
}

/**
 * Takes the booking of a row back: its payment is reversed, what it settled is open again, and the
 * row is to be decided. For staff who keep the books.
 */
export async function unbookBankRow(
  db: Database,
  staff: Staff<"money">,
  rowId: string,
  shop: Shop,
): Promise<Booked> {
  const row = await getBankRow(db, staff, rowId);
  if (!row?.booked) return { refused: "decided meanwhile" };
  const { customerId, entryId: paymentId } = row.booked;
  const note = "Booked from the bank's file by mistake.";
  return reversePayment(db, staff, { customerId, paymentId, note }, shop);
}
