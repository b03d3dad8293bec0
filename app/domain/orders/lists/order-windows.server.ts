import { and, desc, gte, lte, type SQL, sql } from "drizzle-orm";
import { batchSize, inWindows } from "#app/lib/csv/batches.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { orderStatuses } from "#db/schema/values/orders.ts";
import { type OrderPage, orderWorks } from "../order.ts";
import { olderThan } from "./order-queries.server.ts";
import {
  deliveredBy,
  heldFor,
  ofIds,
  ofStatus,
  ofWork,
  placedIn,
  searchedFor,
} from "./orders-found.server.ts";

type Place = OrderPage["before"];

/**
 * Reads everyone's orders that match the filter, newest first: calls `read` for each window of
 * `batchSize` orders. For the staff's exports.
 */
export function inOrderWindows<Row>(
  db: Database,
  {
    status,
    from: firstDay,
    to: lastDay,
    q = "",
    day = "",
    earlier = "",
    delivery,
    held,
    work,
    ids,
  }: ExportFilter,
  read: (chosen: SQL | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const known = ([...orderStatuses, "packed"] as const).find(
    (one) => one === status && one !== "awaiting_payment",
  );
  const listed = and(
    ofStatus(known),
    placedIn({ from: firstDay, to: lastDay }),
    deliveredBy(db, { deliveryDay: dayIn(day), dayBefore: dayIn(earlier), delivery }),
    heldFor(held === "new" || held === "hold" ? held : undefined),
    ofWork(orderWorks.find((one) => one === work)),
    ofIds(ids),
  );
  const text = searchText(q);
  // A window is small enough to search with a single "or".
  const searched = text === null ? undefined : searchedFor(db, text);
  async function endAfter(from: Place): Promise<Place> {
    const [end] = await db
      .select({ placedAt: orders.placedAt, id: orders.id })
      .from(orders)
      .where(and(listed, olderThan(from)))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .offset(batchSize - 1)
      .limit(1);
    return end;
  }
  return inWindows(endAfter, (from, to) =>
    read(and(listed, searched, olderThan(from), to && noOlderThan(to, from))),
  );
}

/** Redundant beside the exact cursor condition, but lets the planner estimate matching rows. */
function noOlderThan(to: NonNullable<Place>, from: Place): SQL | undefined {
  const at = sql.param(to.placedAt, orders.placedAt);
  return and(
    sql`(${orders.placedAt}, ${orders.id}) >= (${at}, ${to.id})`,
    gte(orders.placedAt, to.placedAt),
    from && lte(orders.placedAt, from.placedAt),
  );
}
