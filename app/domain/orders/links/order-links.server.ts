import { createHash, randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { markProved } from "#app/domain/customers/guests.server.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orderLinks } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { endedStates } from "#db/schema/values/payments.ts";
import { keepPlaces } from "../order-state.server.ts";
import { orderLinkWeeks } from "./order-link.ts";

declare const linkBrand: unique symbol;

/**
 * What a retail order's link allows: to see, change, cancel and pay that order. Only
 * `openOrderLink` creates one.
 */
export interface OrderLink {
  readonly [linkBrand]: true;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly customerId: string;
  readonly email: string;
  /** True if the link was only mailed to that address, so whoever uses it reads that address. */
  readonly isMailed: boolean;
  /** True if somebody proved that they read that address. */
  readonly isProved: boolean;
}

/**
 * Creates a link to a retail order, for the page after the checkout. Earlier links stay valid. Only
 * the token's digest is stored.
 *
 * @returns the path, which contains 192 random bits
 */
export function makeOrderLink(tx: Transaction, orderId: string): Promise<string> {
  return makeLink(tx, { orderId, isMailed: false });
}

/** Creates a link to mail to the order's address. It must not be shown anywhere else. */
export function makeMailedLink(tx: Transaction, orderId: string): Promise<string> {
  return makeLink(tx, { orderId, isMailed: true });
}

/** True if nothing is left to do or pay. For queries on `orders`. */
const isSettled = sql<boolean>`(orders.status in ('fulfilled', 'delivered', 'cancelled')
  and not exists (select from document_orders
    join invoice_balances on invoice_balances.document_id = document_orders.document_id
    where document_orders.order_id = orders.id and invoice_balances.open_cents > 0)
  and not exists (select from payments where payments.order_id = orders.id
    and payments.state <> all(${sql.param(`{${endedStates.join(",")}}`)}::text[])))`;

/** The order's last day, from which its links' weeks count. For queries on `orders`. */
const overSince = sql`coalesce(orders.delivered_at, (orders.delivery_day + 1)::timestamptz,
  orders.placed_at)`;

/**
 * True if a link is valid: staff didn't withdraw it, and its weeks since the order's last day, or
 * since its creation if later, aren't over. It stays valid while anything is open, above all money.
 * For queries on `orders` and `order_links`.
 */
export const isLinkOpen = sql<boolean>`(order_links.withdrawn_at is null and not (${isSettled}
  and greatest(${overSince}, order_links.created_at) < now() - make_interval(weeks => ${orderLinkWeeks})))`;

/**
 * True if whoever placed an order may see another link to it: not once one was withdrawn or its
 * links have expired, since the holder of the form's request id may not read the order's address.
 */
export async function mayShowLink(tx: Transaction, orderId: string): Promise<boolean> {
  const closed = sql`exists (select from order_links where order_links.order_id = orders.id
    and order_links.withdrawn_at is not null)
    or (${isSettled} and ${overSince} < now() - make_interval(weeks => ${orderLinkWeeks}))`;
  return (await tx.$count(orders, and(eq(orders.id, orderId), sql`not (${closed})`))) > 0;
}

async function makeLink(
  tx: Transaction,
  link: Pick<typeof orderLinks.$inferInsert, "orderId" | "isMailed">,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await tx.insert(orderLinks).values({ ...link, tokenHash: digest(token) });
  return `/orders/${token}`;
}

/** Withdraws all links to an order created so far. @returns true if there were any */
export async function withdrawLinksTo(tx: Transaction, orderId: string): Promise<boolean> {
  const withdrawn = await tx
    .update(orderLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(orderLinks.orderId, orderId), isNull(orderLinks.withdrawnAt)))
    .returning({ id: orderLinks.id });
  return withdrawn.length > 0;
}

/** True if an email with a link to the holder's order was queued. */
export async function wasLinkMailed(db: Database, { orderId }: OrderLink): Promise<boolean> {
  const mailed = and(eq(orderLinks.orderId, orderId), eq(orderLinks.isMailed, true));
  return (await db.$count(orderLinks, mailed)) > 0;
}

/**
 * Marks a guest's address as proved; does nothing for other customers. Opening a mailed link isn't
 * proof, since mail programs open links too, but acting through it or paying is. An order waiting
 * for the proof keeps its place. Idempotent.
 */
export async function proveGuest(db: Database | Transaction, customerId: string): Promise<void> {
  await keepPlaces(db, eq(orders.customerId, customerId));
  await markProved(db, customerId);
}

/**
 * Returns the holder of a link by its token; null if it is made up, expired or withdrawn. The
 * lookup uses the digest, so its timing reveals nothing about the token.
 */
export async function openOrderLink(db: Database, token: string): Promise<OrderLink | null> {
  const ofLink = whereToken(token);
  if (!ofLink) return null;
  const [holder] = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.number,
      customerId: orders.customerId,
      email: customers.guestEmail,
      isMailed: orderLinks.isMailed,
      isProved: sql<boolean>`${customers.guestProvedAt} is not null`,
    })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(ofLink, isLinkOpen));
  return holder ? (Object.freeze(holder) as OrderLink) : null;
}

/**
 * Returns the order of any link, even if expired or withdrawn; undefined for a made-up token. Only
 * for mailing the order's own address; the result must not be revealed to anyone.
 */
export async function orderOfAnyLink(db: Database | Transaction, token: string) {
  const ofLink = whereToken(token);
  if (!ofLink) return undefined;
  const [order] = await db
    .select(pick(orders, "id", "number", "status", "customerId", "placedBy"))
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(ofLink);
  return order;
}

function whereToken(token: string) {
  if (!/^[\w-]{32}$/.test(token)) return null;
  return and(eq(orderLinks.tokenHash, digest(token)), eq(orders.channel, "retail"));
}

/** Creates a link to an order that the client placed as a guest; null for any other order. */
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
