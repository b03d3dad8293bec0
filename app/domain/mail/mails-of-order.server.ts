import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";

export interface UnsentMail {
  id: string;
  to: string;
  subject: string;
  createdAt: Date;
  /** The due time of an email delayed on purpose; null for one that should have left. */
  sendAfter: Date | null;
  /** True if it failed for good and the owner hasn't dealt with it. */
  isFailed: boolean;
  lastError: string;
}

/**
 * Returns the emails to an order's client that have waited for more than a minute, or failed,
 * oldest first; at most 20. For staff who see orders.
 */
export async function unsentMailsOf(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<UnsentMail[]> {
  if (!isUuid(orderId)) return [];
  return db
    .select({
      id: mailOutbox.id,
      to: mailOutbox.recipient,
      subject: mailOutbox.subject,
      createdAt: mailOutbox.createdAt,
      sendAfter: sql<Date | null>`case when ${mailOutbox.sendAfter} > now()
        then ${mailOutbox.sendAfter} end`.mapWith(mailOutbox.sendAfter),
      isFailed: sql<boolean>`(${mailOutbox.failedAt} is not null)`,
      lastError: sql<string>`coalesce(${mailOutbox.lastError}, '')`,
    })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.orderId, orderId),
        isNull(mailOutbox.sentAt),
        or(
          isNotNull(mailOutbox.failedAt),
          sql`${mailOutbox.attempts} > 0`,
          sql`${mailOutbox.sendAfter} > now()`,
          sql`${mailOutbox.createdAt} < now() - interval '1 minute'`,
        ),
      ),
    )
    .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.id))
    .limit(20);
}
