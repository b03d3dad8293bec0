import { and, desc, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";

/** The most messages, and the most inquiries, that are held as robots'; older ones give way. */
const mostHeld = 500;

/**
 * Removes what was dealt with more than a year ago, and what robots sent more than 30 days ago or beyond
 * `mostHeld`, as the privacy page promises (section "How long we keep it"). Called whenever a new one
 * arrives or one is dealt with.
 */
export async function forgetOld(
  tx: Transaction,
  table: typeof contactMessages | typeof wholesaleInquiries,
): Promise<void> {
  const isHeld = and(isNull(table.handledAt), isNotNull(table.robotSign));
  const beyond = tx
    .select({ id: table.id })
    .from(table)
    .where(isHeld)
    .orderBy(desc(table.createdAt), desc(table.id))
    .offset(mostHeld);
  await tx
    .delete(table)
    .where(
      or(
        lt(table.handledAt, sql`now() - interval '1 year'`),
        and(isHeld, lt(table.createdAt, sql`now() - interval '30 days'`)),
        inArray(table.id, beyond),
      ),
    );
}
