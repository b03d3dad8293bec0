import { setImmediate } from "node:timers/promises";
import { createMiddleware } from "hono/factory";
import pLimit from "p-limit";

interface OverloadOptions {
  /** How many requests are worked on at once. */
  atOnce: number;
  /** How many more may wait, first come first served; whoever comes on top is turned away. */
  waiting: number;
}

/** When to come back, in seconds: by then what is being worked on has long been answered. */
const retryAfter = "2";

/** Goes on for as long as somebody reads or writes, and mostly waits: bounded elsewhere. */
const lasting = /^\/(?:api\/events|api\/images|admin\/exports\/)/;

/**
 * Turns requests away at once (503, RFC 9110 section 15.6.4) while as many are there as the process
 * can answer in good time. A queue without an end would make everybody wait, and then work for people
 * who have left. Only few are worked on at a time: one that asks the database four times would
 * otherwise stand in line with all the others four times. Expects that bodies have been read: a slow
 * sender takes no place.
 *
 * Each is begun in a turn of the event loop of its own. Pages that need nothing but the processor would
 * otherwise be made one after the other before the loop looks up: who has come meanwhile would wait
 * unseen, and so would every answer of the database.
 */
export function overload({ atOnce, waiting }: OverloadOptions) {
  const limit = pLimit(Math.max(1, atOnce));
  let turn: Promise<unknown> = Promise.resolve();
  const ownTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return createMiddleware<{ Variables: { isTurnedAway?: boolean } }>(async (c, next) => {
    if (lasting.test(c.req.path)) return next();
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) {
      c.set("isTurnedAway", true);
      c.header("Retry-After", retryAfter);
      c.header("Cache-Control", "no-store");
      const wantsPage = c.req.header("accept")?.includes("text/html");
      return wantsPage ? c.html(busyPage, 503) : c.json({ error: busy }, 503);
    }
    return limit(async () => {
      await ownTurn();
      await next();
    });
  });
}

const busy = "The shop is very busy. Please try again in a moment.";

// Without scripts or pictures, which would only bring more requests.
const busyPage = `<!doctype html>
<html lang="en-CA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>One moment, please</title>
<body style="font:1.125rem/1.5 Georgia,serif;margin:12vh auto;max-width:32rem;padding:0 1.5rem;background:#f3ebe2;color:#211c19">
<h1>One moment, please</h1>
<p>${busy} Nothing in your cart is lost.</p>
</body>
</html>
`;
