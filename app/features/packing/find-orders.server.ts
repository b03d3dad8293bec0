import { and, asc, eq, not, or } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { withIdLike, withNumber } from "#app/domain/orders/lists/orders-found.server.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { containsPattern, searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { isOrderHeld, orders } from "#db/schema/orders.ts";
import { foldedLike } from "#db/search.ts";

/** An order that can be packed, as a search finds it: without prices. */
interface OrderToPackHit extends NamedOrder {
  /** Empty for a client without one. */
  companyName: string;
  /** The Pacific day that it is for; null without one. */
  deliveryDay: string | null;
}

/**
 * The orders to pack that go by what was typed: by number or its last three digits, part of the id or
 * of the client's company; none for a blank text. The next to go out come first. For staff who pack.
 */
export async function findOrdersToPack(
  db: Database,
  _staff: Staff<"pack">,
  search: string,
  limit: number,
): Promise<OrderToPackHit[]> {
  const text = searchText(search);
  if (text === null) return [];
  const wanted = or(
    withNumber(text),
    withIdLike(text),
    foldedLike(customers.companyName, containsPattern(text)),
  );
  return db
    .select({
      id: orders.id,
      number: orders.number,
      companyName: listedName,
      deliveryDay: orders.deliveryDay,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.status, "pending"), not(isOrderHeld), wanted))
    .orderBy(asc(orders.deliveryDay), asc(orders.number))
    .limit(limit);
}
