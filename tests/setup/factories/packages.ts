import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import { issueInvoice } from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { queueFulfilledMail } from "#app/domain/ordering/mails/queue-outcome-mails.server.ts";
import { netWeight, type Reading } from "#app/lib/amounts/net-weight.ts";
import type { Database } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { shop } from "../ordering.ts";

type PackageRow = typeof packages.$inferSelect;

/** Inserts a package of a line, as typed from a scale. */
export async function insertPackage(
  db: Database,
  orderItemId: string,
  reading: Reading,
  overrides: Partial<typeof packages.$inferInsert> = {},
): Promise<PackageRow> {
  const net = netWeight(reading, overrides.tareG);
  if (!net) throw new Error("Nothing is left of the weight");
  const [row] = await db
    .insert(packages)
    .values({
      orderItemId,
      readingValue: reading.value,
      readingUnit: reading.unit,
      netLb: net.lb,
      netG: net.g,
      source: "typed",
      ...overrides,
    })
    .returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}

/** Inserts a lot of a sample supplier, with a code of its own. */
export async function insertLot(
  db: Database,
  overrides: Partial<typeof lots.$inferInsert> = {},
): Promise<typeof lots.$inferSelect> {
  const code = `L-${randomUUID().slice(0, 8)}`;
  const [row] = await db
    .insert(lots)
    .values({ code, supplier: "Sample Packer", ...overrides })
    .returning();
  if (!row) throw new Error("Nothing was inserted");
  return row;
}

/** Sets a line's final state: `packed` by default. */
export async function closeLine(
  db: Database,
  itemId: string,
  outcome: Partial<
    Pick<typeof orderItems.$inferInsert, "packState" | "packNote" | "overDecision">
  > = {},
): Promise<void> {
  await db
    .update(orderItems)
    .set({ packState: "packed", ...outcome })
    .where(eq(orderItems.id, itemId));
}

/** Fulfils a finished order: issues its invoice and queues the client's email. */
export function billPacked(db: Database, orderId: string): Promise<IssuedInvoice> {
  return db.transaction(async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ status: "fulfilled" })
      .where(eq(orders.id, orderId))
      .returning();
    if (!order) throw new Error("There is no such order");
    const issued = await issueInvoice(tx, { orderId }, invoiceTerms(sampleShop()));
    await queueFulfilledMail(tx, order, issued, shop);
    return issued;
  });
}
