import { and, eq, isNull, not, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { strangerMailCounts } from "#app/domain/limits/limits.ts";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
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

// The one place that knows what an address is, and decides what it may be sent. Why: decision 46.

/**
 * What an address is:
 * - `proved`: its owner has used a link that was mailed there, or paid
 * - `vouched`: the staff typed or imported it, and answer for it
 * - `stranger`: somebody typed it into a form, or opened an account with it, and nobody has proved to
 *   read it
 */
export type Standing = "proved" | "vouched" | "stranger";

/** Of an account, for queries of `users`. */
export const standingOfAccount = sql<Standing>`case
  when ${user.emailVerified} then 'proved' when ${user.isVouched} then 'vouched' else 'stranger' end`;

/** Whether an account's address gets what concerns its orders (`getsOrderMails`). */
export const isReachable = sql<boolean>`(${user.emailVerified} or ${user.isVouched})`;

/**
 * Of a guest, who has an order of their own: another order with the same address proves nothing of
 * this one, which a stranger may have placed. For queries of `customers`.
 */
export const standingOfGuest = sql<Standing>`case
  when ${customers.guestProvedAt} is null then 'stranger' else 'proved' end`;

/** Somebody who may be mailed about an order. */
export interface Addressee {
  email: string;
  standing: Standing;
  /** Somebody who ordered without an account. */
  isGuest: boolean;
}

/**
 * Whether an address gets what concerns its orders. An account that a stranger may have opened with
 * somebody else's address gets its confirmation and no more; a guest's order is told of, in few mails
 * that say nothing that was typed (`admit`), since nothing else would tell its buyer.
 */
function getsOrderMails({ standing, isGuest }: Omit<Addressee, "email">): boolean {
  return standing !== "stranger" || isGuest;
}

/**
 * The same for an order, by whom its mails go to (`recipientOf`), for queries of `orders`: for
 * sentences that say that the client is told.
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

/** The address that an order's mails go to while nobody has proved to read it, else null; for queries of `orders` with its `customers`. */
export const unprovedOfOrder = sql<string | null>`case
  when ${customers.guestEmail} <> '' then
    case when ${standingOfGuest} <> 'proved' then ${customers.guestEmail} end
  else (select case when not users.email_verified then users.email end from members
    join users on users.id = members.user_id
    where members.customer_id = ${accountOf(sql`orders.customer_id`)}
      and (members.role = 'owner' or members.user_id = orders.placed_by)
    order by members.user_id is not distinct from orders.placed_by desc limit 1) end`;

/** How a mail about an order may be written. */
export interface Admission {
  /** Whether it may repeat what was typed freely: names, notes, addresses. */
  repeatsTyped: boolean;
}

/**
 * Whether a mail about an order may be sent now, and counts it if so. Every mail about an order to
 * somebody outside the company passes here.
 *
 * @param isOurs whether we cause it, not whoever ordered
 * @returns null if it may not
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

/** Whether a mail may repeat what was typed freely: to nobody whose address was never proved. */
export function mayRepeatTyped({ standing }: Pick<Addressee, "standing">): boolean {
  return standing !== "stranger";
}

/** A client who gets no mail about their orders. */
export interface UnmailedClient {
  id: string;
  listedName: string;
  /** Null for a client whom nobody signs in for. */
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

/** Clients whom we cannot mail, by name, at most 200. For the owner. */
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

/** How many of them have ordered in the last 30 days. For the shop's own checks. */
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
