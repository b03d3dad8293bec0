import { createHash, randomBytes } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Client } from "#app/features/auth/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orderLinks } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";

declare const holderBrand: unique symbol;

/**
 * Whoever holds a retail order's link: may see, change, cancel and pay that order, and nothing else.
 * Only `orderHolderOf` makes one.
 */
export interface OrderHolder {
  readonly [holderBrand]: true;
  readonly orderId: string;
  readonly customerId: string;
  /** The address that the order was placed with. */
  readonly email: string;
}

/**
 * Makes a link to a retail order, for a mail about it or for the page after the checkout. Earlier
 * ones keep working. Only the token's digest is stored.
 *
 * @returns the path, with 192 random bits in it
 */
export async function makeOrderLink(tx: Transaction, orderId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await tx.insert(orderLinks).values({ orderId, tokenHash: digest(token) });
  return `/orders/${token}`;
}

/**
 * Who opens a link with this token; null if it is made up. Found by its digest: how long that takes
 * says nothing about the token.
 */
export async function orderHolderOf(db: Database, token: string): Promise<OrderHolder | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const [holder] = await db
    .select({ orderId: orders.id, customerId: orders.customerId, email: customers.guestEmail })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orderLinks.tokenHash, digest(token)), eq(orders.channel, "retail")));
  return holder ? (Object.freeze(holder) as OrderHolder) : null;
}

/**
 * Makes a link to an order that the client placed without signing in, for its page in their account;
 * null for any other order.
 */
export function linkOfGuestOrder(
  db: Database,
  { guests }: Client,
  orderId: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (!isUuid(orderId)) return null;
    const ofGuest = and(eq(orders.id, orderId), inArray(orders.customerId, [...guests]));
    const isTheirs = (await tx.$count(orders, and(ofGuest, eq(orders.channel, "retail")))) > 0;
    return isTheirs ? makeOrderLink(tx, orderId) : null;
  });
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
