import type { Database } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";

/** A line of an order: 10 lb at $24.99 of a product that is not in the catalogue any more. */
export async function insertOrderItem(
  db: Database,
  orderId: string,
  overrides: Partial<typeof orderItems.$inferInsert> = {},
): Promise<typeof orderItems.$inferSelect> {
  const [item] = await db
    .insert(orderItems)
    .values({
      position: 0,
      productName: "Ribeye Steak",
      quantity: "10.00",
      pricePerLb: "24.99",
      ...overrides,
      orderId,
    })
    .returning();
  if (!item) throw new Error("Nothing was inserted");
  return item;
}
