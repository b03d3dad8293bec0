import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import PQueue from "p-queue";
import type { RequestContext } from "#app/context.server.ts";
import { plainAnswer } from "./plain-answer.ts";

interface OverloadOptions {
  /** Maximum concurrent requests. */
  atOnce: number;
  /** How many more may wait, first come first served; the rest are rejected. */
  waiting: number;
  /** Which requests use this queue; all by default. */
  when?: (c: Context) => boolean;
}

/** In seconds: by then everything in progress has long been answered. */
const retryAfter = "2";

interface Env {
  Variables: {
    isTurnedAway?: boolean;
    leaveLine?: RequestContext["leaveLine"];
  };
}

/**
 * Rejects requests at once (503, RFC 9110 section 15.6.4) when as many are present as the process
 * can answer in good time. An unbounded queue would make everybody wait, and then work for people
 * who have left. Concurrency is low because a request that queries the database four times would
 * otherwise queue behind all the others four times. Expects bodies to have been read, so that slow
 * senders take no slot. Nothing is exempt by path: long-running work waits too until a guard has
 * admitted it, and then gives its slot back (`leaveLine`).
 *
 * Each request starts in its own event loop turn. CPU-bound pages would otherwise be rendered back
 * to back before the loop turns: new arrivals would wait without being counted, and so would every
 * database response.
 */
export function overload({ atOnce, waiting, when = () => true }: OverloadOptions) {
  const line = new PQueue({ concurrency: Math.max(1, atOnce) });
  let turn: Promise<unknown> = Promise.resolve();
  const ownTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return createMiddleware<Env>(async (c, next) => {
    if (!when(c)) return next();
    if (line.pending + line.size >= atOnce + waiting) {
      c.set("isTurnedAway", true);
      c.header("Retry-After", retryAfter);
      return plainAnswer(c, 503, busy);
    }
    const left = Promise.withResolvers<void>();
    const leaveOuter = c.var.leaveLine;
    c.set("leaveLine", (admitted) => {
      leaveOuter?.(admitted);
      left.resolve();
    });
    let answered: Promise<void> | undefined;
    await line.add(async () => {
      await ownTurn();
      answered = next();
      await Promise.race([answered, left.promise]);
    });
    await answered;
  });
}

const busy = {
  title: "One moment, please",
  text: "The shop is very busy. Please try again in a moment.",
  comfort: "Nothing in your cart is lost.",
};
