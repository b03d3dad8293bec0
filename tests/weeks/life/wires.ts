import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database } from "#db/database.ts";

// Database connections whose statements can be delayed or lost.

/** Wraps a statement of a wire; an error that it throws reaches the shop instead of the answer. */
type Around = (text: string, send: () => Promise<unknown>) => Promise<unknown>;

interface Wire {
  db: Database;
  /** Process id of the server's session. */
  pid: number;
  end(): Promise<void>;
}

/** Idle wires by database, kept because a new session must load its caches again. */
const idle = new Map<string, FreeWire[]>();

interface FreeWire extends Wire {
  around: Around;
}

async function takeWire(databaseUrl: string, around: Around): Promise<FreeWire> {
  const wire = idle.get(databaseUrl)?.pop() ?? (await openWire(databaseUrl));
  wire.around = around;
  return wire;
}

function giveWire(databaseUrl: string, wire: FreeWire): void {
  idle.set(databaseUrl, [...(idle.get(databaseUrl) ?? []), wire]);
}

/** Closes the idle wires at the end of a life. */
export async function endWires(databaseUrl: string): Promise<void> {
  for (const wire of idle.get(databaseUrl) ?? []) await wire.end();
  idle.delete(databaseUrl);
}

async function openWire(databaseUrl: string): Promise<FreeWire> {
  const client = new pg.Client({ connectionString: databaseUrl, pipeline: true });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set timezone = 'UTC'");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.query = ((...args: [string | { text: string }, ...unknown[]]) => {
    const text = typeof args[0] === "string" ? args[0] : args[0].text;
    return wire.around(text, () => send(...args));
  }) as typeof client.query;
  const wire: FreeWire = {
    db: drizzle({ client }),
    pid: rows[0]?.pid ?? 0,
    around: (_, send) => send(),
    end: () => client.end().catch(() => undefined),
  };
  return wire;
}

/** The connection was cut: the client can't know if the statement ran. */
class CutOff extends Error {}

/** Where to cut the wire: at its nth statement, or at the answer to its first commit. */
export interface Cut {
  at: "before" | "after" | "commit";
  /** From 0; ignored for a commit. */
  statement: number;
}

/** Does something on a wire that may be cut until its first commit; returns whether it was. */
export async function doCutOff(
  databaseUrl: string,
  { at, statement }: Cut,
  act: (db: Database) => Promise<void>,
): Promise<boolean> {
  let [count, isCommitted, isCut] = [0, false, false];
  const wire = await takeWire(databaseUrl, async (text, send) => {
    if (isCut) throw new CutOff("the wire is cut");
    const isCommit = /^commit/i.test(text);
    const isHere = !isCommitted && (at === "commit" ? isCommit : count === statement && !isCommit);
    count += 1;
    if (isHere && at === "before") {
      isCut = true;
      await wire.end();
      throw new CutOff("the wire is cut");
    }
    const answer = await send();
    if (isHere) {
      isCut = true;
      await wire.end();
      throw new CutOff("the wire is cut");
    }
    isCommitted ||= isCommit;
    return answer;
  });
  try {
    await act(wire.db);
  } catch (error) {
    if (!isCut) throw error;
  } finally {
    if (!isCut) giveWire(databaseUrl, wire);
  }
  return isCut;
}

interface Turn {
  /** Sends its next statement, and those queued behind it. */
  waiting: (() => void)[];
  /** True while a statement is on its way. */
  isBusy: boolean;
  hasCommitted: boolean;
  isOver: boolean;
  pid: number;
}

/**
 * Does two things concurrently, statement by statement, in the order that `next` decides: 0 or 1.
 * While one waits for a lock, the other runs. One that has committed runs on alone, so that what it
 * tells the pencil is about its own result.
 */
export async function doTogether<Done>(
  databaseUrl: string,
  watch: Database,
  next: () => 0 | 1,
  acts: readonly [(db: Database) => Promise<Done>, (db: Database) => Promise<Done>],
): Promise<PromiseSettledResult<Done>[]> {
  const turns: Turn[] = [];
  const wires = await Promise.all(
    acts.map(async (_, at) => {
      const turn: Turn = {
        waiting: [],
        isBusy: false,
        hasCommitted: false,
        isOver: false,
        pid: 0,
      };
      turns[at] = turn;
      const wire = await takeWire(databaseUrl, async (text, send) => {
        await new Promise<void>((go) => {
          turn.waiting.push(go);
        });
        turn.isBusy = true;
        try {
          const answer = await send();
          if (/^commit/i.test(text)) turn.hasCommitted = true;
          return answer;
        } finally {
          turn.isBusy = false;
        }
      });
      turn.pid = wire.pid;
      return wire;
    }),
  );
  const ends = acts.map((act, at) =>
    act((wires[at] as Wire).db).finally(() => {
      (turns[at] as Turn).isOver = true;
    }),
  );
  const all = Promise.allSettled(ends);
  try {
    while (turns.some(({ isOver }) => !isOver)) await step(turns, watch, next);
    return await all;
  } finally {
    for (const wire of wires) giveWire(databaseUrl, wire);
  }
}

async function step(turns: readonly Turn[], watch: Database, next: () => 0 | 1): Promise<void> {
  // Waits until each is at its next statement, its end, or a lock of the other.
  for (const turn of turns) {
    for (let tries = 0; isUnderway(turn); tries += 1) {
      await pause(1);
      if (tries > 3 && turn.isBusy && (await isBlocked(watch, turn.pid))) break;
    }
  }
  const ready = turns.filter((turn) => !turn.isBusy && !turn.isOver && turn.waiting.length > 0);
  const chosen = ready.find(({ hasCommitted }) => hasCommitted) ?? ready[next() % ready.length];
  chosen?.waiting.shift()?.();
}

/**
 * True if a turn has no statement to send yet, or waits for an answer: the shop sends several
 * statements in one round trip, and the next goes only when this one is answered.
 */
function isUnderway({ waiting, isBusy, isOver }: Turn): boolean {
  return !isOver && (isBusy || waiting.length === 0);
}

async function isBlocked(watch: Database, pid: number): Promise<boolean> {
  const { rows } = await watch.execute<{ isBlocked: boolean }>(
    `select cardinality(pg_blocking_pids(${pid})) > 0 as "isBlocked"`,
  );
  return rows[0]?.isBlocked ?? false;
}
