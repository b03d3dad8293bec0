import { sql } from "drizzle-orm";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { openPostgres } from "#db/postgres.ts";
import { insertClient } from "../factories.ts";
import { silentLog } from "../test-log.ts";
import { fillTables } from "./fill-tables.ts";

interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/**
 * Inserts orders of one line each into a shop that is not open.
 *
 * @param notesLength of each order's notes, in characters; 5,000 at most
 */
export async function stockManyOrders(
  shop: Place,
  count: number,
  notesLength = 2_200,
): Promise<void> {
  const databaseUrl = shop.DATABASE_URL;
  const connection = await connect({ dataDir: shop.DATA_DIR, databaseUrl, log: silentLog });
  const url = databaseUrl ?? connection.embedded?.url ?? "";
  // Without a timeout.
  const patient = await openPostgres({ databaseUrl: url, log: silentLog, queryTimeout: 0 });
  try {
    await insertManyOrders(patient.db, count, notesLength);
  } finally {
    await patient.close();
    await connection.close();
  }
}

/** One order a minute from 2020 on. */
async function insertManyOrders(db: Database, count: number, notesLength: number): Promise<void> {
  const { user } = await insertClient(db, { profile: { companyName: "Brasserie Côté" } });
  await fillTables(db, async (tx) => {
    await tx.execute(sql`
      insert into orders (customer_id, total_price, placed_at, notes)
      select ${user.id}, 10.00, timestamptz '2020-01-01' + number * interval '1 minute',
        left(repeat('Back door. ', 500), ${notesLength}::int)
      from generate_series(1, ${count}::int) as number`);
    await tx.execute(sql`
      insert into order_items (order_id, position, product_name, quantity, price_per_lb)
      select id, 0, 'Chuck', 1, 10.00 from orders where customer_id = ${user.id}`);
  });
}
