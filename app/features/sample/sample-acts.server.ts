import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { newBrowserAction } from "#app/domain/accounts/session/opened-session.server.ts";
import type { Settings } from "#app/domain/settings/kept-settings.server.ts";
import { type Sample, sampleSettings } from "#app/domain/settings/sample.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { SampleFacts } from "./sample.ts";

/**
 * True if anyone has changed anything in the sample business since it was created; viewing and
 * signing in don't count.
 */
export async function hasActedIn(db: Database | Transaction, { madeAt }: Sample): Promise<boolean> {
  // The shop's nightly jobs are in the audit log too, without an actor.
  const { rows } = await db.execute<{ acted: boolean }>(sql`
    select
      exists (
        select from audit_log
        where at > ${madeAt} and actor_id is not null and action <> ${newBrowserAction}
      )
      or exists (select from users where created_at > ${madeAt})
      or exists (select from orders where placed_at > ${madeAt})
      or exists (select from packages where packed_at > ${madeAt} or voided_at > ${madeAt})
      or exists (select from pack_claims where seen_at > ${madeAt})
      or exists (select from stop_events where recorded_at > ${madeAt})
      or exists (select from ledger_entries where created_at > ${madeAt})
      or exists (select from credit_requests where created_at > ${madeAt})
      or exists (select from contact_messages where created_at > ${madeAt})
      or exists (select from wholesale_inquiries where created_at > ${madeAt})
      or exists (select from kept_values where key <> 'sample' and updated_at > ${madeAt})
      or exists (select from authenticator_apps) or exists (select from passkeys)
      as acted`);
  return rows[0]?.acted ?? true;
}

/**
 * True if a customer from outside the sample has ordered, paid or been charged anything. Cancelled
 * orders don't count.
 */
export async function hasRealBusiness(
  db: Database | Transaction,
  { madeAt }: Sample,
): Promise<boolean> {
  const { rows } = await db.execute<{ real: boolean }>(sql`
    select exists (
      select from customers
      where created_at > ${madeAt} and (
        exists (select from orders where customer_id = customers.id and status <> 'cancelled')
        or exists (select from ledger_entries where customer_id = customers.id)
      )
    ) as real`);
  return rows[0]?.real ?? true;
}

/** Returns facts about the sample business for the back office; null without one. For staff. */
export async function sampleFacts(
  db: Database,
  settings: Settings,
  _staff: Staff,
): Promise<SampleFacts | null> {
  const mark = settings.get(sampleSettings);
  if (mark.day === "") return null;
  return { day: mark.day, isUsed: await hasActedIn(db, mark) };
}
