import { and, desc, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { spamDays } from "./inbox.ts";

/** Suspected spam kept, for messages and inquiries each; the oldest is deleted first. */
const mostHeld = 500;

/**
 * Deletes suspected spam beyond `mostHeld`, or older than `spamDays`, as the privacy page promises
 * (section "How long we keep it"). Runs every six hours, and whenever an entry arrives or is
 * handled.
 */
export async function forgetSpam(
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
        and(isHeld, lt(table.createdAt, sql`now() - make_interval(days => ${spamDays})`)),
        inArray(table.id, beyond),
      ),
    );
}

/** Deletes entries handled more than `months` ago, and suspected spam as `forgetSpam`. */
export async function forgetAnswered(db: Database, months: number): Promise<void> {
  for (const table of [contactMessages, wholesaleInquiries]) {
    await db.transaction((tx) => forgetSpam(tx, table));
    await db
      .delete(table)
      .where(lt(table.handledAt, sql`now() - make_interval(months => ${months})`));
  }
}

/** Deletes everything that a sender wrote in our forms. `email` must be in lower case. */
export async function forgetSender(tx: Transaction, email: string): Promise<void> {
  for (const table of [contactMessages, wholesaleInquiries]) {
    await tx.delete(table).where(sql`lower(${table.email}) = ${email}`);
  }
}
