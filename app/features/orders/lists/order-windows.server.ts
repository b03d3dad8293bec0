import { and, desc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { ExportFilter } from "#app/features/exports/export-filter.ts";
import { inWindows } from "#app/features/exports/windows.ts";
import { searchText } from "#app/lib/search-text.ts";
import type { Database } from "#db/database.ts";
import { orderStatuses, orders } from "#db/schema/orders.ts";
import type { OrderPage } from "../order.ts";
import { olderThan } from "./order-queries.server.ts";
import { ofClient, placedIn, withIdLike } from "./orders-found.server.ts";

type Place = OrderPage["before"];

/**
 * What the filter chooses of everyone's orders, newest first, in batches: each what `read` finds among
 * the next `size` orders. For the exports of administrators.
 */
export function inOrderWindows<Row>(
  db: Database,
  { status, from: firstDay, to: lastDay, q = "" }: ExportFilter,
  size: number,
  read: (chosen: SQL | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const known = orderStatuses.find((one) => one === status);
  const listed = and(known && eq(orders.status, known), placedIn({ from: firstDay, to: lastDay }));
  const searched = found(db, q);
  async function endAfter(from: Place): Promise<Place> {
    const [end] = await db
      .select({ placedAt: orders.placedAt, id: orders.id })
      .from(orders)
      .where(and(listed, olderThan(from)))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .offset(size - 1)
      .limit(1);
    return end;
  }
  return inWindows(endAfter, (from, to) =>
    read(and(listed, searched, olderThan(from), to && noOlderThan(to, from))),
  );
}

/** The dates alone say less than the places, but by them the planner sees how little it is. */
function noOlderThan(to: NonNullable<Place>, from: Place): SQL | undefined {
  const at = sql.param(to.placedAt, orders.placedAt);
  return and(
    sql`(${orders.placedAt}, ${orders.id}) >= (${at}, ${to.id})`,
    gte(orders.placedAt, to.placedAt),
    from && lte(orders.placedAt, from.placedAt),
  );
}

/** As on the page of orders (`ordersFound`), within a window small enough for one "or". */
function found(db: Database, search: string): SQL | undefined {
  const text = searchText(search);
  if (text === null) return undefined;
  return or(ofClient(db, text), withIdLike(text));
}
