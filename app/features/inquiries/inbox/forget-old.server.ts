import { and, desc, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { spamDays } from "./inbox.ts";

/** Maximum suspected spam kept, for messages and inquiries each; the oldest are deleted first. */
const mostHeld = 500;

/**
 * Deletes entries handled more than a year ago, and suspected spam older than `spamDays` or beyond
 * `mostHeld`, as the privacy page promises (section "How long we keep it"). Called whenever an
 * entry arrives or is handled.
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
        and(isHeld, lt(table.createdAt, sql`now() - make_interval(days => ${spamDays})`)),
        inArray(table.id, beyond),
      ),
    );
}
