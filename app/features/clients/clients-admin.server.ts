import { and, asc, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { ClientPage, ClientPlace, ClientSummary } from "#app/domain/customers/profile.ts";
import { spentOn } from "#app/domain/orders/lists/order-statistics.server.ts";
import { pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { containsPattern, phoneDigits, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import {
  customerDetails,
  customers,
  isStaff,
  listedName,
  members,
  ofAccount,
  ownerOfCustomer,
  shipTos,
} from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { foldedLike, isClientLike } from "#db/search.ts";

interface ClientFilter extends ClientPage {
  /** Part of the company, the contact's name, the email address, the phone number or the id. */
  search?: string;
}

/** Counts all clients. For staff who see clients. */
export async function countClients(db: Database, _staff: Staff<"clients">): Promise<number> {
  const [row] = await db.select({ clients: count() }).from(customers).where(isClient);
  return row?.clients ?? 0;
}

/**
 * Returns a page of clients by company name, with the number of their orders of any status and the
 * total of those that stand. For staff who see clients or take orders.
 */
export function listClients(
  db: Database,
  _staff: Staff<"clients"> | Staff<"sell">,
  { search = "", after, before, limit }: ClientFilter = {},
): Promise<TwoWayPage<ClientSummary>> {
  // `pageAt` calls the first page "newest"; here it is the first by name.
  const place = { older: beyond(after, ">"), newer: beyond(before, "<") };
  return pageAt(pageSize(limit), place, (from, order, atMost) => {
    const towards = order === "newest first" ? asc : desc;
    return summaries(db)
      .where(and(isClient, mentioning(search), from))
      .orderBy(towards(customers.companyName), towards(customers.id))
      .limit(atMost);
  });
}

/** Returns a client; null for an unknown id. For staff who see clients or take orders. */
export async function getClient(
  db: Database,
  _staff: Staff<"clients"> | Staff<"sell">,
  id: string,
): Promise<ClientSummary | null> {
  if (!isUuid(id)) return null;
  const [client] = await summaries(db).where(eq(customers.id, id));
  return client ?? null;
}

/** Returns a client's sites, the default one first. For staff who see clients or take orders. */
export function listSites(
  db: Database,
  _staff: Staff<"clients"> | Staff<"sell">,
  customerId: string,
): Promise<{ id: string; name: string; address: string }[]> {
  return db
    .select({ id: shipTos.id, name: shipTos.name, address: shipTos.address })
    .from(shipTos)
    .where(eq(shipTos.customerId, customerId))
    .orderBy(desc(shipTos.isDefault), asc(shipTos.name), asc(shipTos.id));
}

/**
 * Staff count as clients once they have placed an order. Guests are found among orders, and people
 * who pay at a till without an account among its sales.
 */
export const isClient = sql`(customers.guest_email = '' and customers.kind <> 'counter' and customers.merged_into is null and (not ${isStaff} or exists (
  select from orders where orders.customer_id = customers.id)))`;

/** Clients as listed. A lateral join reads only the orders of clients on the page. */
export function summaries(db: Database) {
  const ofClient = ofAccount(orders.customerId, customers.id);
  const ordered = db
    .select({ orderCount: count().as("order_count") })
    .from(orders)
    .where(ofClient)
    .as("ordered");
  const booked = spentOn(db, ofClient);
  const spent = db
    .select({ total: sql<string>`coalesce(sum(${booked.amount}), 0.00)`.as("total") })
    .from(booked)
    .as("spent");
  return db
    .select({
      id: customers.id,
      ...customerDetails,
      listedName,
      email: sql<string>`coalesce(${user.email}, ${customers.guestEmail})`,
      guestOrders: sql<number>`(select count(*)::int from customers guests
        join orders on orders.customer_id = guests.id and orders.status <> 'awaiting_payment'
        where guests.adopted_by in (select user_id from members where customer_id = customers.id))`,
      createdAt: customers.createdAt,
      inactiveAt: customers.inactiveAt,
      orderCount: ordered.orderCount,
      totalSpent: spent.total,
    })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .crossJoinLateral(ordered)
    .crossJoinLateral(spent);
}

function beyond(place: ClientPlace | undefined, side: ">" | "<"): SQL | undefined {
  if (!place || !isUuid(place.id) || place.companyName.includes("\0")) return undefined;
  return sql`(${customers.companyName}, ${customers.id}) ${sql.raw(side)} (${place.companyName}, ${place.id})`;
}

/** Matches clients found by a search; undefined for an empty one. */
export function mentioning(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  const digits = phoneDigits(text);
  // Names of merged records, folded for comparison, lead to the record that replaces them.
  const merged = sql`exists (select from customers as record
    where record.merged_into = ${customers.id} and (${foldedLike(sql`record.company_name`, pattern)}
      or ${foldedLike(sql`record.contact_name`, pattern)} or record.id::text ilike ${pattern}))`;
  return or(isClientLike(pattern, digits), ilike(sql`${customers.id}::text`, pattern), merged);
}
