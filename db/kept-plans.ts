import { createHash } from "node:crypto";
import type pg from "pg";
import { databaseErrorOf } from "./database-error.ts";

/** A plan takes up to 100 kB of the server's memory until its connection ends. */
const plansPerConnection = 100;

/** Statements that are remembered, to recognize those that are sent again, and their length. */
const remembered = 1_000;
const longest = 16_000;

/** One statement that PostgreSQL plans, unlike `begin`, `set`, or several in one text. */
const plannable = /^\s*(?:select|with|insert|update|delete)\b[^;]*;?\s*$/i;

interface Asked {
  text: string;
  name?: string | undefined;
}

/** One text for all connections. Without a name, the statement was sent once or cannot be planned. */
interface Known {
  text: string;
  name: string | undefined;
}

const known = new Map<string, Known>();

/**
 * Lets PostgreSQL plan a statement once per connection: planning takes about three quarters of the
 * time of the shop's reads (decision 92). From its second use on, a statement is sent with a name.
 * Call it on a new connection that is not shared: a pooler in transaction mode would send the next
 * use to another session, which doesn't know the name.
 *
 * When a migration has changed the type of a result, the connection gives up that plan and sends
 * the statement again, unless it is part of a transaction, which fails.
 */
export function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const plans = new Set<string>();
  const outdated = new Set<string>();

  const nameOf = (name: string | undefined) => {
    if (!name || outdated.has(name)) return undefined;
    if (!plans.has(name) && plans.size >= plansPerConnection) return undefined;
    plans.add(name);
    return name;
  };

  const sendNamed = (asked: Asked, { text }: Known, name: string, values: unknown[]) =>
    send({ ...asked, text, name }, ...values).catch((error: unknown) => {
      if (databaseErrorOf(error)?.code !== "0A000") throw error;
      outdated.add(name);
      if (client.getTransactionStatus() !== "I") throw error;
      return send(asked, ...values);
    });

  client.query = ((asked: unknown, ...rest: unknown[]) => {
    if (!isNameless(asked)) return send(asked, ...rest);
    const statement = recognize(asked.text);
    const name = nameOf(statement?.name);
    if (!statement || !name) return send(asked, ...rest);
    const done = rest.at(-1);
    if (typeof done !== "function") return sendNamed(asked, statement, name, rest);
    return sendNamed(asked, statement, name, rest.slice(0, -1)).then(
      (result) => done(null, result),
      (error) => done(error),
    );
  }) as typeof client.query;
}

function isNameless(asked: unknown): asked is Asked {
  return typeof asked === "object" && asked !== null && "text" in asked && !("submit" in asked)
    ? !(asked as Asked).name
    : false;
}

/** Returns a statement that was sent before. */
function recognize(text: string): Known | undefined {
  if (text.length > longest) return undefined;
  const statement = known.get(text);
  if (!statement) {
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= remembered) known.delete(oldest);
    known.set(text, { text, name: undefined });
    return undefined;
  }
  // A map keeps its order, so the first one is the one that was not used for longest.
  known.delete(text);
  known.set(text, statement);
  if (!statement.name && plannable.test(text)) statement.name = nameFor(text);
  return statement;
}

/** Depends on the text alone, so that a statement that was forgotten finds its plans again. */
function nameFor(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
