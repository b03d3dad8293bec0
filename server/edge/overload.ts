import type { BlockList } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { RequestContext } from "#app/context.server.ts";
import { networksOf } from "#app/domain/limits/network.ts";
import { plainAnswer } from "./plain-answer.ts";
import { clientAddress } from "./trusted-proxies.ts";

interface OverloadOptions {
  atOnce: number;
  /** Maximum of those per network; unlimited by default. */
  ofNetwork?: number;
  /** Number of requests that may wait; the rest are rejected. */
  waiting: number;
  /** Which requests use this queue; all by default. */
  when?: (c: Context) => boolean;
  proxies?: BlockList | undefined;
}

/** In seconds; everything in progress is answered by then. */
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
 * Networks take turns, so that a client requesting hundreds of pages only delays itself: a network
 * goes before those with more running requests, and when the queue is full a newcomer takes the
 * place of the latest request of the network with most. Concurrency is also limited per network,
 * because all requests share one thread: a request that waits, for a row or a turn of the loop,
 * comes after everything that the others do in the meantime.
 *
 * Each request starts in its own event loop turn. CPU-bound pages would otherwise be rendered back
 * to back before the loop turns: new arrivals would wait without being counted, and so would every
 * database response.
 */
export function overload({ when = () => true, proxies, ...size }: OverloadOptions) {
  const line = createLine(size);
  let turn: Promise<unknown> = Promise.resolve();
  const ownTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return createMiddleware<Env>(async (c, next) => {
    if (!when(c)) return next();
    const [network = ""] = networksOf(clientAddress(c, proxies));
    if (!(await line.enter(network))) return turnAway(c);
    let isIn = true;
    const leave = () => {
      if (isIn) line.leave(network);
      isIn = false;
    };
    const leaveOuter = c.var.leaveLine;
    c.set("leaveLine", (admitted) => {
      leaveOuter?.(admitted);
      leave();
    });
    try {
      await ownTurn();
      await next();
    } finally {
      leave();
    }
  });
}

function turnAway(c: Context<Env>): Response {
  c.set("isTurnedAway", true);
  c.header("Retry-After", retryAfter);
  return plainAnswer(c, 503, busy);
}

/** The queue, by network. */
function createLine({
  atOnce,
  waiting,
  ofNetwork = atOnce,
}: Pick<OverloadOptions, "atOnce" | "waiting" | "ofNetwork">) {
  /** Waiting requests, in order of arrival; networks ordered by their last turn, oldest first. */
  const lines = new Map<string, ((mayBegin: boolean) => void)[]>();
  const working = new Map<string, number>();
  let atWork = 0;
  let present = 0;

  const workOf = (network: string) => working.get(network) ?? 0;

  function keep(network: string, others: ((mayBegin: boolean) => void)[]): void {
    if (others.length > 0) lines.set(network, others);
    else lines.delete(network);
  }

  /** Evicts the latest request of the network with most waiting, if that is fair. */
  function makeRoom(newcomer: string): boolean {
    const own = lines.get(newcomer)?.length ?? 0;
    const [longest] = [...lines].sort(([, one], [, other]) => other.length - one.length);
    if (!longest || longest[1].length <= own + 1) return false;
    const [network, all] = longest;
    keep(network, all.slice(0, -1));
    present -= 1;
    all.at(-1)?.(false);
    return true;
  }

  function proceed(): void {
    while (atWork < Math.max(1, atOnce)) {
      const [next] = [...lines.keys()]
        .filter((network) => workOf(network) < ofNetwork)
        .sort((one, other) => workOf(one) - workOf(other));
      if (next === undefined) return;
      const [begin, ...others] = lines.get(next) ?? [];
      // Its other requests go to the end.
      lines.delete(next);
      keep(next, others);
      working.set(next, workOf(next) + 1);
      atWork += 1;
      begin?.(true);
    }
  }

  return {
    /** Resolves to true when it is the request's turn; to false if there is no place. */
    enter(network: string): Promise<boolean> {
      if (present >= atOnce + waiting && !makeRoom(network)) return Promise.resolve(false);
      present += 1;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      keep(network, [...(lines.get(network) ?? []), resolve]);
      proceed();
      return promise;
    },
    leave(network: string): void {
      const left = workOf(network) - 1;
      if (left > 0) working.set(network, left);
      else working.delete(network);
      atWork -= 1;
      present -= 1;
      proceed();
    },
  };
}

const busy = {
  title: "One moment, please",
  text: "The shop is very busy. Please try again in a moment.",
  comfort: "Nothing in your cart is lost.",
};
