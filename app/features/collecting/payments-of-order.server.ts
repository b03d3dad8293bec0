import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { placesOfCash } from "#app/domain/door/till/take-back-at-till.server.ts";
import { hasSettledAny, ordersSettledBy } from "#app/domain/ledger/allocations.server.ts";
import { methodText } from "#app/domain/ledger/ledger-entry.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import type { PaymentMethod } from "#db/schema/values/money.ts";

/** A payment for an order or its own invoices, or a refund; not by card. */
export interface OrderPaid {
  entryId: string;
  /** Negative for a refund. */
  cents: number;
  method: PaymentMethod;
  reference: string;
  note: string;
  at: Date;
  by: string;
  /** Null while it stands. */
  takenBack: {
    at: Date;
    by: string;
    why: string;
    /** Where its cash is, if its drawer was counted; else empty. */
    cash: string;
  } | null;
  /** True if it stands and was counted with a till, so that its payment method can be corrected. */
  isCounted: boolean;
  isDepositBack: boolean;
}

const counter = alias(ledgerEntries, "counter");
const reverser = alias(user, "reverser");

/** Documents of this order alone: a month's invoice belongs to the account. */
const ownDocuments = (orderId: string) => sql`(
  select documents.id from documents join document_orders on document_orders.document_id = documents.id
  where document_orders.order_id = ${orderId} and documents.order_count = 1)`;

/** Returns the `OrderPaid` of an order, newest first. For staff who see orders. */
export async function paymentsOfOrder(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<OrderPaid[]> {
  if (!isUuid(orderId)) return [];
  const rows = await db
    .select({
      entryId: ledgerEntries.id,
      cents: ledgerEntries.cents,
      method: ledgerEntries.method,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
      at: ledgerEntries.createdAt,
      by: sql<string>`coalesce(${user.email}, ${doorReceipts.takenBy}, '')`,
      backAt: counter.createdAt,
      backBy: reverser.email,
      why: counter.note,
      isCounted: sql<boolean>`${counter.id} is null and ${ledgerEntries.kind} = 'payment'
        and exists (select from till_receipts
          join till_sessions on till_sessions.id = till_receipts.session_id
          where till_receipts.entry_id = ${ledgerEntries.id}
            and till_receipts.order_id = ${orderId} and till_sessions.closed_at is not null)`,
      isDepositBack: sql<boolean>`exists (select from deposit_refunds
        where deposit_refunds.refund_id = ${ledgerEntries.id})`,
    })
    .from(ledgerEntries)
    .leftJoin(user, eq(user.id, ledgerEntries.createdBy))
    .leftJoin(doorReceipts, eq(doorReceipts.entryId, ledgerEntries.id))
    .leftJoin(counter, eq(counter.reversesId, ledgerEntries.id))
    .leftJoin(reverser, eq(reverser.id, counter.createdBy))
    .where(
      sql`${ledgerEntries.kind} in ('payment', 'refund') and ${ledgerEntries.reversesId} is null
        and ${ledgerEntries.method} <> 'card'
        and ${ledgerEntries.customerId} in (select customer_id from orders where id = ${orderId}
          union select customer_id from documents where id in ${ownDocuments(orderId)})
        and (${hasSettledAny(ownDocuments(orderId))}
          or exists (select from till_receipts
            where till_receipts.entry_id = ${ledgerEntries.id} and till_receipts.order_id = ${orderId})
          or exists (select from order_deposits
            where order_deposits.entry_id = ${ledgerEntries.id}
              and order_deposits.order_id = ${orderId})
          or exists (select from deposit_refunds
            where ${ledgerEntries.id} in (deposit_refunds.payment_id, deposit_refunds.refund_id)
              and deposit_refunds.order_id = ${orderId}))`,
    )
    .orderBy(desc(ledgerEntries.createdAt), desc(ledgerEntries.id));
  const places = await placesOfCash(
    db,
    rows.map(({ entryId }) => entryId),
  );
  return rows.map(({ cents, method, backAt, backBy, why, ...row }) => ({
    ...row,
    cents: -cents,
    method: method ?? "cash",
    takenBack: backAt && {
      at: backAt,
      by: backBy ?? "",
      why: why ?? "",
      cash: places[row.entryId] ?? "",
    },
  }));
}

/** Returns the orders that a payment was taken for, or whose own invoice it settles. */
export async function ordersPaidBy(tx: Transaction, entryId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select order_id as id from till_receipts where entry_id = ${entryId}
    union select order_id from order_deposits where entry_id = ${entryId}
    union select order_id from deposit_refunds where payment_id = ${entryId}
    union ${ordersSettledBy(entryId)}`);
  return rows.map(({ id }) => id);
}

/** Logs in orders' histories that a payment for them was taken, or taken back. */
export async function auditForOrders(
  tx: Transaction,
  staff: Staff,
  orderIds: readonly string[],
  paid: {
    action: "payment booked" | "payment taken back";
    cents: number;
    method: PaymentMethod | null;
    reference?: string;
    note?: string;
  },
): Promise<void> {
  if (orderIds.length === 0) return;
  const { action, cents, method, reference, note } = paid;
  const after = {
    amount: toDollars(cents),
    ...(method && { method: methodText[method] }),
    ...(reference && { reference }),
    ...(note && { note }),
  };
  await recordAudit(
    tx,
    staff,
    ...orderIds.map((entityId) => ({ entity: "order" as const, entityId, action, after })),
  );
}
