import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { type Job, prepareJobs, sendJobs, startJobs } from "#db/jobs/jobs.ts";
import type { QueueName } from "#db/jobs/queues.ts";
import { openPostgres } from "#db/postgres.ts";
import { createMigratedDatabase } from "#tests/setup/test-database.ts";
import { recordingLog, silentLog } from "#tests/setup/test-log.ts";

// Each process is an open database of its own, which identifies it.

const patiently = { timeout: 40_000 };
const mailId = "00000000-0000-4000-8000-000000000001";

let databaseUrl: string;
let cleanUp: (() => Promise<unknown>)[];

beforeEach(async () => {
  const { drop, ...created } = await createMigratedDatabase();
  databaseUrl = created.databaseUrl;
  cleanUp = [drop];
  const { db } = await openProcess();
  await prepareJobs(db);
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

async function openProcess(): Promise<OpenDatabase> {
  const open = await openPostgres({ databaseUrl, log: silentLog, listenerWaits: [10] });
  cleanUp.push(open.close);
  return open;
}

async function works<Name extends QueueName>(
  queue: Name,
  perform: (job: Job<Name>) => Promise<void>,
  isAlone?: boolean,
) {
  const open = await openProcess();
  const recorded = recordingLog();
  const jobs = await startJobs({ ...open, isAlone: isAlone ?? false }, recorded.log);
  cleanUp.push(() => jobs.close(10));
  await jobs.work(queue, { workers: 1, batch: 1 }, perform);
  return { ...open, lines: recorded.lines };
}

const never = () => new Promise<void>(() => undefined);
const states = async ({ db }: OpenDatabase) =>
  (await db.execute<{ state: string }>(sql`select state from pgboss.job`)).rows;

it.each([
  ["alone", true],
  ["one of several", false],
])(
  "runs the unfinished job of a process that has ended, %s",
  async (_, isAlone) => {
    const begun = vi.fn(never);
    const first = await works("mail", begun, isAlone);
    await sendJobs(first.db, "mail", [{ key: "chef@example.com", data: { mailId } }]);
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), patiently);
    await first.close();

    const again = vi.fn(async (_job: Job<"mail">) => undefined);
    const second = await works("mail", again, isAlone);
    await vi.waitFor(() => expect(again).toHaveBeenCalledOnce(), patiently);
    expect(again.mock.calls[0]?.[0]).toMatchObject({ data: { mailId }, retryCount: 1 });
    await vi.waitFor(async () => expect(await states(second)).toEqual([{ state: "completed" }]));
    expect(second.lines).toMatchObject([{ level: "info", facts: { jobs: 1 } }]);
  },
  60_000,
);

it("ignores jobs of a live process, and jobs that have crashed too many processes", async () => {
  const begun = vi.fn(never);
  const living = await works("mail", begun);
  await sendJobs(living.db, "mail", [{ key: "chef@example.com", data: { mailId } }]);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), patiently);
  const ended = await works("imports", begun);
  const data = { importId: mailId };
  await sendJobs(ended.db, "imports", [{ key: "a", data }]);
  await ended.db.execute(sql`update pgboss.job set retry_limit = 0 where name = 'imports'`);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), patiently);
  await ended.close();

  const others = vi.fn(async () => undefined);
  const third = await works("mail", others);
  await works("imports", others);
  // Longer than the second check.
  await expect
    .poll(() => others.mock.calls.length + third.lines.length, { timeout: 4_000, interval: 3_500 })
    .toBe(0);
  expect(await states(third)).toEqual([{ state: "active" }, { state: "active" }]);
}, 60_000);

it("immediately runs jobs that were queued while the clock was ahead", async () => {
  const before = await openProcess();
  await sendJobs(before.db, "mail", [{ key: "chef@example.com", data: { mailId } }]);
  await before.db.execute(sql`
    update pgboss.job set created_on = now() + interval '8 days', start_after = now() + interval '8 days'`);
  await before.db.execute(sql`update pgboss.queue set maintain_on = now() + interval '8 days'`);
  const done = vi.fn(async () => undefined);
  const { db, lines } = await works("mail", done);
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), patiently);
  expect(lines).toMatchObject([{ level: "warn", facts: { jobs: 1 } }]);
  const { rows } = await db.execute(
    sql`select from pgboss.queue where maintain_on > now() + interval '1 day'`,
  );
  expect(rows).toEqual([]);
});

it("repeats a queue's job whose next run was set while the clock was ahead", async () => {
  const { db, listen } = await openProcess();
  await db.execute(sql`
    insert into pgboss.job (name, policy, created_on, start_after)
    values ('due-prices', 'short', now() + interval '7 days', now() + interval '8 days')`);
  const done = vi.fn(async () => undefined);
  const jobs = await startJobs({ db, listen, close: async () => undefined }, silentLog);
  cleanUp.push(() => jobs.close(10));
  await jobs.repeat("due-prices", 600, done);
  // Twice if the first was over before the next was sent.
  await vi.waitFor(() => expect(done).toHaveBeenCalled(), patiently);
});
