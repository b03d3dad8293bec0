import { randomUUID } from "node:crypto";
import type { Admin } from "#app/domain/access/capability.ts";
import { addTill, openTill } from "#app/domain/door/till/tills.server.ts";
import type { Sale, SaleLine } from "#app/features/counter/sale.ts";
import type { Database } from "#db/database.ts";
import type { products } from "#db/schema/products.ts";

/** Opens a till with a float of $200. */
export async function insertOpenTill(db: Database, admin: Admin, float = 200_00) {
  const id = randomUUID();
  await addTill(db, admin, { requestId: id, name: "By the window" });
  return { id, sessionId: await openTill(db, admin, id, { requestId: randomUUID(), float }) };
}

type Sold = Pick<typeof products.$inferSelect, "id" | "name" | "pricePerLb"> &
  Partial<Pick<SaleLine, "taxCode">>;

/** So many pounds of a product in a sale, typed, at its price. */
export const lineOf = (
  { id, name, pricePerLb, taxCode = "Z" }: Sold,
  value: string,
  more: Partial<SaleLine> = {},
): SaleLine => ({
  productId: id,
  name,
  value,
  unit: "lb",
  tareG: 0,
  pieces: null,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId: null,
  pricePerLb,
  taxCode,
  ...more,
});

/** A pound of something at a till, paid by card terminal. */
export function saleOf(sessionId: string, product: Sold, more: Partial<Sale> = {}): Sale {
  const cents = Number(product.pricePerLb.replace(".", ""));
  return {
    requestId: randomUUID(),
    sessionId,
    slip: 1,
    device: 0,
    soldAt: new Date().toISOString(),
    isOffline: false,
    onAccount: null,
    mailTo: "",
    lines: [lineOf(product, "1.00")],
    tenders: [{ method: "terminal", cents, tenderedCents: null, reference: "" }],
    ...more,
  };
}
