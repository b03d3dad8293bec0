import { and, eq } from "drizzle-orm";
import type { Client, Staff, StaffClient } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers, recordsOf, shipTos } from "#db/schema/customers.ts";
import { onBehalfOf, viewOf } from "./capabilities.server.ts";

/** The customer that staff order for, from a URL; the ids are unchecked. */
export interface WantedCustomer {
  customerId: string;
  /** One of the customer's sites; undefined for the default one. */
  siteId?: string | undefined;
}

/** Returns the capability to order for a customer; null if unknown. For staff who take orders. */
export async function actFor(
  db: Database,
  staff: Staff<"sell">,
  { customerId, siteId }: WantedCustomer,
): Promise<StaffClient | null> {
  if (!isUuid(customerId) || (siteId !== undefined && !isUuid(siteId))) return null;
  const [found] = await db
    .select({ id: customers.id, records: recordsOf(customers.id), siteId: shipTos.id })
    .from(customers)
    .leftJoin(
      shipTos,
      siteId === undefined
        ? and(eq(shipTos.customerId, customers.id), shipTos.isDefault)
        : and(eq(shipTos.customerId, customers.id), eq(shipTos.id, siteId)),
    )
    .where(eq(customers.id, customerId));
  if (!found || (siteId !== undefined && found.siteId === null)) return null;
  return onBehalfOf(staff, {
    customerId: found.id,
    records: found.records,
    siteId: siteId === undefined ? null : found.siteId,
  });
}

/**
 * Returns the capability to see a customer's prices without ordering; null if there is no such
 * customer. For staff who keep prices.
 */
export async function viewAs(
  db: Database,
  staff: Staff<"prices">,
  customerId: string,
): Promise<Client | null> {
  if (!isUuid(customerId)) return null;
  const [found] = await db
    .select({ customerId: customers.id, records: recordsOf(customers.id) })
    .from(customers)
    .where(eq(customers.id, customerId));
  return found ? viewOf(staff, found) : null;
}
