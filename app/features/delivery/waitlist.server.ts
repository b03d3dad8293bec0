import type { Database } from "#db/database.ts";
import { deliveryWaitlist } from "#db/schema/deliveries.ts";

/**
 * Notes who wants to be told when we deliver to a postal code; once, however often they ask. What
 * filled in the trap isn't a person and is dropped. Anyone may call it; the form has been validated
 * by its schema.
 */
export async function joinWaitlist(
  db: Database,
  { postalCode, email }: { postalCode: string; email: string },
  { robotSign }: { robotSign: string | null },
): Promise<void> {
  if (robotSign === "trap") return;
  await db.insert(deliveryWaitlist).values({ postalCode, email }).onConflictDoNothing();
}
