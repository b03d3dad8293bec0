import { and, asc, count, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Admin } from "#app/features/auth/capability.ts";
import { type Page, pageSize, toPage } from "#app/lib/page.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { profiles } from "#db/schema/profiles.ts";
import type { ClientPage, ClientSummary } from "./profile.ts";

interface ClientFilter extends ClientPage {
  /** Part of the company name, the contact name or the id, whatever the case. */
  search?: string;
}

/** How many profiles there are. For administrators. */
export async function countClients(db: Database, _admin: Admin): Promise<number> {
  const [row] = await db.select({ clients: count() }).from(profiles);
  return row?.clients ?? 0;
}

/**
 * All profiles by company name, a page at a time, with what the database counts and sums of each
 * one's orders, whatever their status. For administrators.
 */
export async function listClients(
  db: Database,
  _admin: Admin,
  { search = "", after, limit }: ClientFilter = {},
): Promise<Page<ClientSummary>> {
  const size = pageSize(limit);
  const ordered = db
    .select({
      orderCount: count().as("order_count"),
      totalSpent: sql<string>`coalesce(sum(${orders.totalPrice}), 0.00)`.as("total_spent"),
    })
    .from(orders)
    .where(eq(orders.userId, profiles.id))
    .as("ordered");
  const found = await db
    .select({
      id: profiles.id,
      companyName: profiles.companyName,
      contactName: profiles.contactName,
      phone: profiles.phone,
      address: profiles.address,
      notes: profiles.notes,
      orderCount: ordered.orderCount,
      totalSpent: ordered.totalSpent,
    })
    .from(profiles)
    .crossJoinLateral(ordered)
    .where(and(mentioning(search), afterClient(after)))
    .orderBy(asc(profiles.companyName), asc(profiles.id))
    .limit(size + 1);
  return toPage(found, size);
}

function afterClient(after: ClientPage["after"]): SQL | undefined {
  if (!after || !isUuid(after.id) || after.companyName.includes("\0")) return undefined;
  return sql`(${profiles.companyName}, ${profiles.id}) > (${after.companyName}, ${after.id})`;
}

function mentioning(search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  const pattern = containsPattern(text);
  return or(
    ilike(profiles.companyName, pattern),
    ilike(profiles.contactName, pattern),
    ilike(sql`${profiles.id}::text`, pattern),
  );
}
