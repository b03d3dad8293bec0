import { and, sql } from "drizzle-orm";
import type { Client, Staff } from "#app/domain/access/capability.ts";
import { smallCents } from "#app/domain/ledger/credit-standing.ts";
import type { Database } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { isUnsettled, ledgerEntries } from "#db/schema/money/ledger.ts";
import { seesAccount } from "../accounts.server.ts";

/**
 * The small difference on the account of the client's own customer (`smallDifference`); null also for
 * a member who doesn't see the account.
 */
export async function ownSmallDifference(db: Database, client: Client): Promise<number | null> {
  return seesAccount(client) ? readDifference(db, client.customerId) : null;
}

/**
 * What is left over of payments and open of invoices, up to $5, in cents: negative where it is the
 * customer's credit. Null where there is none, or a larger credit that will settle it. For
 * staff who keep the money or take orders.
 */
export function smallDifference(
  db: Database,
  _staff: Staff<"money"> | Staff<"sell">,
  customerId: string,
): Promise<number | null> {
  return readDifference(db, customerId);
}

async function readDifference(db: Database, customerId: string): Promise<number | null> {
  const left = sql`(case when cents < 0 then cents + allocated_cents else cents - allocated_cents end)`;
  const [sums] = await db
    .select({
      cents: sql`coalesce(sum(${left}) filter (where abs(${left}) <= ${smallCents}), 0)`.mapWith(
        Number,
      ),
      hasCredit: sql<boolean>`coalesce(bool_or(${left} < ${-smallCents}), false)`,
    })
    .from(ledgerEntries)
    .where(and(ofAccount(ledgerEntries.customerId, customerId), isUnsettled));
  if (!sums || sums.hasCredit || sums.cents === 0) return null;
  return Math.abs(sums.cents) <= smallCents ? sums.cents : null;
}
