import { setTimeout as wait } from "node:timers/promises";
import type { Database, Log, OpenDatabase } from "#db/database.ts";
import {
  markFailed,
  markSent,
  nextDueIn,
  type QueuedMail,
  takeDueMails,
} from "./due-mails.server.ts";
import { failureOf } from "./mail-failure.server.ts";
import type { MailTransport } from "./mail-transport.server.ts";

/** Seconds. */
interface Times {
  /** How long one attempt may take; shorter than the lease, or two might deliver one mail. */
  attempt: number;
  /** How long a mail that was taken belongs to whoever took it. */
  lease: number;
  /** Between attempts at the same mail; the last one repeats. */
  waits: number[];
  /** The longest time without a look into the outbox. */
  poll: number;
  /** How long a closing sender lets the mails under way arrive. */
  patience: number;
}

const usualTimes: Times = {
  attempt: 45,
  lease: 60,
  waits: [30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 8 * 3600],
  poll: 30,
  patience: 5,
};

/** How many mails travel at once. */
const concurrency = 5;

interface MailSenderOptions {
  db: Database;
  /** Wakes the sender when mail is queued; without it only the poll does. */
  listen?: OpenDatabase["listen"];
  transport: MailTransport;
  log: Log;
  /** Other than the usual times, for tests. */
  times?: Partial<Times>;
}

export interface MailSender {
  /** Looks into the outbox now. */
  wake(): void;
  /** Takes no more mails, lets those under way arrive or gives them up, and resolves. */
  close(): Promise<void>;
}

/**
 * Delivers what lies in the outbox, from now on until it is closed: each mail at least once, and
 * twice only where a process died, or lost its database, between handing it over and noting so. Any
 * number of processes may run one. A mail that cannot be delivered is tried again ever more
 * seldom, for ever, and told in the log each time: as an error once the waits are at their longest
 * or when the mail itself was refused.
 */
export async function startMailSender(options: MailSenderOptions): Promise<MailSender> {
  const { db, transport, log } = options;
  const times = { ...usualTimes, ...options.times };
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const givenUp = new AbortController();
  let alarm = new AbortController();

  function wake() {
    alarm.abort();
  }

  async function run() {
    while (!closing.signal.aborted) {
      // Before the look: what is queued during it is looked for at once.
      alarm = new AbortController();
      const pause = await look().catch((error) => {
        log.error({ err: error }, "cannot look into the outbox");
        return times.poll * 1000;
      });
      if (pause > 0) await sleep(pause, AbortSignal.any([alarm.signal, closing.signal]));
    }
  }

  /** Sends off what is due; answers after how many milliseconds to look again. */
  async function look(): Promise<number> {
    const room = concurrency - underWay.size;
    if (room > 0) {
      const mails = await takeDueMails(db, room, times.lease);
      for (const mail of mails) {
        const sending = send(mail).finally(() => {
          underWay.delete(sending);
          wake();
        });
        underWay.add(sending);
      }
      if (mails.length < room) {
        return Math.min((await nextDueIn(db)) ?? Number.POSITIVE_INFINITY, times.poll * 1000);
      }
    }
    // Whatever arrives first wakes us.
    return times.poll * 1000;
  }

  async function send(mail: QueuedMail) {
    const timeout = AbortSignal.timeout(times.attempt * 1000);
    try {
      await transport.deliver(mail, AbortSignal.any([timeout, givenUp.signal]));
    } catch (error) {
      await noteFailure(mail, error);
      return;
    }
    await markSent(db, mail.id).catch((error) =>
      log.error({ err: error, mailId: mail.id }, "a mail was sent but not noted as sent"),
    );
  }

  async function noteFailure(mail: QueuedMail, error: unknown) {
    const { facts, reason, refused } = failureOf(error);
    const last = times.waits.length - 1;
    const step = givenUp.signal.aborted ? -1 : refused ? last : Math.min(mail.attempts - 1, last);
    // Cut off by our own leaving, it is due at once, for whoever starts next.
    const pause = times.waits[step] ?? 0;
    const line = { mailId: mail.id, attempts: mail.attempts, nextInSeconds: pause, ...facts };
    if (step === last) log.error(line, "a mail could not be delivered");
    else log.warn(line, "a mail could not be delivered yet");
    await markFailed(db, mail.id, { reason, wait: pause }).catch((cause) =>
      log.error({ err: cause, mailId: mail.id }, "a failed mail could not be noted"),
    );
  }

  const stopListening = await options.listen?.("mail_queued", wake);
  const running = run();
  return {
    wake,
    async close() {
      closing.abort();
      await stopListening?.();
      const timer = setTimeout(() => givenUp.abort(), times.patience * 1000);
      await running;
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

async function sleep(ms: number, signal: AbortSignal) {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
