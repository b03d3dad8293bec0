import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { invoiceNow } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import { refuseCounted, takeBackRounding } from "#app/domain/door/take-back.server.ts";
import {
  type LockedAtTill,
  lockTakeBackAtTill,
  recordTakeBackAtTill,
} from "#app/domain/door/till/take-back-at-till.server.ts";
import {
  refundsOf,
  type Settling,
  settle,
  unsettle,
} from "#app/domain/ledger/allocations.server.ts";
import { book, type NewEntry, reverse } from "#app/domain/ledger/book-entries.server.ts";
import { type BookRefusal, refusalText, type TypedBooking } from "#app/domain/ledger/book-form.ts";
import { BookRefused, lockBooked, refusalIn } from "#app/domain/ledger/book-refused.server.ts";
import { refuseReserved } from "#app/domain/ledger/deposits.server.ts";
import { refundedInWords } from "#app/domain/ledger/ledger-entry.ts";
import {
  awaitDepositAgain,
  lockOrderOfDeposit,
} from "#app/domain/ordering/holding/deposit.server.ts";
import type { DepositBack } from "#app/domain/ordering/mails/deposit-mails.ts";
import type { OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { reopenBankRow } from "./bank/rows.server.ts";
import { tellCreditBack } from "./credit-back-mail.server.ts";
import { auditForOrders, ordersPaidBy } from "./payments-of-order.server.ts";
import { refuseSameAtDoor } from "./same-at-door.server.ts";

// Manual bookings to customers' accounts, with their audit log.

export type Booked =
  | { entryId: string; refused?: never }
  | { entryId?: never; refused: BookRefusal };

/**
 * Runs a booking, which returns its entry, in a transaction that holds the customer's lock.
 * Refusals, including the database's, are returned as a reason.
 *
 * @param first takes the locks that come before the customer's
 */
export async function booking(
  db: Database,
  customerId: string,
  run: (tx: Transaction) => Promise<string>,
  first: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<Booked> {
  if (!isUuid(customerId)) return { refused: "unknown customer" };
  try {
    const entryId = await db.transaction(async (tx) => {
      await first(tx);
      await lockBooked(tx, customerId);
      return run(tx);
    });
    return { entryId };
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) return { refused };
    throw error;
  }
}

const doneInWords = {
  payment: "payment booked",
  refund: "refunded",
  write_off: "written off",
  adjustment: "adjusted",
} as const;

export type HandEntry = NewEntry & { settles?: Settling };

/**
 * Books a payment, a refund, a write-off, a charge or a credit. A refund can't exceed the available
 * credit. Idempotent. For staff who keep the books.
 */
export function bookByHand(db: Database, staff: Staff<"money">, entry: HandEntry): Promise<Booked> {
  return booking(db, entry.customerId, (tx) => bookByHandIn(tx, staff, entry));
}

/**
 * Like `bookByHand`, in the caller's transaction, which holds the customer's lock. Payments may
 * also be booked by staff who take money without keeping accounts.
 *
 * @throws BookRefused
 */
export async function bookByHandIn(
  tx: Transaction,
  ...[staff, { settles, ...entry }]:
    | [staff: Staff<"money">, entry: HandEntry]
    | [staff: Staff<"till"> | Staff<"money">, entry: HandEntry & { kind: "payment" }]
): Promise<string> {
  const { customerId, kind, cents, method, note } = entry;
  const { entryId, settledCents, isNew } = await book(tx, staff, entry, settles);
  if (!isNew) return entryId;
  if (kind === "refund" && settledCents < cents) throw new BookRefused("more than the amount");
  const amount = toDollars(kind === "adjustment" ? cents : Math.abs(cents));
  await audit(tx, staff, customerId, doneInWords[kind], {
    amount,
    ...(method ? { method } : { note }),
  });
  return entryId;
}

/**
 * Settles debts with the unused part of a payment or a credit. For staff who keep the books.
 *
 * @throws Refusal if it is a deposit that waits for its order
 */
export function settleWithCredit(
  db: Database,
  staff: Staff<"money">,
  { customerId, creditId, settles }: { customerId: string; creditId: string; settles: Settling },
): Promise<Booked> {
  return booking(db, customerId, async (tx) => {
    await refuseReserved(tx, creditId);
    const cents = await settle(tx, staff, { customerId, entryId: creditId }, settles);
    if (cents === 0) throw new BookRefused("changed meanwhile");
    await audit(tx, staff, customerId, "credit used", { amount: toDollars(cents) });
    return creditId;
  });
}

/** Takes back a credit's settling of a debit; both are open again. For staff who keep the books. */
export function takeBack(
  db: Database,
  staff: Staff<"money">,
  pair: { customerId: string; creditId: string; debitId: string },
): Promise<Booked> {
  return booking(db, pair.customerId, async (tx) => {
    const cents = await unsettle(tx, staff, pair);
    if (cents === 0) throw new BookRefused("changed meanwhile");
    const amount = toDollars(cents);
    await audit(tx, staff, pair.customerId, "settlement taken back", { amount });
    return pair.creditId;
  });
}

/**
 * Takes a payment back in full, such as a bounced cheque. What it settled is open again, credit
 * that was paid back of it is owed, rounded cash is owed exactly, its row of a bank's file is to be
 * decided, and an unpacked order waits for its deposit again and its client is notified. The report
 * of a counted till keeps it, and says where its cash is. For staff who keep the books.
 *
 * @param what `cash` says where cash is that was counted with its till (`lockTakeBackAtTill`)
 * @throws Refusal for a deposit that was partly given back, since giving it back already undoes it;
 *  for a payment at a door, other than a cheque, that is counted in its run's cash-up; for cash
 *  counted with a till if nobody says where it is, or its drawer can't give it back
 */
export function reversePayment(
  db: Database,
  staff: Staff<"money">,
  what: { customerId: string; paymentId: string; note: string; cash?: string },
  shop: Shop,
): Promise<Booked> {
  const { customerId, paymentId, note, cash = "" } = what;
  let order: OrderRow | undefined;
  let atTill: LockedAtTill | null = null;
  const first = async (tx: Transaction) => {
    atTill = await lockTakeBackAtTill(tx, paymentId, cash);
    order = await lockOrderOfDeposit(tx, paymentId);
  };
  const run = async (tx: Transaction) => {
    await refuseCounted(tx, paymentId, { mayBounce: true });
    const refunds = await refundsOf(tx, paymentId);
    const given = refundedInWords(refunds.filter(({ isDepositBack }) => isDepositBack));
    if (given) throw new Refusal("given back", `${given} Nothing was changed.`, { status: 409 });
    const orderIds = await ordersPaidBy(tx, paymentId);
    const [reversed] = await reverse(tx, staff, {
      kind: "payment",
      entryIds: [paymentId],
      customerId,
      note,
    });
    if (!reversed) throw new BookRefused("changed meanwhile");
    await takeBackRounding(tx, staff, paymentId);
    if (atTill) await recordTakeBackAtTill(tx, staff, atTill, note);
    const amount = toDollars(-reversed.cents);
    await audit(tx, staff, customerId, "payment taken back", { amount, note });
    const { cents, method } = reversed;
    const back = { action: "payment taken back", cents: -cents, method, note } as const;
    await auditForOrders(tx, staff, orderIds, back);
    await reopenBankRow(tx, staff, { customerId, paymentId });
    if (order) await awaitDepositAgain(tx, staff, order, depositBack(atTill), shop);
    return reversed.counterId;
  };
  return booking(db, customerId, run, first);
}

/** Cash that is still here was recorded wrongly, and so perhaps was any other payment. */
function depositBack(atTill: LockedAtTill | null): DepositBack {
  const cash = atTill?.cash ?? null;
  return cash === null || cash === "still here" ? "taken back" : cash;
}

function audit(
  tx: Transaction,
  staff: Staff,
  entityId: string,
  action: string,
  after: object,
): Promise<void> {
  return recordAudit(tx, staff, { entity: "payment", entityId, action, after });
}

/**
 * Books an entry typed into a form of an account. For staff who keep the books.
 *
 * @throws Refusal
 */
export async function bookTyped(
  db: Database,
  staff: Staff<"money">,
  customerId: string,
  typed: TypedBooking,
  shop: Shop,
): Promise<void> {
  const { refused } = await applyBookAction(db, staff, customerId, typed, shop);
  if (!refused) return;
  const day = typed.intent === "refund" ? "paidOn" : "receivedOn";
  const field = refused === "date in the future" ? day : undefined;
  throw new Refusal(refused, refusalText[refused], { field, status: 409 });
}

async function applyBookAction(
  db: Database,
  staff: Staff<"money">,
  customerId: string,
  typed: TypedBooking,
  shop: Shop,
): Promise<Pick<Booked, "refused">> {
  const bookEntry = (entry: Omit<HandEntry, "customerId">) =>
    bookByHand(db, staff, { ...entry, customerId });
  switch (typed.intent) {
    case "payment": {
      const { amount, chosen, receivedOn: occurredOn } = typed;
      const settling = { oldest: "oldest first", chosen, none: "nothing yet" } as const;
      const settles = settling[typed.settles];
      const { requestId, method, reference, anotherCheque } = typed;
      return booking(db, customerId, async (tx) => {
        const paid = { customerId, cents: amount, method, on: occurredOn, reference, requestId };
        await refuseSameAtDoor(tx, paid, { isAnotherCheque: anotherCheque === "yes" });
        const entry = { ...typed, customerId, cents: -amount, occurredOn, settles };
        return bookByHandIn(tx, staff, { ...entry, kind: "payment" });
      });
    }
    case "use":
      return settleWithCredit(db, staff, { ...typed, customerId, settles: "oldest first" });
    case "take back":
      return takeBack(db, staff, { ...typed, customerId });
    case "reverse":
      return reversePayment(db, staff, { ...typed, customerId }, shop);
    case "write off": {
      const { amount, debitId } = typed;
      const settles = [{ entryId: debitId, cents: amount }];
      return bookEntry({ ...typed, kind: "write_off", cents: -amount, settles });
    }
    case "charge":
      return bookEntry({ ...typed, kind: "adjustment", cents: typed.amount });
    case "credit":
      return bookEntry({ ...typed, kind: "adjustment", cents: -typed.amount });
    case "refund": {
      const { amount: cents, paidOn: occurredOn, requestId, method, reference } = typed;
      return booking(db, customerId, async (tx) => {
        const isKnown = eq(ledgerEntries.requestId, requestId);
        const [known] = await tx
          .select({ id: ledgerEntries.id })
          .from(ledgerEntries)
          .where(isKnown);
        if (known) return known.id;
        const entry = { ...typed, customerId, cents, occurredOn, settles: "oldest first" } as const;
        const entryId = await bookByHandIn(tx, staff, { ...entry, kind: "refund" });
        const paid = { customerId, entryId, cents, method, reference, occurredOn };
        await tellCreditBack(tx, paid, shop);
        return entryId;
      });
    }
    case "invoice now": {
      const number = await invoiceNow(db, staff, { customerId, upTo: typed.upTo }, shop);
      return number ? {} : { refused: "invoiced meanwhile" };
    }
  }
}
