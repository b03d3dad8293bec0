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

/** How long a mail waits for others (ms), so that one look into the outbox serves several. */
const gathering = 50;

/** The longest time without a look while mails are under way (ms): then nobody asks what is due when. */
const busyPoll = 1000;

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
  const poll = times.poll * 1000;
  const underWay = new Set<Promise<void>>();
  /** Mails that have been handed over and are still to be noted as sent. */
  const handedOver: string[] = [];
  const givenUp = new AbortController();
  let isClosing = false;
  let isFull = false;
  let isWoken = false;
  let ring = () => {};

  function wake() {
    isWoken = true;
    ring();
  }

  async function run() {
    while (!isClosing) {
      // Before the look: what is queued during it is looked for soon.
      isWoken = false;
      const pause = await look().catch((error) => {
        log.error({ err: error }, "cannot look into the outbox");
        return poll;
      });
      await rest(pause);
      // Where more is waiting than can travel, it has company already.
      if (!isFull && !isClosing) await wait(gathering);
    }
  }

  /** Until something wakes us, but no longer than so many milliseconds. */
  function rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, isWoken ? 0 : ms);
      ring = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Notes what has left and sends off what is due; answers in how many ms to look again. */
  async function look(): Promise<number> {
    await noteSent();
    const room = transport.atOnce - underWay.size;
    const mails = room > 0 ? await takeDueMails(db, room, times.lease) : [];
    for (const mail of mails) {
      const sending = send(mail).finally(() => {
        underWay.delete(sending);
        wake();
      });
      underWay.add(sending);
    }
    isFull = mails.length === room;
    // Whatever arrives first wakes us.
    if (isFull) return poll;
    if (underWay.size > 0) return Math.min(busyPoll, poll);
    return Math.min((await nextDueIn(db)) ?? Number.POSITIVE_INFINITY, poll);
  }

  /** Where it fails, they are kept for the next time. */
  async function noteSent() {
    const ids = handedOver.slice();
    if (ids.length === 0) return;
    await markSent(db, ids);
    handedOver.splice(0, ids.length);
  }

  async function send(mail: QueuedMail) {
    const timeout = AbortSignal.timeout(times.attempt * 1000);
    try {
      await transport.deliver(mail, AbortSignal.any([timeout, givenUp.signal]));
    } catch (error) {
      await noteFailure(mail, error);
      return;
    }
    handedOver.push(mail.id);
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
      isClosing = true;
      wake();
      await stopListening?.();
      const timer = setTimeout(() => givenUp.abort(), times.patience * 1000);
      await running;
      await Promise.all(underWay);
      clearTimeout(timer);
      await noteSent().catch((error) =>
        log.error({ err: error, mailIds: handedOver }, "mails were sent but not noted as sent"),
      );
    },
  };
}
