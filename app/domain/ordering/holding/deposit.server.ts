import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  askFor,
  type Deposit,
  depositOf,
  freeDeposit,
  markPaid,
  orderOfDeposit,
} from "#app/domain/ledger/deposits.server.ts";
import { byMethod, methodText } from "#app/domain/ledger/ledger-entry.ts";
import { holdsForClient } from "#app/domain/orders/hold.ts";
import { endHold, holdOrder, holdsOf, isFree, isHeldFor } from "#app/domain/orders/holds.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { tellOfOrder } from "#app/domain/orders/order-recipient.server.ts";
import { orderGone, orderSettled } from "#app/domain/orders/order-refusals.server.ts";
import { lockOrder, type OrderRow, touchOrder } from "#app/domain/orders/order-rows.server.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";
import { isBegun } from "../delivery/day-prices.server.ts";
import {
  afterCancelling,
  type DepositBack,
  depositAskedMail,
  depositBackMail,
  depositPaidMail,
  depositWays,
  ifCancelled,
  takenOff,
  usedElsewhere,
} from "../mails/deposit-mails.ts";
import { endAsPaid, holdIfUnpaid } from "./prepaid-orders.server.ts";

/**
 * Requests a deposit in cents and holds the order until it is paid or somebody releases the hold.
 * Another request changes the amount. The client is emailed. For staff who take orders.
 *
 * @throws Refusal once packing has begun, if the deposit is paid, or if it exceeds the order's
 *   maximum
 */
export function askDeposit(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
  cents: number,
  shop: Shop,
): Promise<void> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw orderGone();
    if (order.status !== "pending") throw orderSettled(order.status);
    if (await isBegun(tx, order.id)) {
      throw new Refusal("being packed", "This order is being packed. Nothing was changed.");
    }
    const { mostCents } = await costsNow(tx, order.id);
    if (cents > mostCents) {
      const message = `The order comes to ${formatCents(mostCents)} at most. Please ask for that or less.`;
      throw new Refusal("more than the order", message, { field: "amount" });
    }
    const { customerId } = order;
    if (!(await askFor(tx, { orderId: order.id, customerId, cents, askedBy: staff.userId }))) {
      throw new Refusal("paid", "The deposit of this order is paid already.");
    }
    // The hold's note has the amount, so a new amount is a new hold.
    await endHold(tx, order.id, "deposit", staff, "Another amount");
    await holdOrder(tx, order.id, "deposit", formatCents(cents));
    await touchOrder(tx, order.id);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: order.id,
      action: "deposit asked for",
      after: { amount: toDollars(cents) },
    });
    await tellOfOrder(tx, order, shop, ({ guestUrl }) =>
      depositAskedMail({ order, cents, shop, guestUrl }),
    );
  });
}

/** Returns an order's deposit and its maximum; null if unknown. For staff who take orders. */
export async function depositOfOrder(
  db: Database,
  _staff: Staff<"sell">,
  orderId: string,
): Promise<{ number: number; mostCents: number; deposit: Deposit | null } | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return null;
  const [{ mostCents }, deposit] = [await costsNow(db, orderId), await depositOf(db, orderId)];
  return { number: order.number, mostCents, deposit };
}

/**
 * Returns the unpaid deposit in cents while its hold is open; null if there is none. Releasing the
 * hold waives the deposit. The caller must have checked access.
 */
export async function openDeposit(
  db: Database | Transaction,
  orderId: string,
): Promise<number | null> {
  if (!(await isHeldFor(db, orderId, "deposit"))) return null;
  const deposit = await depositOf(db, orderId);
  return deposit && !deposit.isPaid ? deposit.cents : null;
}

export interface ShownDeposit {
  cents: number;
  isPaid: boolean;
  says: string;
  /** What cancelling the order does with it; empty if nothing of it is left. */
  ifCancelled: string;
}

/**
 * Returns the deposit that an order waits for or has, as its client sees it; null for none, once an
 * invoice has used it, or if it was released unpaid. The caller must have checked access.
 */
export async function shownDeposit(
  db: Database,
  { id, number, status }: { id: string; number: number; status: string },
  shop: Shop,
  { isGuest }: { isGuest: boolean },
): Promise<ShownDeposit | null> {
  if (status !== "pending" && status !== "cancelled") return null;
  const found = await depositOf(db, id);
  if (!found || found.isUsed) return null;
  const { cents, isPaid } = found;
  if (!isPaid && !(status === "pending" && (await isHeldFor(db, id, "deposit")))) return null;
  if (!isPaid) {
    return { cents, isPaid, says: depositWays({ number, cents }, shop), ifCancelled: "" };
  }
  const free = await freeDeposit(db, id);
  if (!free) {
    const says = status === "pending" ? usedElsewhere : afterCancelling(isGuest);
    return { cents, isPaid, says, ifCancelled: "" };
  }
  const { freeCents, isWhole } = free;
  if (status !== "pending") {
    return { cents: freeCents, isPaid, says: afterCancelling(isGuest), ifCancelled: "" };
  }
  const says = takenOff(freeCents, isWhole ? cents : freeCents);
  return { cents: freeCents, isPaid, says, ifCancelled: ifCancelled(freeCents, isGuest) };
}

export interface UnpaidDeposit {
  order: OrderRow;
  cents: number;
}

/** Locks an order with an unpaid deposit and returns it with the cents; null if there is none. */
export async function lockUnpaidDeposit(
  tx: Transaction,
  orderId: string,
): Promise<UnpaidDeposit | null> {
  const order = await lockOrder(tx, orderId);
  const cents = order?.status === "pending" ? await openDeposit(tx, order.id) : null;
  return order && cents !== null ? { order, cents } : null;
}

/**
 * Records a booked payment as the order's deposit: ends the hold and tells the client. A deposit of
 * the order's maximum also counts as prepayment, whatever else the client owes, since it settles
 * nothing else. The caller holds the order's lock.
 */
export async function depositPaid(
  tx: Transaction,
  staff: Staff,
  { order, cents }: UnpaidDeposit,
  entryId: string,
  shop: Shop,
): Promise<void> {
  await markPaid(tx, order.id, entryId);
  await endHold(tx, order.id, "deposit", staff, "The deposit was paid");
  if (cents >= (await costsNow(tx, order.id)).mostCents) await endAsPaid(tx, staff, order.id);
  await touchOrder(tx, order.id);
  const [entry] = await tx
    .select(pick(ledgerEntries, "cents", "method", "reference", "note"))
    .from(ledgerEntries)
    .where(eq(ledgerEntries.id, entryId));
  const handedCents = -(entry?.cents ?? -cents);
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: order.id,
    action: "deposit paid",
    after: {
      amount: toDollars(handedCents),
      ...(entry?.method && { method: methodText[entry.method] }),
      ...(entry?.reference && { reference: entry.reference }),
      ...(entry?.note && { note: entry.note }),
    },
  });
  const free = await isFree(tx, order.id);
  await tellOfOrder(
    tx,
    order,
    shop,
    ({ guestUrl }) =>
      depositPaidMail({
        order,
        cents: handedCents,
        askedCents: cents,
        shop,
        guestUrl,
        isFree: free,
      }),
    { hasInvoice: true },
  );
}

/** Locks and returns the order whose unused deposit this payment is; undefined for others. */
export async function lockOrderOfDeposit(
  tx: Transaction,
  paymentId: string,
): Promise<OrderRow | undefined> {
  const orderId = isUuid(paymentId) ? await orderOfDeposit(tx, paymentId) : null;
  return orderId === null ? undefined : lockOrder(tx, orderId);
}

/**
 * Holds an order for its deposit again after the payment was reversed, unless packing has begun.
 * The client is emailed why. The caller holds the order's lock.
 */
export async function awaitDepositAgain(
  tx: Transaction,
  staff: Staff,
  order: OrderRow,
  back: DepositBack,
  shop: Shop,
): Promise<void> {
  const deposit = await depositOf(tx, order.id);
  if (!deposit || order.status !== "pending" || (await isBegun(tx, order.id))) return;
  await holdOrder(tx, order.id, "deposit", formatCents(deposit.cents));
  await touchOrder(tx, order.id);
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: order.id,
    action: "deposit taken back",
    after: { amount: toDollars(deposit.cents) },
  });
  const { cents } = deposit;
  await tellOfOrder(tx, order, shop, ({ guestUrl }) =>
    depositAskedMail({ order, cents, shop, guestUrl, back }),
  );
}

interface GivenBack {
  /** As handed out, in cents; cash is rounded. */
  cents: number;
  method: PaymentMethod;
  /** The part that stays paid; 0 if all was given back. */
  leftCents: number;
  /** The amount that is requested again; null for none. */
  askedCents: number | null;
  reason: string;
}

/**
 * Settles an order's holds after its deposit was given back (`markGivenBack`), and tells the
 * client. The order waits for the deposit if it is requested again, and for payment if the deposit
 * had prepaid it. The caller holds the locks of the order and its customer.
 */
export async function depositGivenBack(
  tx: Transaction,
  staff: Staff,
  order: OrderRow,
  { cents, method, leftCents, askedCents, reason }: GivenBack,
  shop: Shop,
): Promise<void> {
  const isPending = order.status === "pending";
  const how = byMethod(method);
  if (askedCents !== null) await holdOrder(tx, order.id, "deposit", formatCents(askedCents));
  else if (isPending && !(await isBegun(tx, order.id))) await holdIfUnpaid(tx, order);
  await touchOrder(tx, order.id);
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: order.id,
    action: askedCents === null ? "deposit given back" : "deposit asked for again",
    after: { amount: toDollars(cents), method: methodText[method], reason },
  });
  const open = (await holdsOf(tx, order.id)).filter(({ releasedAt }) => releasedAt === null);
  const waits = holdsForClient(open.map((hold) => hold.reason));
  const then = isPending ? waits || "We cut the order as planned." : "";
  await tellOfOrder(
    tx,
    order,
    shop,
    ({ guestUrl }) =>
      askedCents === null
        ? depositBackMail({ order, cents, how, leftCents, then, shop, guestUrl })
        : depositAskedMail({ order, cents: askedCents, shop, guestUrl, back: "given back", how }),
    { hasInvoice: true },
  );
}
