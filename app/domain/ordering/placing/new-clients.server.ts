import { and, eq, exists, inArray, not, sql } from "drizzle-orm";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { MissingDetail } from "#app/domain/orders/order-refusals.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customerDetails, customers, isStaff } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";

export interface OrderingRules {
  /** True if accounts must confirm their address before ordering. */
  needsConfirmedEmail: boolean;
}

interface Standing {
  /** True until the owner confirms one of their orders; never for staff and customers they add. */
  isNew: boolean;
  missing: MissingDetail[];
}

/**
 * Returns whether the client is new and which details are missing: a first order needs a phone
 * number and an address. Orders taken by staff are neither refused nor confirmed.
 */
export async function standingOf(
  db: Database | Transaction,
  client: Client,
  { needsConfirmedEmail }: OrderingRules,
): Promise<Standing> {
  // Staff have talked to the customer and can see what is missing.
  if (client.onBehalf) return { isNew: false, missing: [] };
  const known = db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(inArray(orders.customerId, [...client.records]), not(orders.isNewClient)));
  const [found] = await db
    .select({
      isConfirmed: user.emailVerified,
      phone: customers.phone,
      address: customerDetails.address,
      isStaff: sql<boolean>`${isStaff}`,
      hasOrdered: sql<boolean>`${exists(known)}`,
      isVouched: user.isVouched,
    })
    .from(user)
    .leftJoin(customers, eq(customers.id, client.customerId))
    .where(eq(user.id, client.userId));
  const isFirst = !found?.isStaff && !found?.hasOrdered;
  const missing: MissingDetail[] = [];
  if (isFirst && !found?.phone?.trim()) missing.push("phone");
  if (isFirst && !found?.address?.trim()) missing.push("address");
  if (needsConfirmedEmail && !found?.isConfirmed) missing.push("confirmation");
  return { isNew: isFirst && !found?.isVouched, missing };
}

/** Counts new clients' pending orders that await confirmation. For administrators. */
export function countNewClientOrders(db: Database, _admin: Admin): Promise<number> {
  return db.$count(orders, and(orders.isNewClient, eq(orders.status, "pending")));
}
