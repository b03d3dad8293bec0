import { and, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Shop } from "#app/content/company.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { takeBackRounding } from "#app/domain/door/take-back.server.ts";
import { refuseMoreThanHeld } from "#app/domain/door/till/till-moves.server.ts";
import { giveBack, isTaken } from "#app/domain/door/till/till-receipts.server.ts";
import { type LockedSession, lockOpenSession } from "#app/domain/door/till/tills.server.ts";
import { refusalText } from "#app/domain/ledger/book-form.ts";
import {
  depositOf,
  type FreeDeposit,
  freeDeposit,
  markGivenBack,
} from "#app/domain/ledger/deposits.server.ts";
import { isBegun } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { depositGivenBack } from "#app/domain/ordering/holding/deposit.server.ts";
import { wasFreedAsPaid } from "#app/domain/ordering/holding/prepaid-orders.server.ts";
import { holdsOf } from "#app/domain/orders/holds.server.ts";
import { lockOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { penniesInWords, roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { tillReceipts, tillSessions } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import { bookByHandIn, booking } from "./by-hand.server.ts";
import type { DepositToGiveBack, TypedDepositBack } from "./give-deposit-back.ts";
import { tillMethodOf } from "./pay-order.ts";

/** Returns an order's deposit that can be given back, or null. For staff who keep the books. */
export async function depositToGiveBack(
  db: Database,
  _staff: Staff<"money">,
  orderId: string,
): Promise<DepositToGiveBack | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ orderNumber: orders.number, status: orders.status })
    .from(orders)
    .where(eq(orders.id, orderId));
  const deposit = order && (await freeDeposit(db, orderId));
  if (!deposit) return null;
  const holds = await holdsOf(db, orderId);
  const isOpen = order.status === "pending" && !(await isBegun(db, orderId));
  return {
    ...order,
    freeCents: deposit.freeCents,
    method: deposit.method,
    drawer: await drawerOf(db, deposit.entryId),
    holds: holds.flatMap(({ reason, releasedAt }) => (releasedAt ? [] : [reason])),
    isPaidAhead: isOpen && (await wasFreedAsPaid(db, orderId)),
    canAskAgain: isOpen,
  };
}

async function drawerOf(db: Database, entryId: string): Promise<string | null> {
  const took = alias(tillSessions, "took");
  const [open] = await db
    .select({ id: tillSessions.id })
    .from(tillReceipts)
    .innerJoin(took, eq(took.id, tillReceipts.sessionId))
    .innerJoin(
      tillSessions,
      and(eq(tillSessions.tillId, took.tillId), isNull(tillSessions.closedAt)),
    )
    .where(eq(tillReceipts.entryId, entryId));
  return open?.id ?? null;
}

/** Returns the unused cents of an order's paid deposit. For staff who see orders. */
export async function paidAheadOf(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<number> {
  return isUuid(orderId) ? ((await freeDeposit(db, orderId))?.freeCents ?? 0) : 0;
}

/**
 * Gives a paid deposit back, or a part of it: a refund that uses up its payment. Cash, rounded, and
 * card terminal refunds may come out of an open till. The deposit's request is withdrawn, unless
 * all of it was given back and it is asked for again. The client is emailed. Pennies in cash are
 * refused. Idempotent. For staff who keep the books; out of a till, for those who take money there
 * too.
 *
 * @throws Refusal
 */
export async function giveDepositBack(
  db: Database,
  staff: Staff<"money">,
  orderId: string,
  typed: TypedDepositBack,
  shop: Shop,
): Promise<void> {
  const deposit = isUuid(orderId) ? await freeDeposit(db, orderId) : null;
  if (!deposit && (await isDone(db, typed.requestId))) return;
  if (!deposit) throw nothingLeft();
  let session: LockedSession | null = null;
  let order: OrderRow | undefined;
  const first = async (tx: Transaction) => {
    session = await lockTill(tx, staff, typed);
    order = await lockOrder(tx, orderId);
  };
  const { refused } = await booking(
    db,
    deposit.customerId,
    async (tx) => {
      if (await isTaken(tx, typed.requestId, orderId, "refund")) return "";
      if (await isDone(tx, typed.requestId)) return "";
      if (order) await giveBackIn(tx, staff, { order, session }, typed, shop);
      return "";
    },
    first,
  );
  if (refused) throw new Refusal(refused, refusalText[refused], { status: 409 });
}

/** Exclusive, so that two people can't pay out the drawer's last cash. */
async function lockTill(
  tx: Transaction,
  staff: Staff,
  { method, drawer }: TypedDepositBack,
): Promise<LockedSession | null> {
  if (!tillMethodOf(method) || !drawer) return null;
  if (!staffMay(staff, "till")) {
    const message = "Only whoever takes money at the counter gives it back out of a till.";
    throw new Refusal("not allowed", message, { field: "drawer", status: 403 });
  }
  return lockOpenSession(tx, drawer, "update");
}

const isDone = async (db: Database | Transaction, requestId: string) =>
  (await db.$count(ledgerEntries, eq(ledgerEntries.requestId, requestId))) > 0;

async function giveBackIn(
  tx: Transaction,
  staff: Staff<"money">,
  { order, session }: { order: OrderRow; session: LockedSession | null },
  typed: TypedDepositBack,
  shop: Shop,
): Promise<void> {
  const { method, reason } = typed;
  const deposit = await freeDeposit(tx, order.id);
  if (!deposit) throw nothingLeft();
  const { entryId, freeCents } = deposit;
  const amount = amountOf(typed, freeCents, session);
  const isAll = amount === freeCents;
  const asksAgain = typed.askAgain === "yes";
  refuseUnfit(deposit, { amount, asksAgain });
  if (asksAgain && (order.status !== "pending" || (await isBegun(tx, order.id)))) {
    const message = "This order is packed or cancelled: no deposit can be asked for any more.";
    throw new Refusal("settled", message, { status: 409 });
  }
  const askedCents = (await depositOf(tx, order.id))?.cents ?? freeCents;
  if (isAll && deposit.isWhole) await takeBackRounding(tx, staff, entryId);
  const given = session
    ? await outOfTill(tx, staff, { order, deposit, session }, { ...typed, amount })
    : { cents: amount, refundIds: [await outOfNoTill(tx, staff, { order, deposit }, typed)] };
  const { cents, refundIds } = given;
  await markGivenBack(tx, order.id, {
    paymentId: entryId,
    refundIds,
    cents: amount,
    isAll,
    asksAgain,
  });
  const back = { cents, method, leftCents: freeCents - amount, reason };
  await depositGivenBack(
    tx,
    staff,
    order,
    { ...back, askedCents: asksAgain ? askedCents : null },
    shop,
  );
}

/**
 * Returns the cents to give back. Cash out of a drawer has no pennies: for all of the rest, staff
 * type the rounded amount. Without a till, all of it goes back as it was recorded.
 */
function amountOf(
  { amount, method }: TypedDepositBack,
  freeCents: number,
  session: LockedSession | null,
): number {
  if (method !== "cash") return amount;
  if (session && amount === roundedForCash(freeCents)) return freeCents;
  if (amount % 5 === 0 || (!session && amount === freeCents)) return amount;
  const message = penniesInWords(amount);
  throw new Refusal("pennies", message, { field: "amount", status: 409 });
}

function refuseUnfit(
  { method, freeCents }: FreeDeposit,
  { amount, asksAgain }: { amount: number; asksAgain: boolean },
): void {
  if (method === "card") throw new Refusal("card", refusalText["at the card provider"]);
  if (amount > freeCents) {
    const message = `Only ${formatCents(freeCents)} of the deposit is left. Please enter that or less.`;
    throw new Refusal("more than the amount", message, { field: "amount", status: 409 });
  }
  if (asksAgain && amount < freeCents) {
    const message = `Give all of it back, ${formatCents(freeCents)}, to ask for it again.`;
    throw new Refusal("not all", message, { field: "amount", status: 409 });
  }
}

const noteOf = ({ number }: OrderRow, reason: string) =>
  `Deposit for order ${number} given back: ${reason}`;

interface Giving {
  order: OrderRow;
  deposit: FreeDeposit;
}

function outOfNoTill(
  tx: Transaction,
  staff: Staff<"money">,
  { order, deposit: { customerId, entryId } }: Giving,
  { requestId, amount, method, reference, reason }: TypedDepositBack,
): Promise<string> {
  return bookByHandIn(tx, staff, {
    customerId,
    kind: "refund",
    cents: amount,
    method,
    reference,
    requestId,
    occurredOn: pacificDay(new Date()),
    note: noteOf(order, reason),
    settles: [{ entryId, cents: amount }],
  });
}

async function outOfTill(
  tx: Transaction,
  staff: Staff<"money">,
  { order, deposit, session }: Giving & { session: LockedSession },
  { requestId, amount, method: typed, reference, reason }: TypedDepositBack,
): Promise<{ cents: number; refundIds: string[] }> {
  const { customerId, entryId } = deposit;
  const method = tillMethodOf(typed) ?? "cash";
  const cents = method === "cash" ? roundedForCash(amount) : amount;
  if (method === "cash") await refuseMoreThanHeld(tx, session, cents);
  const taken = {
    requestId,
    session,
    customerId,
    orderId: order.id,
    depositId: entryId,
    staff,
    takenAt: new Date(),
    occurredOn: pacificDay(new Date()),
    otherwise: "",
    what: noteOf(order, reason),
  };
  const part = { method, cents, roundingCents: amount - cents, reference };
  const refundIds = await giveBack(tx, taken, [part]);
  await recordAudit(tx, staff, {
    entity: "payment",
    entityId: customerId,
    action: "refunded",
    after: { amount: toDollars(cents), method, note: `At till ${session.number}` },
  });
  return { cents, refundIds };
}

const nothingLeft = () =>
  new Refusal(
    "gone",
    "Nothing is left of this order’s deposit to give back. Nothing was recorded.",
    {
      status: 409,
    },
  );
