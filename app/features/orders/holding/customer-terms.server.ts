import { eq, sql } from "drizzle-orm";
import type { Staff } from "#app/features/auth/capability.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { toCents } from "#app/lib/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { balancesOn } from "#db/schema/money/ledger.ts";
import { orderedCentsOf } from "#db/schema/orders.ts";
import type { CreditStanding } from "./hold.ts";

const termColumns = {
  isHeld: customers.isHeld,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
  minOrder: customers.minOrder,
  poMode: customers.poMode,
  poBlanket: customers.poBlanket,
  poBlanketEndsOn: customers.poBlanketEndsOn,
};

/** On which terms a customer orders. */
export type CustomerTerms = Pick<typeof customers.$inferSelect, keyof typeof termColumns>;

/**
 * The terms of the customer, who stays locked until the transaction ends: of two orders at once, the
 * second is judged after the first.
 */
export async function lockTerms(tx: Transaction, customerId: string): Promise<CustomerTerms> {
  const [terms] = await tx
    .select(termColumns)
    .from(customers)
    .where(eq(customers.id, customerId))
    .for("no key update");
  if (!terms) throw new Error("The customer of an order is missing");
  return terms;
}

/** The terms on which a customer orders, for the order form. The caller must have checked access. */
export async function getTerms(db: Database, customerId: string): Promise<CustomerTerms> {
  const [terms] = await db.select(termColumns).from(customers).where(eq(customers.id, customerId));
  if (!terms) throw new Error("The customer is missing");
  return terms;
}

/** What a customer owes and may owe, for its page and its orders. For staff who keep the money. */
export async function getCreditStanding(
  db: Database,
  _staff: Staff<"money">,
  customerId: string,
): Promise<CreditStanding> {
  return creditStanding(db, customerId, await getTerms(db, customerId));
}

/**
 * What a customer owes and may owe now. What is ordered counts with its promised maximum until it is
 * invoiced; what was packed of it no longer counts beyond that.
 */
export async function creditStanding(
  db: Database | Transaction,
  customerId: string,
  { isHeld, creditLimit, graceDays }: Pick<CustomerTerms, "isHeld" | "creditLimit" | "graceDays">,
): Promise<CreditStanding> {
  const lastGoodDay = daysAfter(pacificDay(new Date()), -(graceDays ?? 0));
  const { rows } = await db.execute<Record<"owed" | "overdue" | "credit" | "ordered", string>>(sql`
    select open_cents - credit_cents as owed, overdue_cents as overdue, credit_cents as credit,
      ${orderedCentsOf(sql`account.customer_id`)} as ordered
    from ${balancesOn(lastGoodDay)} as account
    where account.customer_id = ${customerId}`);
  const [account] = rows;
  if (!account) throw new Error("The customer has no balance");
  const beyondGrace = graceDays === null ? 0 : Number(account.overdue) - Number(account.credit);
  return {
    isHeld,
    limitCents: creditLimit === null ? null : toCents(creditLimit),
    owedCents: Number(account.owed),
    orderedCents: Number(account.ordered),
    overdueCents: Math.max(0, beyondGrace),
  };
}
