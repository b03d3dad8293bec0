import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { tillReceipts, tillSessions, tills, tillTakeBacks } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import type { CashPlace, TillMethod } from "#db/schema/values/tills.ts";
import { placeInWords } from "./corrections.ts";
import type { OpenDrawer } from "./open-drawer.ts";
import { moveCashIn } from "./till-moves.server.ts";
import { drawerThatGaveBack } from "./till-receipts.server.ts";
import { type LockedSession, lockOpenSession, lockSession } from "./tills.server.ts";

/** A payment at a till that is about to be taken back; its sessions are locked. */
export interface LockedAtTill {
  receiptId: string;
  orderId: string;
  orderNumber: number;
  till: number;
  method: TillMethod;
  cents: number;
  /** True once its drawer was counted; the signed figures still include the payment. */
  isCounted: boolean;
  /** Where the cash is; null for other methods, and while its drawer is open. */
  cash: CashPlace | null;
  /** The session whose drawer gives the cash back; null if none does. */
  drawer: LockedSession | null;
}

/**
 * Locks the till sessions of a payment that is to be taken back; null if it was not taken at a
 * till. For cash whose drawer was counted, `cash` must say where it is. Call this before locking
 * orders and customers.
 *
 * @param cash "never received", "still here", or the open session whose drawer gives it back; empty
 *   if not given
 * @throws Refusal on the field `cash` if it is needed and empty; Refusal<TillRefusal> if the
 *   session it names is unknown or closed
 */
export async function lockTakeBackAtTill(
  tx: Transaction,
  paymentId: string,
  cash: string,
): Promise<LockedAtTill | null> {
  if (!isUuid(paymentId)) return null;
  const { id: receiptId, sessionId, orderId, method, cents } = tillReceipts;
  const [receipt] = await tx
    .select({ receiptId, sessionId, orderId, orderNumber: orders.number, method, cents })
    .from(tillReceipts)
    .innerJoin(orders, eq(orders.id, tillReceipts.orderId))
    .where(eq(tillReceipts.entryId, paymentId));
  const session = receipt && (await lockSession(tx, receipt.sessionId, "share"));
  if (!session) return null;
  const { sessionId: _, ...taken } = receipt;
  const isCounted = session.closedAt !== null;
  const facts = { ...taken, till: session.number, isCounted };
  if (!isCounted || receipt.method !== "cash") return { ...facts, cash: null, drawer: null };
  if (cash === "") {
    const message = `Till ${session.number} was counted with this cash: say where it is now`;
    throw new Refusal("unexplained", message, { field: "cash", status: 409 });
  }
  if (cash === "never received" || cash === "still here") return { ...facts, cash, drawer: null };
  // Exclusive: two people can't pay out the drawer's last cash.
  const drawer = await lockOpenSession(tx, cash, "update");
  return { ...facts, cash: "given back", drawer };
}

/**
 * Records that a payment was taken back after its drawer was counted, and takes its cash out of the
 * drawer that gives it back. Does nothing before the count. The caller has locked the payment
 * (`lockTakeBackAtTill`) and reversed it.
 *
 * @throws Refusal<TillRefusal> if the drawer that gives it back should hold less
 */
export async function recordTakeBackAtTill(
  tx: Transaction,
  staff: Staff,
  { receiptId, orderNumber, cents, isCounted, cash, drawer }: LockedAtTill,
  why: string,
): Promise<void> {
  if (!isCounted) return;
  const moveId = drawer
    ? await moveCashIn(tx, staff, drawer, {
        requestId: randomUUID(),
        kind: "out",
        amount: cents,
        reason: `Given back for order ${orderNumber}, payment taken back: ${why}`.slice(0, 500),
      })
    : null;
  await tx.insert(tillTakeBacks).values({
    receiptId,
    cash,
    moveId,
    takenBackAt: sql`clock_timestamp()`,
  });
}

/** Returns the open drawers, by till. For staff who keep the books or take money. */
export function openDrawers(
  db: Database,
  _staff: Staff<"money"> | Staff<"till">,
): Promise<OpenDrawer[]> {
  return db
    .select({ sessionId: tillSessions.id, number: tills.number, name: tills.name })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(isNull(tillSessions.closedAt))
    .orderBy(asc(tills.number));
}

export interface CashAtTill {
  number: number;
  /** True once its drawer was counted; the drawer's report still includes the payment. */
  isCounted: boolean;
}

/** Returns, by entry, the tills that took these payments in cash. For staff who keep the books. */
export async function cashAtTills(
  db: Database,
  _staff: Staff<"money">,
  entryIds: readonly string[],
): Promise<Record<string, CashAtTill>> {
  const rows = await db
    .select({
      entryId: tillReceipts.entryId,
      number: tills.number,
      isCounted: sql<boolean>`${tillSessions.closedAt} is not null`,
    })
    .from(tillReceipts)
    .innerJoin(tillSessions, eq(tillSessions.id, tillReceipts.sessionId))
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(and(inArray(tillReceipts.entryId, [...entryIds]), eq(tillReceipts.method, "cash")));
  return Object.fromEntries(rows.map(({ entryId, ...till }) => [entryId, till]));
}

/**
 * Says, by entry, where the cash is of those payments that were taken back after their drawer was
 * counted. The caller has checked access.
 */
export async function placesOfCash(
  db: Database,
  entryIds: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db
    .select({
      entryId: tillReceipts.entryId,
      cash: tillTakeBacks.cash,
      givenBackAt: drawerThatGaveBack,
    })
    .from(tillTakeBacks)
    .innerJoin(tillReceipts, eq(tillReceipts.id, tillTakeBacks.receiptId))
    .where(and(inArray(tillReceipts.entryId, [...entryIds]), eq(tillReceipts.method, "cash")));
  return Object.fromEntries(rows.map(({ entryId, ...back }) => [entryId, placeInWords(back)]));
}
