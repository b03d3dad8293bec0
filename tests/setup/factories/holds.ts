import type { Database } from "#db/database.ts";
import { orderHolds } from "#db/schema/orders.ts";

/** Holds an order, by default by hand. */
export async function insertHold(
  db: Database,
  orderId: string,
  overrides: Partial<typeof orderHolds.$inferInsert> = {},
): Promise<void> {
  await db.insert(orderHolds).values({ reason: "manual", ...overrides, orderId });
}
