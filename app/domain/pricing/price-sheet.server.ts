import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { listOfferedProducts } from "./client-prices.server.ts";
import type { PriceSheet } from "./price-sheet.ts";

/** What a client's customer pays for deliveries on a Pacific day. */
export async function getPriceSheet(
  db: Database,
  client: Client,
  day: string,
  { company }: Pick<Shop, "company">,
): Promise<PriceSheet> {
  const [products, [customer]] = await Promise.all([
    listOfferedProducts(db, client, day),
    db
      .select({ company: customers.companyName, contact: customers.contactName })
      .from(customers)
      .where(eq(customers.id, client.customerId)),
  ]);
  const name = customer?.company || customer?.contact || "";
  return { client: name, day, products, printedAt: new Date(), company };
}
