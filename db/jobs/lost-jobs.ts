import { sql } from "drizzle-orm";
import type { Database, Log, OpenDatabase } from "../database.ts";
import { sessionsOf } from "../postgres.ts";

/** Finds jobs that would wait forever: those of ended processes, or queued by a fast clock. */

/** In ms; longer than processes take to reconnect to a server that was down. */
const lookEvery = 15_000;

/** In ms until the second check on a server that was up: longer than a reconnect takes. */
const secondLook = 2_500;

/**
 * Records with each job which process took it, in the statement that takes it, so that it is
 * recorded even if the process is killed right afterwards. Uses `output`, which says how the last
 * attempt ended and is unused while a job runs. Expects a transaction.
 */
export async function noteWhoTakesJobs(tx: Database): Promise<void> {
  await tx.execute(sql`
    create or replace function pgboss.note_who_takes_job() returns trigger language plpgsql as $$
    begin
      new.output := jsonb_build_object(
        'takenBy', substring(current_setting('application_name') from ${sql.raw(`'${sessionsOf}'`)})
      );
      return new;
    end $$`);
  const { rows } = await tx.execute(
    sql`select from pg_trigger where tgname = 'who_takes_job' and tgrelid = 'pgboss.job'::regclass`,
  );
  // Replacing the trigger would wait for every statement on the jobs.
  if (rows.length > 0) return;
  await tx.execute(sql`
    create trigger who_takes_job before update on pgboss.job for each row
    when (new.state = 'active' and old.state <> 'active')
    execute function pgboss.note_who_takes_job()`);
}

/**
 * Looks for such jobs, now and every few seconds, and makes them due.
 *
 * @param onFound called when jobs became due
 * @returns a function that stops it, after the current check
 */
export async function watchLostJobs(
  { db, isAlone = false }: OpenDatabase,
  log: Log,
  onFound: () => void,
): Promise<() => Promise<void>> {
  let absent: string[] = [];

  async function look(): Promise<void> {
    const ahead = await mendTimes(db);
    const now = await absentOwners(db);
    // A session merely lost is soon replaced; the embedded database has one process at a time.
    const ended = isAlone ? now : now.filter((owner) => absent.includes(owner));
    absent = now;
    const lost = await takeBack(db, ended);
    if (ahead > 0) log.warn({ jobs: ahead }, "the clock was set back: jobs of its future are due");
    if (lost > 0) log.info({ jobs: lost }, "jobs of a process that has ended begin again");
    if (ahead + lost > 0) onFound();
  }

  await look();
  let looking = Promise.resolve();
  const again = () => {
    looking = looking
      .then(look)
      .catch((err: unknown) => log.warn({ err }, "lost jobs could not be looked for"));
  };
  const soon = (await wasUp(db)) ? setTimeout(again, secondLook).unref() : undefined;
  const timer = setInterval(again, lookEvery).unref();
  return () => {
    clearTimeout(soon);
    clearInterval(timer);
    return looking;
  };
}

/** True if the server has been up for longer than live processes take to reconnect. */
async function wasUp(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ was: boolean }>(
    sql`select pg_postmaster_start_time() < now() - make_interval(secs => ${lookEvery / 1000}) as was`,
  );
  return rows[0]?.was === true;
}

async function absentOwners(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ owner: string }>(sql`
    select distinct output ->> 'takenBy' as owner from pgboss.job
    where state = 'active' and output ->> 'takenBy' is not null
      and not exists (
        select from pg_stat_activity where starts_with(application_name, output ->> 'takenBy'))`);
  return rows.map(({ owner }) => owner);
}

/**
 * Makes the jobs of ended processes due. Jobs on their last attempt are left to the queue, which
 * fails them in time: a job that kills its process must not do so forever.
 */
async function takeBack(db: Database, owners: string[]): Promise<number> {
  if (owners.length === 0) return 0;
  const { rowCount } = await db.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), output = null
    where state = 'active' and retry_count < retry_limit
      and output ->> 'takenBy' in ${owners}`);
  return rowCount ?? 0;
}

/** Makes jobs due that a fast clock put into the future; queues also resume maintenance. */
async function mendTimes(db: Database): Promise<number> {
  const soon = sql`now() + interval '1 minute'`;
  await db.execute(sql`
    update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null
    where greatest(monitor_on, monitor_claim_on, maintain_on) > ${soon}`);
  // Otherwise a finished job would count as the latest one until then.
  await db.execute(sql`
    update pgboss.job set completed_on = now() where completed_on > ${soon}`);
  const { rowCount } = await db.execute(sql`
    update pgboss.job set start_after = now(), created_on = least(created_on, now()),
      started_on = case when started_on > now() then now() else started_on end
    where state in ('created', 'retry') and start_after > now()
      and greatest(created_on, started_on) > ${soon}`);
  return rowCount ?? 0;
}
