import { createHash, randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { markProved } from "#app/domain/customers/guests.server.ts";
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
 * What the link of a retail order allows: to see, change, cancel and pay that order, and nothing else.
 * Only `openOrderLink` makes one.
 */
export interface OrderLink {
  readonly [linkBrand]: true;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly customerId: string;
  /** The address that the order was placed with. */
  readonly email: string;
  /** Whether the link was only mailed to that address: who acts by it reads it. */
  readonly isMailed: boolean;
  /** Whether somebody has proved to read that address. */
  readonly isProved: boolean;
}

/**
 * Makes a link to a retail order, for the page after the checkout. Earlier ones keep working. Only the
 * token's digest is stored.
 *
 * @returns the path, with 192 random bits in it
 */
export function makeOrderLink(tx: Transaction, orderId: string): Promise<string> {
  return makeLink(tx, { orderId, isMailed: false });
}

/** As `makeOrderLink`, for a mail to the order's address. It must be shown nowhere else. */
export function makeMailedLink(tx: Transaction, orderId: string): Promise<string> {
  return makeLink(tx, { orderId, isMailed: true });
}

/** Whether nothing is to be done or paid of an order any more. For queries of `orders`. */
const isSettled = sql<boolean>`(orders.status in ('fulfilled', 'delivered', 'cancelled')
  and not exists (select from document_orders
    join invoice_balances on invoice_balances.document_id = document_orders.document_id
    where document_orders.order_id = orders.id and invoice_balances.open_cents > 0)
  and not exists (select from payments where payments.order_id = orders.id
    and payments.state <> all(${sql.param(`{${endedStates.join(",")}}`)}::text[])))`;

/** The last day that concerns an order, from which its links' weeks count. For queries of `orders`. */
const overSince = sql`coalesce(orders.delivered_at, (orders.delivery_day + 1)::timestamptz,
  orders.placed_at)`;

/**
 * Whether a link of an order opens it: staff did not take it back, and its weeks are not over. They
 * count from the order's last day, or for a link that was made later from then. An order of which
 * anything is open, money above all, keeps its links. For queries of `orders` and `order_links`.
 */
export const isLinkOpen = sql<boolean>`(order_links.withdrawn_at is null and not (${isSettled}
  and greatest(${overSince}, order_links.created_at) < now() - make_interval(weeks => ${orderLinkWeeks})))`;

/**
 * Whether whoever placed an order may be shown another link to it: not once one was withdrawn, nor
 * when its links have ended, since who has the form's request id may not be who reads its address.
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

/** Withdraws all links to an order that were given so far. @returns whether there was one */
export async function withdrawLinksTo(tx: Transaction, orderId: string): Promise<boolean> {
  const withdrawn = await tx
    .update(orderLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(orderLinks.orderId, orderId), isNull(orderLinks.withdrawnAt)))
    .returning({ id: orderLinks.id });
  return withdrawn.length > 0;
}

/** Whether a mail with a link to the holder's order was queued. */
export async function wasLinkMailed(db: Database, { orderId }: OrderLink): Promise<boolean> {
  const mailed = and(eq(orderLinks.orderId, orderId), eq(orderLinks.isMailed, true));
  return (await db.$count(orderLinks, mailed)) > 0;
}

/**
 * Notes that whoever ordered reads the order's address. Of a guest's order alone; idempotent. Opening a
 * mailed link isn't enough, since mail programs do that by themselves: only what is done by it, or a
 * payment, is. An order that waits for that keeps its place.
 */
export async function proveGuest(db: Database | Transaction, customerId: string): Promise<void> {
  await keepPlaces(db, eq(orders.customerId, customerId));
  await markProved(db, customerId);
}

/**
 * Who opens a link with this token; null if it is made up, has ended or was withdrawn. Found by its
 * digest: how long that takes says nothing about the token.
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
 * The order of any link there ever was, ended or withdrawn too; undefined for a made-up token. It is for
 * a mail to the order's own address and must be told to nobody.
 */
export async function orderOfAnyLink(db: Database | Transaction, token: string) {
  const ofLink = whereToken(token);
  if (!ofLink) return undefined;
  const [order] = await db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
    })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(ofLink);
  return order;
}

function whereToken(token: string) {
  if (!/^[\w-]{32}$/.test(token)) return null;
  return and(eq(orderLinks.tokenHash, digest(token)), eq(orders.channel, "retail"));
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
