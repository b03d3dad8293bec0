import { and, eq, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { askedAtTill, judgePart, judgeTenders } from "#app/domain/door/till/till.ts";
import { isTaken, takeTenders } from "#app/domain/door/till/till-receipts.server.ts";
import { type LockedSession, lockOpenSession } from "#app/domain/door/till/tills.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { refusalText } from "#app/domain/ledger/book-form.ts";
import { lockBooked } from "#app/domain/ledger/book-refused.server.ts";
import { settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import {
  depositPaid,
  lockUnpaidDeposit,
  openDeposit,
  type UnpaidDeposit,
} from "#app/domain/ordering/holding/deposit.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import type { TillMethod } from "#db/schema/values/tills.ts";
import { bookByHandIn, booking } from "./by-hand.server.ts";
import { type OrderDebt, type OrderPayment, tillMethodOf } from "./pay-order.ts";
import { auditForOrders } from "./payments-of-order.server.ts";
import { refuseSameAtDoor } from "./same-at-door.server.ts";

/**
 * Returns the amounts to pay for an order; null for an unknown one. Only invoices for this order
 * alone count: a monthly invoice belongs to the account, which staff at the counter don't see.
 */
export function debtOfOrder(
  db: Database,
  _staff: Staff<"till"> | Staff<"money">,
  orderId: string,
): Promise<OrderDebt | null> {
  return readDebt(db, orderId);
}

async function readDebt(db: Database | Transaction, orderId: string): Promise<OrderDebt | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({
      orderNumber: orders.number,
      customerId: orders.customerId,
      isPending: sql<boolean>`${orders.status} = 'pending'`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return null;
  const own = await db
    .select({ id: documentOrders.documentId })
    .from(documentOrders)
    .where(
      and(
        eq(documentOrders.orderId, orderId),
        sql`not exists (select from document_orders as others
          where others.document_id = ${documentOrders.documentId}
            and others.order_id <> ${orderId}::uuid)`,
      ),
    );
  const isOwn = new Set(own.map(({ id }) => id));
  const debts = (await openItems(db, order.customerId)).flatMap(
    ({ entryId, documentId, documentNumber, openCents }) =>
      documentId !== null && isOwn.has(documentId)
        ? [{ entryId, documentId, documentNumber, openCents }]
        : [],
  );
  const { isPending, ...facts } = order;
  const asked = isPending ? await openDeposit(db, orderId) : null;
  return { ...facts, debts, depositCents: asked ?? 0 };
}

/**
 * Books an on-the-spot payment for an order, which settles its invoices or is its deposit. It can't
 * exceed the open amount, since change is given and not booked. Cash may go into the drawer of an
 * open till, rounded as there, and card terminal payments may be counted with it, by staff of the
 * counter. Idempotent. For staff who take money or keep it.
 *
 * @throws Refusal
 */
export async function takePayment(
  db: Database,
  staff: Staff<"till"> | Staff<"money">,
  orderId: string,
  payment: OrderPayment,
  shop: Shop,
): Promise<void> {
  const { requestId, amount, method, reference, anotherCheque, drawer } = payment;
  const found = await readDebt(db, orderId);
  if (!found) throw new Refusal("gone", "There is no such order. Nothing was recorded.");
  if (found.depositCents > 0) return takeDeposit(db, staff, orderId, payment, shop);
  if (tillMethodOf(method) && drawer && staffMay(staff, "till")) {
    return takeIntoDrawer(db, staff, { orderId, customerId: found.customerId }, payment, drawer);
  }
  const { refused } = await booking(db, found.customerId, async (tx) => {
    if (await isTaken(tx, requestId, orderId)) return "";
    const [earlier] = await tx
      .select({ id: ledgerEntries.id })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.requestId, requestId));
    if (earlier) return earlier.id;
    const { customerId } = found;
    const on = pacificDay(new Date());
    const same = { customerId, cents: amount, method, on, reference, requestId };
    await refuseSameAtDoor(tx, same, { isAnotherCheque: anotherCheque === "yes" });
    const debts = (await readDebt(tx, orderId))?.debts ?? [];
    const openCents = sumCents(debts, (debt) => debt.openCents);
    if (amount > openCents) throw overpaid(openCents);
    const entry = { customerId, cents: -amount, method, reference, requestId };
    const settles = settledInOrder(amount, debts);
    const paid = { action: "payment booked", cents: amount, method, reference } as const;
    await auditForOrders(tx, staff, [orderId.toLowerCase()], paid);
    return bookByHandIn(tx, staff, { ...entry, kind: "payment", occurredOn: on, settles });
  });
  if (refused) throw new Refusal(refused, refusalText[refused]);
}

/** Takes a payment for an order with an open till, as for a pickup. */
function takeIntoDrawer(
  db: Database,
  staff: Staff<"till">,
  { orderId, customerId }: { orderId: string; customerId: string },
  { requestId, amount, method: typed, reference }: OrderPayment,
  drawer: string,
): Promise<void> {
  return transactionWithRetry(db, async (tx) => {
    const session = await lockOpenSession(tx, drawer);
    await lockOrders(tx, orderId);
    await lockCustomer(tx, customerId);
    if (await isTaken(tx, requestId, orderId)) return;
    if (await tx.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) return;
    const on = pacificDay(new Date());
    const method = tillMethodOf(typed) ?? "cash";
    await refuseSameAtDoor(tx, { customerId, cents: amount, method, on, reference, requestId });
    const debts = (await readDebt(tx, orderId))?.debts ?? [];
    const openCents = sumCents(debts, (debt) => debt.openCents);
    if (openCents === 0) throw overpaid(openCents);
    const { accepted, problem } = judgePart(openCents, [tenderOf({ amount, method, reference })]);
    if (!accepted) throw new Refusal("amount", problem, { field: "amount", status: 409 });
    await takeTenders(
      tx,
      {
        requestId,
        session,
        customerId,
        orderId,
        documentIds: debts.map(({ documentId }) => documentId),
        staff,
        takenAt: new Date(),
        occurredOn: on,
      },
      accepted,
    );
    await auditIntoDrawer(tx, staff, { customerId, session, amount, method });
    await auditForOrders(tx, staff, [orderId.toLowerCase()], {
      action: "payment booked",
      cents: amount,
      method,
      reference,
      note: `At till ${session.number}`,
    });
  });
}

/** Locks the till's session first, then the order, then its customer. */
async function takeDeposit(
  db: Database,
  staff: Staff<"till"> | Staff<"money">,
  orderId: string,
  payment: OrderPayment,
  shop: Shop,
): Promise<void> {
  const { requestId, amount, method, drawer } = payment;
  await db.transaction(async (tx) => {
    const session =
      tillMethodOf(method) && drawer && staffMay(staff, "till")
        ? await lockOpenSession(tx, drawer)
        : null;
    const unpaid = await lockUnpaidDeposit(tx, orderId);
    if (await isTaken(tx, requestId, orderId)) return;
    if (await tx.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) return;
    if (!unpaid) {
      const message = "This deposit is not open any more. Nothing was recorded.";
      throw new Refusal("not open", message, { status: 409 });
    }
    const { order, cents } = unpaid;
    const askedCents = session ? askedAtTill(cents, tillMethodOf(method) ?? "cash") : cents;
    if (amount !== askedCents) {
      const message = `Please take the whole deposit of ${formatCents(askedCents)}.`;
      throw new Refusal("another amount", message, { field: "amount", status: 409 });
    }
    await lockBooked(tx, order.customerId);
    const entryId = session
      ? await depositIntoDrawer(tx, staff, { ...unpaid, session }, payment)
      : await depositOfNoDrawer(tx, staff, unpaid, payment);
    await depositPaid(tx, staff, unpaid, entryId, shop);
  });
}

function depositOfNoDrawer(
  tx: Transaction,
  staff: Staff<"till"> | Staff<"money">,
  { order, cents }: UnpaidDeposit,
  { method, reference, requestId }: OrderPayment,
): Promise<string> {
  const { customerId } = order;
  return bookByHandIn(tx, staff, {
    customerId,
    kind: "payment",
    cents: -cents,
    method,
    reference,
    requestId,
    occurredOn: pacificDay(new Date()),
    note: depositNote(order),
    settles: "nothing yet",
  });
}

/** Takes a deposit with an open till, cash rounded as there; it waits for its order's invoice. */
async function depositIntoDrawer(
  tx: Transaction,
  staff: Staff,
  { order, cents, session }: UnpaidDeposit & { session: LockedSession },
  { requestId, amount, method: typed, reference }: OrderPayment,
): Promise<string> {
  const { id: orderId, customerId } = order;
  const method = tillMethodOf(typed) ?? "cash";
  const { accepted, problem } = judgeTenders(cents, [tenderOf({ amount, method, reference })]);
  if (!accepted) throw new Refusal("amount", problem, { field: "amount", status: 409 });
  const [entryId = ""] = await takeTenders(
    tx,
    {
      requestId,
      session,
      customerId,
      orderId,
      documentIds: [],
      staff,
      takenAt: new Date(),
      occurredOn: pacificDay(new Date()),
      what: depositNote(order),
    },
    accepted,
  );
  await auditIntoDrawer(tx, staff, { customerId, session, amount, method });
  return entryId;
}

/** Only cash is handed over, and change given. */
const tenderOf = ({
  amount,
  method,
  reference,
}: {
  amount: number;
  method: TillMethod;
  reference: string;
}) => ({
  method,
  cents: amount,
  tenderedCents: method === "cash" ? amount : null,
  reference,
});

const depositNote = ({ number }: { number: number }) => `Deposit for order ${number}`;

function auditIntoDrawer(
  tx: Transaction,
  staff: Staff,
  taken: { customerId: string; session: LockedSession; amount: number; method: TillMethod },
): Promise<void> {
  const { customerId, session, amount, method } = taken;
  return recordAudit(tx, staff, {
    entity: "payment",
    entityId: customerId,
    action: "payment booked",
    after: { amount: toDollars(amount), method, note: `At till ${session.number}` },
  });
}

function overpaid(openCents: number): Refusal {
  const message =
    openCents === 0
      ? "Nothing is open for this order. Nothing was recorded."
      : `Only ${formatCents(openCents)} is open. Please enter that or less, and give the rest back as change.`;
  return new Refusal("more than the amount", message, { field: "amount", status: 409 });
}
