import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/**
 * Totals of the books, so that no page has to read a million orders for them. Triggers maintain
 * them in the transaction that changes the books. By `figure`, with its `part`:
 *
 * - `orders`: by status; count and dollars
 * - `pounds`: by the product's current category, empty for none; lines and pounds of orders that
 *   are not cancelled
 * - `clients`: by account; orders that are not cancelled, and their dollars, since a recorded
 *   moment
 * - `since`: that moment, as `hour`
 * - `invoices`, and `products` shown in the shop: count
 *
 * Grouped by the UTC hour of placing, from which Pacific days, weeks and months are made up
 * regardless of daylight saving time; `-infinity` is all hours together.
 */
const columns = () => ({
  figure: text("figure", {
    enum: ["orders", "pounds", "clients", "since", "invoices", "products"],
  }).notNull(),
  part: text("part").notNull(),
  hour: timestamp("hour", { withTimezone: true, mode: "date" }).notNull(),
  count: bigint("count", { mode: "number" }).notNull(),
  /** Dollars or pounds with two decimals, as text. */
  amount: numeric("amount", { precision: 20, scale: 2, mode: "string" }).notNull(),
});

/** The totals as last folded. Read `tallied`, which includes later changes. */
export const tallies = pgTable("tallies", columns(), (t) => [
  primaryKey({ columns: [t.figure, t.hour, t.part] }),
  index("tallies_best_clients")
    .on(sql`amount desc`, sql`(part::uuid)`)
    .where(sql`figure = 'clients' and count > 0`),
]);

/**
 * Pending changes to the totals, negative ones included. One row per change, so that nobody who
 * places an order waits for another order; `fold_tallies` adds them up.
 */
export const tallyChanges = pgTable("tally_changes", columns());

/** Both together: always exact. For all figures but `clients`, for which see `best_clients`. */
export const tallied = pgView("tallied", columns()).as(
  sql`select * from tallies union all select * from tally_changes`,
);
