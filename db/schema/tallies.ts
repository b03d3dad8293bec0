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
 * What the books add up to, so that no page has to read a million orders for it. Triggers keep it, in
 * the transaction that changes the books. What is added up, by `figure`, with its `part`:
 *
 * - `orders`: by status; how many, and their dollars
 * - `pounds`: by the category that a product has today, empty for none; lines and pounds of orders
 *   that are not cancelled
 * - `clients`: by account; orders that are not cancelled, and their dollars, since a moment
 * - `since`: that moment, as `hour`
 * - `invoices`, and `products` that the shop shows: how many
 *
 * By the hour of placing in UTC, of which Pacific days, weeks and months are made up, whatever the
 * clocks do; `-infinity` is all hours together.
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

/** The sums as they last were. Read `tallied`, which has what was added since. */
export const tallies = pgTable("tallies", columns(), (t) => [
  primaryKey({ columns: [t.figure, t.hour, t.part] }),
  index("tallies_best_clients")
    .on(sql`amount desc`, sql`(part::uuid)`)
    .where(sql`figure = 'clients' and count > 0`),
]);

/**
 * What is yet to be added to the sums, or with a minus taken from them. A row for each change, so that
 * nobody who places an order waits for somebody else who does; `fold_tallies` adds them up.
 */
export const tallyChanges = pgTable("tally_changes", columns());

/** Both together: exact at any moment. For all figures but `clients`, for which see `best_clients`. */
export const tallied = pgView("tallied", columns()).as(
  sql`select * from tallies union all select * from tally_changes`,
);
