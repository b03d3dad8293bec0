import { sql } from "drizzle-orm";
import { type Db, fromDrizzle, type JobResult, PgBoss } from "pg-boss";
import type { Database, JobChannel, Log, OpenDatabase, Transaction } from "../database.ts";
import { noteWhoTakesJobs, watchLostJobs } from "./lost-jobs.ts";
import { type JobData, type QueueName, queues, type RepeatedQueue } from "./queues.ts";

/**
 * Work after a commit or at a later time, on pg-boss. Its tables are in the schema `pgboss` of the
 * same database, so a job is enqueued in the caller's transaction and exists if and only if that
 * commits. Jobs run at least once, so handlers must be idempotent.
 */

export interface Job<Name extends QueueName> {
  id: string;
  data: JobData[Name];
  /** 0 at the first attempt. */
  retryCount: number;
  isLastAttempt: boolean;
  /** Aborted when the job times out or the process is stopping. */
  signal: AbortSignal;
}

/**
 * Holds the queue definitions, read once; every job is inserted through its sender's transaction.
 * Shared by all databases of the process, since they have the same queues.
 */
let sender: Promise<PgBoss> | undefined;

async function readQueues(tx: Database | Transaction): Promise<PgBoss> {
  const boss = new PgBoss({
    db: fromDrizzle(tx, sql),
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ close: false });
  return boss;
}

/**
 * Creates or updates the job tables and queues, after which jobs can be sent. Safe to run from
 * several processes at once. The database must be migrated.
 */
export async function prepareJobs(db: Database): Promise<void> {
  // pg-boss commits on other connections, so this transaction only holds the lock.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('prepare jobs'))`);
    await prepare(db);
    await noteWhoTakesJobs(tx);
  });
}

async function prepare(db: Database): Promise<void> {
  const boss = new PgBoss({ db: fromDrizzle(db, sql), supervise: false, schedule: false });
  const failures: Error[] = [];
  boss.on("error", (error) => failures.push(error));
  await boss.start();
  for (const [name, { policy, ...options }] of Object.entries(queues)) {
    await boss.createQueue(name, { policy, ...options });
    await boss.updateQueue(name, options);
  }
  await boss.stop({ close: false });
  const [failure] = failures;
  if (failure) throw failure;
}

/**
 * Enqueues jobs, which run once the transaction has committed. Jobs with the same `key` run one
 * after another, in this order; none before its `startAfter`.
 */
export async function sendJobs<Name extends QueueName>(
  tx: Database | Transaction,
  queue: Name,
  jobs: readonly { key: string; data: JobData[Name]; startAfter?: Date | undefined }[],
): Promise<void> {
  sender ??= readQueues(tx);
  const boss = await sender.catch((error) => {
    sender = undefined;
    throw error;
  });
  const rows = jobs.map(({ key, data, startAfter }) => {
    return { singletonKey: key, data, ...(startAfter && { startAfter }) };
  });
  await boss.insert(queue, rows, { db: fromDrizzle(tx, sql) });
}

export interface JobRunner {
  /**
   * Runs the jobs of a queue, up to `batch` at a time in each of `workers` loops. An error from
   * `perform` is stored with the job, which is retried later.
   */
  work<Name extends QueueName>(
    queue: Name,
    options: { workers: number; batch: number },
    perform: (job: Job<Name>) => Promise<void>,
  ): Promise<void>;
  /**
   * Runs a queue's only job now and then every so many seconds, in one process at a time. A failure
   * is retried as configured for the queue, and the next run comes regardless.
   */
  repeat(
    queue: RepeatedQueue,
    everySeconds: number,
    perform: (job: Job<RepeatedQueue>) => Promise<void>,
  ): Promise<void>;
  /** Takes no new jobs, waits up to `patience` ms, and leaves the rest for the next process. */
  close(patience: number): Promise<void>;
}

/** In seconds. Notifications announce new jobs at once; polling finds retries that are due. */
const polling = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 };

/** In ms; each worker fails every second while the database is down. */
const failurePause = 60_000;

/** Logs pg-boss's failures, which it retries itself, at most once a minute. */
export function createFailureLog(
  log: Pick<Log, "error">,
  now: () => number = Date.now,
): (failure: object) => void {
  let quietUntil = 0;
  return (failure) => {
    if (now() < quietUntil) return;
    quietUntil = now() + failurePause;
    log.error({ err: asError(failure) }, "the job queue failed, and tries again by itself");
  };
}

/** Restores an error that pg-boss has copied, so that its query is logged without values. */
function asError(failure: object): Error {
  if (failure instanceof Error) return failure;
  const message = "message" in failure ? String(failure.message) : "unknown";
  return Object.assign(new Error(message), failure);
}

/**
 * Prepares the queues and starts the workers. Any number of processes may do so; each job runs in
 * one process at a time, and is restarted if that process ends before the job does.
 */
export async function startJobs(database: OpenDatabase, log: Log): Promise<JobRunner> {
  const { db, listen } = database;
  await prepareJobs(db);
  const boss = new PgBoss({
    db: withListen(db, listen),
    migrate: false,
    useListenNotify: true,
    schedule: false,
    // Completed jobs only hold an id; an hour's worth is enough for inspection.
    maintenanceIntervalSeconds: 10 * 60,
    // How soon jobs of a killed process are found; each check reads few rows.
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
  });
  boss.on("error", createFailureLog(log));
  boss.on("warning", ({ message, data }) => log.warn({ data }, `the job queue: ${message}`));
  await boss.start();
  const workers: string[] = [];
  // Before the first worker, so that it starts with these jobs.
  const stopWatching = await watchLostJobs(database, log, () => {
    for (const id of workers) boss.notifyWorker(id);
  });
  const runner: JobRunner = {
    async work(queue, { workers: count, batch }, perform) {
      for (let number = 0; number < count; number += 1) {
        let id = "";
        const options = {
          ...polling,
          batchSize: batch,
          perJobResults: true,
          includeMetadata: true,
        } as const;
        id = await boss.work<JobData[typeof queue], unknown, typeof options>(
          queue,
          options,
          async (jobs) => {
            const results = await Promise.all(
              jobs.map(async (job): Promise<JobResult> => {
                const { retryCount, retryLimit, data, signal } = job;
                const isLastAttempt = retryCount >= retryLimit;
                try {
                  await perform({ id: job.id, data, retryCount, isLastAttempt, signal });
                  return { id: job.id, status: "completed" };
                } catch (error) {
                  return { id: job.id, status: "failed", output: { reason: String(error) } };
                }
              }),
            );
            // Polls again at once, since there may be more, such as the next with the same key.
            boss.notifyWorker(id);
            return results;
          },
        );
        workers.push(id);
      }
    },
    async repeat(queue, everySeconds, perform) {
      await runner.work(queue, { workers: 1, batch: 1 }, async (job) => {
        // First, so that the chain does not break if this job fails.
        await boss.send(queue, {}, { startAfter: everySeconds });
        await perform(job);
      });
      await boss.send(queue, {});
    },
    async close(patience) {
      await stopWatching();
      await boss.stop({ close: false, graceful: true, timeout: patience });
    },
  };
  return runner;
}

/** Adapts the shop's existing LISTEN connection to pg-boss's interface. */
function withListen(db: Database, listen: OpenDatabase["listen"]): Db {
  return {
    ...fromDrizzle(db, sql),
    async listen(channel, onNotification, onReconnect) {
      const stop = await listen(channel as JobChannel, (payload) =>
        payload === "" ? onReconnect() : onNotification(payload),
      );
      return { close: stop };
    },
  };
}
