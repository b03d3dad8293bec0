import { sql } from "drizzle-orm";
import { forgetMailsBefore } from "#app/domain/mail/outbox.server.ts";
import { byClock } from "#app/domain/orders/order-state.server.ts";
import type { Settings } from "#app/domain/settings/kept-settings.server.ts";
import {
  type RetentionSettings,
  retentionSettings,
} from "#app/domain/settings/retention-settings.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Log } from "#db/database.ts";
import type { JobRunner } from "#db/jobs/jobs.ts";
import { eraseGuest } from "./erase-person.server.ts";

/** Interval of the job, in seconds. */
const lookEvery = 6 * 60 * 60;

/** Maximum number erased per run; the rest follow in the next. */
const mostGuests = 200;

/** Deletes another feature's data some months after it was handled. */
type ForgetAfter = (db: Database, months: number) => Promise<void>;

/** Runs the job that deletes data after the owner's retention times, in one process at a time. */
export function forgetOldData(
  jobs: JobRunner,
  {
    db,
    settings,
    log,
    others,
  }: {
    db: Database;
    settings: Pick<Settings, "get">;
    log: Pick<Log, "info">;
    others: readonly ForgetAfter[];
  },
): Promise<void> {
  return jobs.repeat("old-data", lookEvery, async () => {
    const times = settings.get(retentionSettings);
    const guests = await forgetKept(db, times, others);
    if (guests > 0) log.info({ guests }, "erased guests who ordered long ago");
  });
}

/**
 * Deletes data older than the owner's retention times: sent emails, handled inbox entries, and what
 * identifies a guest without open orders or money. Idempotent. Returns the number of guests erased.
 */
export async function forgetKept(
  db: Database,
  { mailMonths, answeredMonths, guestYears }: RetentionSettings,
  others: readonly ForgetAfter[],
): Promise<number> {
  await forgetMailsBefore(db, mailMonths);
  for (const forget of others) await forget(db, answeredMonths);
  if (guestYears === 0) return 0;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from customers
    where guest_email <> '' and guest_email not like '%@erased.invalid'
      and created_at < now() - make_interval(years => ${guestYears})
      and not exists (select from orders where customer_id = customers.id
        and placed_at >= now() - make_interval(years => ${guestYears}))
    order by created_at limit ${mostGuests}`);
  let erased = 0;
  for (const { id } of rows) {
    try {
      await eraseGuest(db, byClock, id);
      erased += 1;
    } catch (error) {
      // An order or money of theirs is open; the next run tries again.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return erased;
}
