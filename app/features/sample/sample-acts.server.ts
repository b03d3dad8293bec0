import { sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { newBrowserAction } from "#app/domain/accounts/session/opened-session.server.ts";
import type { Settings } from "#app/domain/settings/kept-settings.server.ts";
import { type Sample, sampleSettings } from "#app/domain/settings/sample.ts";
import type { Database, Transaction } from "#db/database.ts";
import type { SampleFacts } from "./sample.ts";

/**
 * Whether anybody has done anything in the sample business since it was made: to look at it, and to sign
 * in, is to do nothing. For the start, and for what the back office says of it.
 */
export async function hasActedIn(db: Database | Transaction, { madeAt }: Sample): Promise<boolean> {
  // What the shop does by itself at night is in the audit log too, with nobody as the actor.
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
 * Whether a customer whom the sample does not have has ordered, or has paid or been charged anything. An
 * order that was cancelled is nobody's any more.
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

/** What the back office says of the sample business; null in a shop without. For staff. */
export async function sampleFacts(
  db: Database,
  settings: Settings,
  _staff: Staff,
): Promise<SampleFacts | null> {
  const mark = settings.get(sampleSettings);
  if (mark.day === "") return null;
  return { day: mark.day, isUsed: await hasActedIn(db, mark) };
}
