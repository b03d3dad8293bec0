import { sql } from "drizzle-orm";
import { type Db, fromDrizzle, type JobResult, PgBoss, type Queue } from "pg-boss";
import type { Database, JobChannel, Log, OpenDatabase, Transaction } from "../database.ts";
import { noteWhoTakesJobs, watchLostJobs } from "./lost-jobs.ts";

/**
 * Work that happens after a commit or at a later time, on pg-boss. Its tables are in the schema
 * `pgboss` of the same database, so a job is enqueued in the caller's transaction and exists if and
 * only if that commits. Jobs run at least once, so handlers must be idempotent.
 */

const hour = 3600;

/** Retried after 30 s, doubling up to 8 h. */
const patient = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 8 * hour };

/** In ms; how long emails and payments are retried in all: about four days. */
export const patienceMs = Array.from({ length: patient.retryLimit }, (_, tried) =>
  Math.min(patient.retryDelay * 2 ** tried, patient.retryDelayMax),
).reduce((sum, seconds) => sum + seconds * 1000, 0);

const queues = {
  /**
   * Delivers the email with this id. Its key is the email, so that none waits for another. Expires
   * later than the slowest attempt (`mail/send-queued.server.ts`); the jobs of a killed process are
   * found by their heartbeat.
   */
  mail: {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 480,
    heartbeatSeconds: 20,
    ...patient,
  },
  /** Sends the text message with this id, which expires within minutes. */
  text: {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 60,
    heartbeatSeconds: 20,
    retryLimit: 10,
    retryDelay: 15,
  },
  /** Reminds clients to order. Repeats; at most one job waits. */
  "order-reminders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Reminds clients of invoices, and sends monthly statements. */
  "debtor-mails": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Places the orders of standing orders. */
  "standing-orders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Tells those who wait for products that are available again. */
  "back-in-stock": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Invoices ended months. */
  "monthly-invoices": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /**
   * Sends a request to the card provider, or asks for an intent's state. In order for each payment.
   */
  "card-payments": {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 120,
    ...patient,
  },
  /** Looks for authorizations to make, expiring ones, and unpaid orders. */
  "card-rounds": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Reads, applies or undoes an imported file, depending on its state. */
  imports: {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 900,
    // For a machine that disappears, whose sessions the database keeps for hours.
    heartbeatSeconds: 20,
    retryLimit: 2,
    retryDelay: 5,
  },
  /** Emails a fresh sheet to the clients who haven't had it yet. */
  "fresh-sheets": {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 600,
    heartbeatSeconds: 20,
    retryLimit: 5,
    retryDelay: 30,
  },
  /** Re-evaluates the fee of a stop, if one of its orders was locked the first time. */
  stops: {
    policy: "key_strict_fifo",
    notify: true,
    expireInSeconds: 60,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: hour,
  },
  /** Looks for imported files whose job was given up. */
  "import-rounds": { policy: "short", expireInSeconds: 60, retryLimit: 2, retryDelay: 5 },
  /** Puts scheduled prices into the catalogue. */
  "due-prices": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  "unapproved-orders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  "unconfirmed-orders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  "unpaid-orders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  "prepaid-orders": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Deletes data past the owner's retention times. */
  "old-data": { policy: "short", expireInSeconds: 3_600, retryLimit: 2, retryDelay: 60 },
  /** Backs up the shop once a night; a large one takes long. */
  "nightly-backups": {
    policy: "short",
    expireInSeconds: 6 * hour,
    retryLimit: 2,
    retryDelay: 60,
  },
  /** Sends what changed since the last backup; the first time it may be a lot. */
  "recent-backups": {
    policy: "short",
    expireInSeconds: 6 * hour,
    retryLimit: 2,
    retryDelay: 60,
  },
  /** Checks the shop, and tells its owner about problems. */
  health: { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
} as const satisfies Record<string, Omit<Queue, "name">>;

export type QueueName = keyof typeof queues;

/** Queues with the policy "short": at most one job waits. */
type RepeatedQueue =
  | "order-reminders"
  | "standing-orders"
  | "back-in-stock"
  | "debtor-mails"
  | "monthly-invoices"
  | "due-prices"
  | "unapproved-orders"
  | "unconfirmed-orders"
  | "unpaid-orders"
  | "prepaid-orders"
  | "old-data"
  | "card-rounds"
  | "import-rounds"
  | "nightly-backups"
  | "recent-backups"
  | "health";

/** Payload by queue. */
interface JobData {
  mail: { mailId: string };
  text: { textId: string };
  "order-reminders": Record<string, never>;
  "standing-orders": Record<string, never>;
  "back-in-stock": Record<string, never>;
  "debtor-mails": Record<string, never>;
  "monthly-invoices": Record<string, never>;
  "card-payments": { jobId: string } | { intentRef: string };
  "card-rounds": Record<string, never>;
  "import-rounds": Record<string, never>;
  "due-prices": Record<string, never>;
  "unapproved-orders": Record<string, never>;
  "unconfirmed-orders": Record<string, never>;
  "unpaid-orders": Record<string, never>;
  "prepaid-orders": Record<string, never>;
  "old-data": Record<string, never>;
  "nightly-backups": Record<string, never>;
  "recent-backups": Record<string, never>;
  health: Record<string, never>;
  imports: { importId: string };
  "fresh-sheets": { sheetId: string };
  stops: {
    /** The stop that they share. */
    stop: { customerId: string; shipToId: string | null; runId: string };
    /** What happened to one of them. */
    cause: { id: string; number: number; how: "placed" | "cancelled" | "moved" | "changed" };
  };
}

/** A running job. */
export interface Job<Name extends QueueName> {
  id: string;
  data: JobData[Name];
  /** 0 at the first attempt. */
  retryCount: number;
  /** True if a failure now is the last one. */
  isLastAttempt: boolean;
  /** Aborted when the job times out or the process is stopping. */
  signal: AbortSignal;
}

/**
 * Holds the queue definitions, read once; every job is inserted through its sender's transaction.
 * Shared by all databases of the process, since they have the same queues.
 */
let sender: Promise<PgBoss> | undefined;

/** Reads the queue definitions through an ordinary transaction, and keeps nothing open. */
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
 * Creates or updates the job tables and queues; jobs can be sent afterwards. `startJobs` calls it.
 * Safe to run from several processes at once. The database must be migrated.
 */
export async function prepareJobs(db: Database): Promise<void> {
  // pg-boss uses other connections and commits in between, so this transaction only holds the lock.
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
 * Enqueues jobs, to run once the transaction has committed and never if it does not. Jobs with the
 * same `key` run one after another, in this order; none before its `startAfter`.
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

/** The process's job workers. */
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
   * Runs a queue's only job now and then at an interval in seconds, in one process at a time. A
   * failure is retried as configured for the queue, and the next run comes regardless.
   */
  repeat(
    queue: RepeatedQueue,
    everySeconds: number,
    perform: (job: Job<RepeatedQueue>) => Promise<void>,
  ): Promise<void>;
  /**
   * Takes no new jobs, waits up to `patience` ms for running ones, and leaves the rest for the next
   * process.
   */
  close(patience: number): Promise<void>;
}

/** In seconds. Notifications announce new jobs at once; polling finds retries that are due. */
const polling = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10 };

/** In ms; each worker fails every second while the database is down, so log one line a minute. */
const failurePause = 60_000;

/** Logs pg-boss's failures, which it retries itself; at most one line a minute. */
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

/** pg-boss copies its errors into plain objects; as an error its query is logged without values. */
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
  // Before the first worker, which then starts with them.
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
            // There may be more, such as the next with the same key, so poll again at once.
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
