import type pg from "pg";
import type { Database } from "#db/database.ts";

export interface SentStatement {
  text: string;
  params: unknown[];
  /** From 1: statements sent while others of the same work are unanswered share a round trip. */
  trip: number;
}

/** The statements of a piece of work, including `begin` and `commit`. */
export interface Sent {
  statements: string[];
  roundTrips: number;
}

/** Records what a piece of work sends to the database, which only depends on the code. */
export async function recordStatements(db: Database, work: () => Promise<unknown>): Promise<Sent> {
  const all: SentStatement[] = [];
  const stop = watchStatements(poolOf(db), (one) => all.push(one));
  try {
    await work();
  } finally {
    stop();
  }
  return { statements: all.map(({ text }) => text), roundTrips: all.at(-1)?.trip ?? 0 };
}

/** Returns the connections behind a database that `openPostgres` has opened. */
export function poolOf(db: Database): pg.Pool {
  return (db as Database & { $client: pg.Pool }).$client;
}

/** Returns what a locking statement locks: its table, or "a name" for an advisory lock. */
export function lockedBy(statement: string): string {
  const [, named] = /(?:share|update) of "(\w+)"/.exec(statement) ?? [];
  return named ?? /from "(\w+)"/.exec(statement)?.[1] ?? "a name";
}

type Query = (...args: unknown[]) => unknown;
type Watcher = (text: string, params: unknown[]) => () => void;

const watchers = new WeakMap<pg.Pool, Set<Watcher>>();

/**
 * Reports every statement that a pool's connections send from now on.
 *
 * @returns a function that ends it
 */
export function watchStatements(
  pool: pg.Pool,
  onSent: (statement: SentStatement) => void,
): () => void {
  let waiting = 0;
  let trip = 0;
  const watcher: Watcher = (text, params) => {
    if (waiting === 0) trip += 1;
    waiting += 1;
    onSent({ text, params, trip });
    return () => {
      waiting -= 1;
    };
  };
  const all = watchersOf(pool);
  all.add(watcher);
  return () => all.delete(watcher);
}

function watchersOf(pool: pg.Pool): Set<Watcher> {
  const known = watchers.get(pool);
  if (known) return known;
  const all = new Set<Watcher>();
  watchers.set(pool, all);
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const send = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => watchedSend(send, args, all)) as typeof client.query;
  });
  return all;
}

/** Sends a statement as node-postgres is called: with a callback, or with a promise. */
function watchedSend(send: Query, args: unknown[], all: ReadonlySet<Watcher>): unknown {
  const [asked, values] = args;
  const text = typeof asked === "string" ? asked : (asked as { text: string }).text;
  const own = (asked as { values?: unknown[] }).values;
  const ends = [...all].map((tell) => tell(text, Array.isArray(values) ? values : (own ?? [])));
  const done = () => {
    for (const end of ends) end();
  };
  const last = args.at(-1);
  if (typeof last !== "function") return (send(...args) as Promise<unknown>).finally(done);
  return send(...args.slice(0, -1), (...answer: unknown[]) => {
    done();
    last(...answer);
  });
}
