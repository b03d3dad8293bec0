import type { BlockList } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import PQueue from "p-queue";
import type { RequestContext } from "#app/context.server.ts";
import { networksOf } from "#app/features/limits/network.ts";
import { plainAnswer } from "./plain-answer.ts";
import { clientAddress } from "./trusted-proxies.ts";

interface OverloadOptions {
  /** Maximum concurrent requests. */
  atOnce: number;
  /** How many more may wait; the rest are rejected. */
  waiting: number;
  /** Which requests use this queue; all by default. */
  when?: (c: Context) => boolean;
  /** Reverse proxies whose X-Forwarded-For we trust. */
  proxies?: BlockList | undefined;
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
 * Networks take turns, so that whoever asks for hundreds of pages waits for himself: a request goes
 * before those of networks that have more waiting, and when the line is full it takes the place of
 * the latest of whoever has most.
 *
 * Each request starts in its own event loop turn. CPU-bound pages would otherwise be rendered back
 * to back before the loop turns: new arrivals would wait without being counted, and so would every
 * database response.
 */
export function overload({ atOnce, waiting, when = () => true, proxies }: OverloadOptions) {
  const line = new PQueue({ concurrency: Math.max(1, atOnce) });
  const places = createPlaces(atOnce + waiting);
  let turn: Promise<unknown> = Promise.resolve();
  const ownTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return createMiddleware<Env>(async (c, next) => {
    if (!when(c)) return next();
    const [network = ""] = networksOf(clientAddress(c, proxies));
    const place = places.take(network);
    if (!place) return turnAway(c);
    const left = Promise.withResolvers<void>();
    const leaveOuter = c.var.leaveLine;
    c.set("leaveLine", (admitted) => {
      leaveOuter?.(admitted);
      left.resolve();
    });
    let answered: Promise<void> | undefined;
    const work = line.add(
      async () => {
        if (!place.begin()) return;
        try {
          await ownTurn();
          answered = next();
          await Promise.race([answered, left.promise]);
        } finally {
          place.leave();
        }
      },
      { priority: -place.behind },
    );
    if ((await Promise.race([work, place.lost])) === lost) return turnAway(c);
    await answered;
  });
}

function turnAway(c: Context<Env>): Response {
  c.set("isTurnedAway", true);
  c.header("Retry-After", retryAfter);
  return plainAnswer(c, 503, busy);
}

/** What becomes of a place that was given to somebody else. */
const lost = Symbol("lost");

/** Who is in the line, by network. */
function createPlaces(most: number) {
  /** What takes the place of each that waits away again, the latest last. */
  const waiting = new Map<string, (() => void)[]>();
  let present = 0;

  /** Takes the place of the latest of whoever has most waiting, if that is fair. */
  function makeRoom(own: number): boolean {
    const [longest] = [...waiting.values()].sort((one, other) => other.length - one.length);
    if (!longest || longest.length <= own + 1) return false;
    longest.at(-1)?.();
    return true;
  }

  return {
    /** Null where there is none. */
    take(network: string) {
      const behind = waiting.get(network)?.length ?? 0;
      if (present >= most && !makeRoom(behind)) return null;
      present += 1;
      const losing = Promise.withResolvers<typeof lost>();
      const lose = () => {
        stopWaiting();
        present -= 1;
        losing.resolve(lost);
      };
      const stopWaiting = () => {
        const others = (waiting.get(network) ?? []).filter((one) => one !== lose);
        if (others.length > 0) waiting.set(network, others);
        else waiting.delete(network);
      };
      waiting.set(network, [...(waiting.get(network) ?? []), lose]);
      return {
        /** How many of the same network wait before it. */
        behind,
        lost: losing.promise,
        /** False if it was given away meanwhile. */
        begin() {
          const isKept = waiting.get(network)?.includes(lose) ?? false;
          stopWaiting();
          return isKept;
        },
        leave() {
          present -= 1;
        },
      };
    },
  };
}

const busy = {
  title: "One moment, please",
  text: "The shop is very busy. Please try again in a moment.",
  comfort: "Nothing in your cart is lost.",
};
