import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import pLimit from "p-limit";
import type { RequestContext } from "#app/context.server.ts";
import { plainAnswer } from "./plain-answer.ts";

interface OverloadOptions {
  /** How many requests are worked on at once. */
  atOnce: number;
  /** How many more may wait, first come first served; whoever comes on top is turned away. */
  waiting: number;
  /** Whose line it is; everybody's where nothing is said. */
  when?: (c: Context) => boolean;
}

/** When to come back, in seconds: by then what is being worked on has long been answered. */
const retryAfter = "2";

interface Env {
  Variables: {
    isTurnedAway?: boolean;
    leaveLine?: RequestContext["leaveLine"];
  };
}

/**
 * Turns requests away at once (503, RFC 9110 section 15.6.4) while as many are there as the process
 * can answer in good time. A queue without an end would make everybody wait, and then work for people
 * who have left. Only few are worked on at a time: one that asks the database four times would
 * otherwise stand in line with all the others four times. Expects that bodies have been read: a slow
 * sender takes no place. Nobody passes by the address alone: work that lasts stands in line too, until
 * a guard has let it in, and then gives its place back (`leaveLine`).
 *
 * Each is begun in a turn of the event loop of its own. Pages that need nothing but the processor would
 * otherwise be made one after the other before the loop looks up: who has come meanwhile would wait
 * unseen, and so would every answer of the database.
 */
export function overload({ atOnce, waiting, when = () => true }: OverloadOptions) {
  const limit = pLimit(Math.max(1, atOnce));
  let turn: Promise<unknown> = Promise.resolve();
  const ownTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return createMiddleware<Env>(async (c, next) => {
    if (!when(c)) return next();
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) {
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
    await limit(async () => {
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
