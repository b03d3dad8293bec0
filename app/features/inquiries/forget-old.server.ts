import { lt, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";

/**
 * Removes what was dealt with more than a year ago, as the privacy page promises (section "How long
 * we keep it"). Called whenever a new one arrives or one is dealt with.
 */
export async function forgetOld(
  tx: Transaction,
  table: typeof contactMessages | typeof wholesaleInquiries,
): Promise<void> {
  await tx.delete(table).where(lt(table.handledAt, sql`now() - interval '1 year'`));
}
