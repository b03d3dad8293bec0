import { sql } from "drizzle-orm";
import { type Db, fromDrizzle, type JobResult, PgBoss, type Queue } from "pg-boss";
import type { Database, JobChannel, Log, OpenDatabase, Transaction } from "./database.ts";

/**
 * Work that happens after a commit or at a later time, on pg-boss: its tables are in the schema
 * `pgboss` of the same database, so a job is written in the transaction that it belongs to, and is
 * there if and only if that commits. Every job is done at least once; doing it twice must do no harm.
 */

const hour = 3600;

/** Retried after 30 s, then after twice the last pause, at most 8 h: about four days in all. */
const patient = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 8 * hour };

const queues = {
  /** Delivers the mail with this id. One recipient's mails arrive in the order they were queued in. */
  mail: { policy: "key_strict_fifo", notify: true, expireInSeconds: 60, ...patient },
} as const satisfies Record<string, Omit<Queue, "name">>;

export type QueueName = keyof typeof queues;

/** What a job of each queue is told. */
interface JobData {
  mail: { mailId: string };
}

/** A job that is being done. */
export interface Job<Name extends QueueName> {
  id: string;
  data: JobData[Name];
  /** 0 at the first attempt. */
  retryCount: number;
  /** Whether a failure now is the last one. */
  isLastAttempt: boolean;
  /** Aborted when the job has taken too long, or the process is stopping. */
  signal: AbortSignal;
}

/**
 * Knows the queues, as they were read once; every job goes through the transaction of whoever sends
 * it. One serves every database of the process, since all of them have the same queues.
 */
let sender: Promise<PgBoss> | undefined;

/** Reads the queues through a transaction like any other, and keeps nothing open. */
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
 * Makes or updates the tables and queues of the jobs, after which jobs can be sent. `startJobs` does
 * it. Any number of processes may at once. The database must be migrated.
 */
export async function prepareJobs(db: Database): Promise<void> {
  // pg-boss works on other connections and commits in between, so this one only holds the lock.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('prepare jobs'))`);
    await prepare(db);
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
 * Queues jobs, to be done once the transaction has committed and never if it does not. Jobs with
 * the same `key` are done one after another, in this order.
 */
export async function sendJobs<Name extends QueueName>(
  tx: Database | Transaction,
  queue: Name,
  jobs: readonly { key: string; data: JobData[Name] }[],
): Promise<void> {
  sender ??= readQueues(tx);
  const boss = await sender.catch((error) => {
    sender = undefined;
    throw error;
  });
  const rows = jobs.map(({ key, data }) => ({ singletonKey: key, data }));
  await boss.insert(queue, rows, { db: fromDrizzle(tx, sql) });
}

/** The process's part in doing jobs. */
export interface JobRunner {
  /**
   * Does the jobs of a queue, up to `batch` at a time in each of `workers` loops. What `perform`
   * throws is kept with the job, which is tried again later.
   */
  work<Name extends QueueName>(
    queue: Name,
    options: { workers: number; batch: number },
    perform: (job: Job<Name>) => Promise<void>,
  ): Promise<void>;
  /** Takes no more jobs, gives those under way `patience` ms, and leaves the rest for the next process. */
  close(patience: number): Promise<void>;
}

/** In seconds; a notification tells of new jobs at once, so this finds those that are due again. */
const polling = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 };

/**
 * Prepares the queues and begins to look for jobs. Any number of processes may; each job is one
 * process's at a time.
 */
export async function startJobs({ db, listen }: OpenDatabase, log: Log): Promise<JobRunner> {
  await prepareJobs(db);
  const boss = new PgBoss({
    db: withListen(db, listen),
    migrate: false,
    useListenNotify: true,
    schedule: false,
    // Completed jobs hold nothing but an id; an hour's worth is enough to look into.
    maintenanceIntervalSeconds: 10 * 60,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, `the job queue: ${message}`));
  await boss.start();
  return {
    async work(queue, { workers, batch }, perform) {
      for (let number = 0; number < workers; number += 1) {
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
            // There may be more, such as the next of the same key: look again at once.
            boss.notifyWorker(id);
            return results;
          },
        );
      }
    },
    async close(patience) {
      await boss.stop({ close: false, graceful: true, timeout: patience });
    },
  };
}

/** The connection that already listens for the shop, in the form in which pg-boss asks for one. */
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
