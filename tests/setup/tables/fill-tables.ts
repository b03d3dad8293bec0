import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";

/**
 * Inserts thousands of rows without triggers, notifications or timeout, and analyzes the tables.
 */
export async function fillTables(
  db: Database,
  insert: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(triggers("disable"));
    await insert(tx);
    await tx.execute(triggers("enable"));
    await tx.execute(sql`analyze`);
  });
}

const triggers = (change: "disable" | "enable") =>
  sql.raw(`do $$
    declare found regclass;
    begin
      for found in select tgrelid::regclass from pg_trigger where not tgisinternal group by tgrelid loop
        execute format('alter table %s ${change} trigger user', found);
      end loop;
    end $$`);

/**
 * Inserts an invoice without lines for each of the `orders` (the SQL after "from"), numbered from
 * `first` on, over `total`. Only within `fillTables`, whose invoices need not add up.
 */
export async function insertInvoices(
  tx: Transaction,
  { first = 1, issuedAt = sql`placed_at`, total = sql`total_price`, orders }: Bulk,
): Promise<void> {
  await tx.execute(sql`
    with billed as (
      select id as order_id, customer_id, placed_at, ${issuedAt} as issued_at, ${total} as total,
        gen_random_uuid() as id, row_number() over () - 1 + ${first}::int as number
      from ${orders}
    ), issued as (
      insert into documents (id, kind, series, number, customer_id, issued_at, issued_on, due_on, subtotal, total, line_count)
      select id, 'invoice', 'INV', number, customer_id, issued_at, issued_at::date, issued_at::date + 30, total, total, 0
      from billed
    )
    insert into document_orders (document_id, position, order_id, placed_at)
    select id, 0, order_id, placed_at from billed`);
}

interface Bulk {
  first?: number;
  issuedAt?: SQL;
  total?: SQL;
  orders: SQL;
}
