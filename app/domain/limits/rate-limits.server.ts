import { createHmac } from "node:crypto";
import { eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { rateLimits } from "#db/schema/system.ts";
import type { Count, RateLimits, RateRule } from "./rate-rule.ts";

/** Minimum interval between removals of expired rows, in ms. */
const sweepEvery = 1000;

/** Maximum rows per removal: more than can be added in the meantime. */
const sweep = 10_000;

interface CountedRow {
  /** Index of the count. */
  place: number;
  count: number;
  /** Seconds until its window ends; text, as it may be fractional. */
  wait: string;
}

/**
 * Opens the limits stored in the database. Keys are hashed with the secret (AUTH_SECRET), which all
 * processes share: unkeyed digests of the few addresses could be brute-forced.
 */
export function createRateLimits(db: Database, secret: string): RateLimits {
  let swept = Number.NEGATIVE_INFINITY;

  async function takeAll(counts: readonly Count[]): Promise<number | null> {
    const rows = await count(db, secret, counts);
    // The table only grows when a window starts.
    if (rows.some(({ count }) => count === 1) && performance.now() - swept >= sweepEvery) {
      swept = performance.now();
      await removeOver(db);
    }
    return waitOf(rows, counts);
  }

  return {
    take: (rule, subject) => takeAll([[rule, subject]]),
    takeAll,
    giveBack: (rule, subject) => giveBack(db, secret, rule, subject),
  };
}

/**
 * Does what `takeAll` does in the transaction of the counted change: it only counts if that
 * commits. Refused attempts don't count. Keys are unkeyed digests; only use it for subjects that
 * the same transaction stores anyway.
 */
export async function takeWithin(
  tx: Transaction,
  counts: readonly Count[],
): Promise<number | null> {
  const rows = await count(tx, "", counts);
  const wait = waitOf(rows, counts);
  if (wait === null) return null;
  for (const { place } of rows) {
    const counted = counts[place];
    if (counted) await giveBack(tx, "", ...counted);
  }
  return wait;
}

function keyOf(secret: string, rule: RateRule, subject: string): string {
  return createHmac("sha256", secret)
    .update(`rate-limit\0${rule.name}\0${subject}`)
    .digest("base64url");
}

async function count(
  db: Database | Transaction,
  secret: string,
  counts: readonly Count[],
): Promise<CountedRow[]> {
  const keyed = counts.map(([rule, subject]) => ({ rule, key: keyOf(secret, rule, subject) }));
  return (await db.execute<CountedRow & Record<string, unknown>>(counting(keyed))).rows;
}

/** Returns the seconds until the refusing rule allows another attempt; null if none refuses. */
function waitOf(rows: CountedRow[], counts: readonly Count[]): number | null {
  const refusing = rows.find(({ place, count }) => count > (counts[place]?.[0].times ?? 0));
  return refusing ? Math.max(1, Number(refusing.wait)) : null;
}

/** A stored count is at least one: uncounting the last attempt ends the window instead. */
async function giveBack(
  db: Database | Transaction,
  secret: string,
  rule: RateRule,
  subject: string,
): Promise<void> {
  await db
    .update(rateLimits)
    .set({
      count: sql`greatest(${rateLimits.count} - 1, 1)`,
      endsAt: sql`case when ${rateLimits.count} > 1 then ${rateLimits.endsAt} else now() - interval '1 second' end`,
    })
    .where(eq(rateLimits.key, keyOf(secret, rule, subject)));
}

const isOver = lte(rateLimits.endsAt, sql`now()`);

/** Increments each key until one exceeds its rule, atomically and in one round trip. */
function counting(keyed: { rule: RateRule; key: string }[]): SQL {
  const steps = keyed.map(({ rule, key }, place) => {
    const before = keyed[place - 1]?.rule;
    const goesOn = before
      ? sql`where exists (select from ${step(place - 1)} where count <= ${before.times})`
      : sql``;
    // A window that ends later than a new one would was started by a clock that was ahead; small
    // differences are fine.
    const wasOver = sql`(${isOver} or ${rateLimits.endsAt} > excluded.ends_at + interval '1 minute')`;
    return sql`${step(place)} as (
      insert into ${rateLimits} (key, count, ends_at)
      select ${key}::text, 1, now() + make_interval(secs => ${rule.seconds}) ${goesOn}
      on conflict (key) do update set
        count = case when ${wasOver} then 1 else least(${rateLimits.count} + 1, 1000000) end,
        ends_at = case when ${wasOver} then excluded.ends_at else ${rateLimits.endsAt} end
      returning ${sql.raw(String(place))} as place, ${rateLimits.count} as count,
        ceil(extract(epoch from ${rateLimits.endsAt} - now())) as wait
    )`;
  });
  const all = keyed.map((_, place) => sql`select * from ${step(place)}`);
  return sql`with ${sql.join(steps, sql`, `)} ${sql.join(all, sql` union all `)}`;
}

function step(place: number): SQL {
  return sql.identifier(`step_${place}`).getSQL();
}

/** Skips locked rows: processes don't wait for each other. */
async function removeOver(db: Database): Promise<void> {
  const over = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(isOver)
    .limit(sweep)
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, over));
}
