import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  type AcceptedTender,
  judgePart,
  judgeTenders,
  type Tender,
  tillMethodText,
} from "#app/domain/door/till/till.ts";
import { isTaken, takeTenders } from "#app/domain/door/till/till-receipts.server.ts";
import { listTills, lockOpenSession } from "#app/domain/door/till/tills.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { heldMeatOf } from "#app/domain/packages/held-packages.server.ts";
import { onCardCents } from "#app/domain/payments/order-payments.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName, lockOrders, transactionWithRetry } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { openHolds, orders } from "#db/schema/orders.ts";
import { handedOverAction, type Pickup, pickupDaysAhead, type TypedHandOver } from "./pickup.ts";

const columns = {
  id: orders.id,
  number: orders.number,
  day: orders.deliveryDay,
  name: nameAtStop,
  phone: sql<string>`coalesce(nullif(${orders.deliveryPhone}, ''), ${customers.phone})`,
  isPacked: sql<boolean>`${orders.status} = 'fulfilled'`,
  holds: openHolds,
  boxes: sql<number>`(select count(*)::int from boxes where boxes.order_id = ${orders.id})`,
  customerId: orders.customerId,
  paysLater: sql<boolean>`(${customers.guestEmail} = ''
    and ${customers.termsKind} not in ('prepay', 'on_delivery'))`,
};

/**
 * Returns orders waiting for pickup, from earlier days to the next few, and packed orders that
 * nobody delivers, each with its amount due. For staff who take money.
 */
export async function listPickups(db: Database, _staff: Staff<"till">): Promise<Pickup[]> {
  const rows = await db
    .select(columns)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isPickedUp())
    .orderBy(asc(orders.deliveryDay), asc(orders.number));
  return Promise.all(rows.map((row) => withDue(db, row)));
}

const isPickedUp = () =>
  or(
    and(
      sql`${orders.status} in ('pending', 'fulfilled')`,
      eq(orders.deliveryKind, "pickup"),
      lte(orders.deliveryDay, daysAfter(pacificDay(new Date()), pickupDaysAhead)),
    ),
    and(eq(orders.status, "fulfilled"), isNull(orders.deliveryDay)),
  );

/**
 * Returns where a packed order is handed over: the till this staff member opened, else another open
 * one, else all tills. Null if it can't be picked up now. For staff who take money.
 */
export async function wherePickedUp(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
): Promise<string | null> {
  if (!isUuid(orderId)) return null;
  const isReady = and(eq(orders.id, orderId), eq(orders.status, "fulfilled"), isPickedUp());
  if ((await db.$count(orders, isReady)) === 0) return null;
  const open = (await listTills(db, staff)).filter((till) => till.open !== null);
  const till = open.find((one) => one.open?.openedBy === staff.email) ?? open[0];
  return till ? `/admin/counter/${till.id}/pickups/${orderId}` : "/admin/counter";
}

/** Returns an order waiting for pickup; null if there is none. For staff who take money. */
export async function getPickup(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
): Promise<Pickup | null> {
  return (await listPickups(db, staff)).find(({ id }) => id === orderId) ?? null;
}

async function withDue<Row extends { id: string; customerId: string }>(
  db: Database | Transaction,
  { customerId, ...row }: Row,
) {
  const [due, held] = [await dueOf(db, row.id, customerId), await heldMeatOf(db, row.id)];
  return { ...row, held, dueCents: due.cents };
}

/** Returns the open amount of the order's own invoices, less a pending card charge. */
export async function dueOf(db: Database | Transaction, orderId: string, customerId: string) {
  const own = await db
    .select({ id: documents.id })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        eq(documentOrders.orderId, orderId),
        eq(documents.kind, "invoice"),
        eq(documents.orderCount, 1),
      ),
    );
  const ids = own.map(({ id }) => id);
  const open = (await openItems(db, customerId)).filter(
    ({ documentId }) => documentId !== null && ids.includes(documentId),
  );
  const openCents = sumCents(open, (item) => item.openCents);
  const onCard = openCents > 0 ? await onCardCents(db, orderId, openCents) : 0;
  return {
    cents: openCents - onCard,
    documentIds: open.flatMap(({ documentId }) => documentId ?? []),
  };
}

/** Marks a picked-up order as delivered. Part of features/runs, passed in by the route. */
export type HandOver = (
  tx: Transaction,
  staff: Staff<"till">,
  orderId: string,
  shop: Shop,
) => Promise<void>;

/**
 * Hands an order over at a till and takes all, a part or nothing of its amount due, in one
 * transaction. What is left open needs a reason, except the rest of a part where the client's terms
 * leave it on their account. Idempotent. For staff who take money. @throws Refusal
 */
export function handOver(
  db: Database,
  staff: Staff<"till">,
  orderId: string,
  { requestId, sessionId, seen, tenders, rest, reason }: TypedHandOver,
  shop: Shop,
  deliver: HandOver,
): Promise<void> {
  if (!isUuid(orderId)) throw gone();
  return transactionWithRetry(db, async (tx) => {
    await lockName(tx, `till hand-over ${requestId}`);
    if (await isTaken(tx, requestId, orderId)) return;
    const session = await lockOpenSession(tx, sessionId);
    const [order] = await tx
      .select({ customerId: orders.customerId, stopId: orders.stopId })
      .from(orders)
      .where(eq(orders.id, orderId));
    if (!order) throw gone();
    const { customerId, stopId } = order;
    // Also locks the stop's other orders, which the stop's own lock would take later.
    const there = stopId
      ? await tx.select({ id: orders.id }).from(orders).where(eq(orders.stopId, stopId))
      : [];
    await lockOrders(tx, orderId, ...there.map(({ id }) => id));
    await lockCustomer(tx, customerId);
    const [now] = await tx
      .select({ status: orders.status, name: nameAtStop, paysLater: columns.paysLater })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(eq(orders.id, orderId));
    if (now?.status === "pending") {
      throw new Refusal(
        "not packed",
        `The order of ${now.name} was opened again and isn’t packed. Nothing was recorded: wait until it is packed.`,
      );
    }
    const due = await dueOf(tx, orderId, customerId);
    if (seen !== String(due.cents)) {
      throw new Refusal(
        "changed",
        `${formatCents(due.cents)} is due now. Look at it again: nothing was recorded.`,
      );
    }
    const isPart = rest === "account";
    let restCents = due.cents;
    let accepted: AcceptedTender[] = [];
    if (tenders.length > 0) {
      const judged = (isPart ? judgePart : judgeTenders)(due.cents, tenders);
      if (!judged.accepted) {
        throw new Refusal("amount", `${judged.problem} Nothing was recorded.`);
      }
      accepted = judged.accepted;
      restCents -= sumCents(accepted, ({ cents, roundingCents }) => cents - roundingCents);
    }
    const staysOnAccount = accepted.length > 0 && now?.paysLater === true;
    if (restCents > 0 && reason === "" && !staysOnAccount) {
      const message = `Please say why ${formatCents(restCents)} is left open`;
      throw new Refusal("unexplained", message, { field: "reason" });
    }
    if (accepted.length > 0) {
      await takeTenders(
        tx,
        {
          requestId,
          session,
          customerId,
          orderId,
          documentIds: due.documentIds,
          staff,
          takenAt: new Date(),
          occurredOn: pacificDay(new Date()),
        },
        accepted,
      );
    }
    await deliver(tx, staff, orderId, shop);
    await recordAudit(tx, staff, {
      entity: "order",
      entityId: orderId,
      action: handedOverAction,
      after: {
        amount: toDollars(due.cents - restCents),
        ...(tenders.length > 0 && { method: tenders.map(takenInWords).join(", ") }),
        ...(restCents > 0 && {
          note: `${formatCents(restCents)} ${staysOnAccount ? "stays on the account" : "is left open"}`,
        }),
        ...(restCents > 0 && reason && { reason }),
      },
    });
  });
}

/** "$123.50 in cash" */
const takenInWords = ({ cents, method }: Tender) =>
  `${formatCents(cents)} ${tillMethodText[method].by}`;

const gone = () => new Refusal("gone", "There is no such order. Nothing was recorded.");
