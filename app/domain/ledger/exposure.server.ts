import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Staff } from "#app/domain/access/capability.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, ofAccount } from "#db/schema/customers.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import { balancesOn, isUnsettled, isUnusedDeposit } from "#db/schema/money/ledger.ts";
import { isPlaced } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { type CreditStanding, holdReasonsFor, isUnlimited } from "./credit-standing.ts";

// A customer's exposure: open invoices, less unapplied credit, plus the maximum of orders that are
// not invoiced. It decides which orders are held and which customers are over the limit.

const owedCentsOf = (customerId: SQL | AnyPgColumn): SQL => sql`(
  select coalesce(sum(case when cents > 0 then cents - allocated_cents else cents + allocated_cents end), 0)::bigint
  from ledger_entries where ${ofAccount(sql`ledger_entries.customer_id`, customerId)} and ${isUnsettled})`;

/**
 * The maximum of a customer's orders that are not invoiced, with charges and taxes: pending orders
 * at their maximum (`order_costs`), packed ones at their total.
 */
const orderedCentsOf = (customerId: SQL | AnyPgColumn): SQL => sql`(
  select (coalesce(sum(case orders.status
    when 'pending' then (select most from order_costs(orders.id))
    else orders.total_price end), 0) * 100)::bigint
  from orders
  where ${ofAccount(sql`orders.customer_id`, customerId)} and ${isPlaced}
    and not exists (
      select from document_orders join documents on documents.id = document_id
      where document_orders.order_id = orders.id and documents.kind = 'invoice'
        and ${isStandingDocument}))`;

/** The exposure as one figure, for lists. */
export const exposureCentsOf = (customerId: SQL | AnyPgColumn): SQL =>
  sql`(${owedCentsOf(customerId)} + ${orderedCentsOf(customerId)})`;

/** The unused part of deposits reserved for orders, which settle nothing else. */
const reservedCentsOf = (customerId: SQL): SQL => sql`(
  select coalesce(sum(-ledger_entries.cents - allocated_cents), 0)::bigint
  from ledger_entries
  where ${ofAccount(sql`ledger_entries.customer_id`, customerId)} and ledger_entries.cents < 0
    and ${isUnsettled} and ${isUnusedDeposit})`;

const termColumns = {
  isHeld: customers.isHeld,
  termsKind: customers.termsKind,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
};

type CreditTerms = Pick<typeof customers.$inferSelect, keyof typeof termColumns>;

/**
 * Returns a customer's exposure now. The caller has checked who may see it. `known` is the
 * customer's terms, if the caller has read them.
 */
export async function exposureOf(
  db: Database | Transaction,
  customerId: string,
  known?: CreditTerms,
): Promise<CreditStanding> {
  const [terms] = known
    ? [known]
    : await db.select(termColumns).from(customers).where(eq(customers.id, customerId));
  if (!terms) throw new Error("The customer is missing");
  const { isHeld, termsKind, creditLimit, graceDays } = terms;
  const lastGoodDay = daysAfter(pacificDay(new Date()), -(graceDays ?? 0));
  const { rows } = await db.execute<
    Record<"owed" | "ordered" | "overdue", string> & { isGuest: boolean }
  >(sql`
    select ${owedCentsOf(sql`account.customer_id`)} as owed, ${orderedCentsOf(sql`account.customer_id`)} as ordered,
      greatest(0, overdue_cents - credit_cents + ${reservedCentsOf(sql`account.customer_id`)}) as overdue,
      (select guest_email <> '' from customers where id = account.customer_id) as "isGuest"
    from ${balancesOn(lastGoodDay)} as account
    where account.customer_id = ${customerId}`);
  const [sums] = rows;
  if (!sums) throw new Error("The customer has no balance");
  return {
    isHeld,
    // A guest's authorized card does not count as a payment before delivery.
    isPrepaid: termsKind === "prepay" && !sums.isGuest,
    limitCents: creditLimit === null ? null : toCents(creditLimit),
    owedCents: Number(sums.owed),
    orderedCents: Number(sums.ordered),
    overdueCents: graceDays === null ? 0 : Number(sums.overdue),
  };
}

/**
 * Returns why a customer's orders are held now, including orders that this transaction has stored.
 * Most customers have neither a limit nor days of grace, and need no sums.
 */
export async function holdsNow(
  tx: Transaction,
  customerId: string,
  terms: CreditTerms,
): Promise<HoldReason[]> {
  if (isUnlimited(terms)) return terms.isHeld ? ["manual"] : [];
  return holdReasonsFor(await exposureOf(tx, customerId, terms), 0);
}

/** Does what `exposureOf` does, for staff who keep the books and those who release credit holds. */
export function getCreditStanding(
  db: Database,
  _staff: Staff<"money"> | Staff<"sell">,
  customerId: string,
): Promise<CreditStanding> {
  return exposureOf(db, customerId);
}
