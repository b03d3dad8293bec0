import { randomUUID } from "node:crypto";
import type { Admin } from "#app/domain/access/capability.ts";
import { addTill, openTill } from "#app/domain/door/till/tills.server.ts";
import type { Sale } from "#app/features/counter/sale.ts";
import type { Database } from "#db/database.ts";

/** Opens a till with a float of $200. */
export async function insertOpenTill(db: Database, admin: Admin, float = 200_00) {
  const id = randomUUID();
  await addTill(db, admin, { requestId: id, name: "By the window" });
  return { id, sessionId: await openTill(db, admin, id, { requestId: randomUUID(), float }) };
}

/** Returns a sale of a pound at a till, paid by card terminal. */
export function saleOf(
  sessionId: string,
  product: { id: string; name: string; pricePerLb: string },
  more: Partial<Sale> = {},
): Sale {
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
    lines: [
      {
        productId: product.id,
        name: product.name,
        value: "1.00",
        unit: "lb",
        tareG: 0,
        pieces: null,
        source: "typed",
        rawScan: "",
        serial: null,
        lotId: null,
        pricePerLb: product.pricePerLb,
        taxCode: "Z",
      },
    ],
    tenders: [{ method: "terminal", cents, tenderedCents: null, reference: "" }],
    ...more,
  };
}
