import { and, eq, isNull, not, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
import { strangerMailCounts } from "#app/domain/limits/rate-limits.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import {
  accountOf,
  customers,
  isStaff,
  listedName,
  members,
  ownerOfCustomer,
} from "#db/schema/customers.ts";
import { takeMail } from "./outbox.server.ts";

// The only module that decides how far an address is trusted and what it is sent: decision 46.

/**
 * How far an address is trusted:
 * - `proved`: its owner has used a link mailed there, or paid
 * - `vouched`: staff typed or imported it, and answer for it
 * - `stranger`: somebody typed it into a form or opened an account with it, without proof of
 *   reading it
 */
export type Standing = "proved" | "vouched" | "stranger";

/** An account's standing, for queries of `users`. */
export const standingOfAccount = sql<Standing>`case
  when ${user.emailVerified} then 'proved' when ${user.isVouched} then 'vouched' else 'stranger' end`;

/** True if an account's address gets emails about its orders (`getsOrderMails`). */
export const isReachable = sql<boolean>`(${user.emailVerified} or ${user.isVouched})`;

/**
 * A guest's standing, for queries of `customers`. Each guest has one order: another order with the
 * same address proves nothing about it, as a stranger may have placed it.
 */
export const standingOfGuest = sql<Standing>`case
  when ${customers.guestProvedAt} is null then 'stranger' else 'proved' end`;

export interface Addressee {
  email: string;
  standing: Standing;
  isGuest: boolean;
}

/**
 * True if an address gets emails about its orders. An account that a stranger may have opened with
 * somebody else's address gets only its confirmation. A guest gets a few emails without free text
 * (`admit`), as nothing else would reach the buyer.
 */
function getsOrderMails({ standing, isGuest }: Omit<Addressee, "email">): boolean {
  return standing !== "stranger" || isGuest;
}

/**
 * The same for an order, by the recipient of its emails (`recipientOf`), for queries of `orders`.
 * Used where pages say that the client is told.
 */
export const isOrderMailed = sql<boolean>`(exists (select from customers
    where customers.id = orders.customer_id and customers.guest_email <> '')
  or exists (select from contacts
    where contacts.customer_id = ${accountOf(sql`orders.customer_id`)} and contacts.gets_orders)
  or coalesce((select users.email_verified or users.is_vouched from members
    join users on users.id = members.user_id
    where members.customer_id = ${accountOf(sql`orders.customer_id`)}
      and (members.role = 'owner' or members.user_id = orders.placed_by)
    order by members.user_id is not distinct from orders.placed_by desc limit 1), false))`;

/** An order's unverified email address, else null; for queries of `orders` with `customers`. */
export const unprovedOfOrder = sql<string | null>`case
  when ${customers.guestEmail} <> '' then
    case when ${standingOfGuest} <> 'proved' then ${customers.guestEmail} end
  else (select case when not users.email_verified then users.email end from members
    join users on users.id = members.user_id
    where members.customer_id = ${accountOf(sql`orders.customer_id`)}
      and (members.role = 'owner' or members.user_id = orders.placed_by)
    order by members.user_id is not distinct from orders.placed_by desc limit 1) end`;

export interface Admission {
  /** True if it may repeat free text: names, notes, addresses. */
  repeatsTyped: boolean;
}

/**
 * Returns how an email about an order may be sent now, and counts it; null if it may not be sent.
 * Every email about an order to somebody outside the company goes through this.
 *
 * @param isOurs true if we cause it rather than the customer
 */
export async function admit(
  tx: Transaction,
  addressee: Addressee,
  { orderId, isOurs }: { orderId: string; isOurs: boolean },
): Promise<Admission | null> {
  if (!getsOrderMails(addressee)) return null;
  const { email, standing } = addressee;
  const admission = { repeatsTyped: mayRepeatTyped(addressee) };
  if (standing === "stranger") {
    const cause = isOurs ? "our news of it" : "stranger's order";
    const wait = await takeWithin(tx, strangerMailCounts(cause, { email, orderId }));
    return wait === null ? admission : null;
  }
  if (!isOurs && (await takeMail(tx, "order", email)) !== null) return null;
  return admission;
}

/** True if an email may repeat free text, which requires a verified or vouched address. */
export function mayRepeatTyped({ standing }: Pick<Addressee, "standing">): boolean {
  return standing !== "stranger";
}

/** A client who gets no emails about their orders. */
export interface UnmailedClient {
  id: string;
  listedName: string;
  /** Null for a client without a login. */
  email: string | null;
}

const cannotBeMailed = and(
  eq(customers.guestEmail, ""),
  isNull(customers.mergedInto),
  not(sql`${isStaff}`),
  sql`(${isNull(user.id)} or not ${isReachable})`,
  sql`not exists (select from contacts
    where contacts.customer_id = customers.id and contacts.gets_orders)`,
);

/** Returns the clients whom we can't email, by name, at most 200. For the owner. */
export function listUnmailed(db: Database, _admin: Admin): Promise<UnmailedClient[]> {
  return db
    .select({ id: customers.id, listedName, email: user.email })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(cannotBeMailed)
    .orderBy(customers.companyName, customers.id)
    .limit(200);
}

/** Returns how many of them have ordered in the last 30 days. For the shop's own checks. */
export async function countUnmailed(db: Database): Promise<number> {
  const [row] = await db
    .select({ clients: sql<number>`count(*)::int` })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(
      and(
        cannotBeMailed,
        sql`exists (select from orders where orders.customer_id = customers.id
          and orders.status <> 'cancelled' and orders.placed_at > now() - interval '30 days')`,
      ),
    );
  return row?.clients ?? 0;
}
