import { eq } from "drizzle-orm";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";

const termColumns = {
  inactiveAt: customers.inactiveAt,
  isHeld: customers.isHeld,
  termsKind: customers.termsKind,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
  invoicePer: customers.invoicePer,
  minOrder: customers.minOrder,
  poMode: customers.poMode,
  poBlanket: customers.poBlanket,
  poBlanketEndsOn: customers.poBlanketEndsOn,
};

export type CustomerTerms = Pick<typeof customers.$inferSelect, keyof typeof termColumns>;

/** Returns the customer's terms and locks the customer, which serializes concurrent orders. */
export async function lockTerms(tx: Transaction, customerId: string): Promise<CustomerTerms> {
  const terms = await lockTermsIfAny(tx, customerId);
  if (!terms) throw new Error("The customer of an order is missing");
  return terms;
}

/** Does what `lockTerms` does, but returns undefined for an account without a customer. */
export async function lockTermsIfAny(
  tx: Transaction,
  customerId: string,
): Promise<CustomerTerms | undefined> {
  const [terms] = await tx
    .select(termColumns)
    .from(customers)
    .where(eq(customers.id, customerId))
    .for("no key update");
  return terms;
}

/** Returns the customer's own minimum order in cents, else the shop's. The day's applies too. */
export function minimumOf(
  { minOrder }: Pick<CustomerTerms, "minOrder">,
  shopMinimumCents: number,
): number {
  return minOrder === null ? shopMinimumCents : toCents(minOrder);
}

/** Returns the minimum for staff who move an order: the shop's, or the customer's own if lower. */
export function minimumForStaff(
  terms: Pick<CustomerTerms, "minOrder">,
  shopMinimumCents: number,
): number {
  return Math.min(shopMinimumCents, minimumOf(terms, shopMinimumCents));
}

/** Returns a customer's terms for the order form. The caller must have checked access. */
export async function getTerms(db: Database, customerId: string): Promise<CustomerTerms> {
  const [terms] = await db.select(termColumns).from(customers).where(eq(customers.id, customerId));
  if (!terms) throw new Error("The customer is missing");
  return terms;
}
