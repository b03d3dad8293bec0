import type { Queue } from "pg-boss";

// The queues of work after a commit: how often each job is retried, and its payload.

const hour = 3600;

/** Retried after 30 s, doubling up to 8 h. */
const patient = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 8 * hour };

/** In ms; how long emails and payments are retried in all, about four days. */
export const patienceMs = Array.from({ length: patient.retryLimit }, (_, tried) =>
  Math.min(patient.retryDelay * 2 ** tried, patient.retryDelayMax),
).reduce((sum, seconds) => sum + seconds * 1000, 0);

export const queues = {
  /**
   * Delivers the email with this id, its key, so that none waits for another. Expires later than
   * the slowest attempt (`mail/send-queued.server.ts`); a heartbeat finds jobs of a killed process.
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
  /** Notifies clients who wait for products that are available again. */
  "back-in-stock": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Invoices ended months. */
  "monthly-invoices": { policy: "short", expireInSeconds: 600, retryLimit: 2, retryDelay: 60 },
  /** Sends a request to the card provider, or reads an intent; in order for each payment. */
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
  /** Sends the changes since the last backup; the first time they may be many. */
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
export type RepeatedQueue =
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

export interface JobData {
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
    /** The stop that the orders share. */
    stop: { customerId: string; shipToId: string | null; runId: string };
    /** The change of one of them. */
    cause: { id: string; number: number; how: "placed" | "cancelled" | "moved" | "changed" };
  };
}
