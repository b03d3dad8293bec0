import { createHmac } from "node:crypto";
import { eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { rateLimits } from "#db/schema/rate-limits.ts";
import type { Count, RateLimits, RateRule } from "./rate-rule.ts";

/** Between two times that rows of the past are removed, in ms. */
const sweepEvery = 1000;

/** Most rows that are removed then: more than anybody can add meanwhile. */
const sweep = 10_000;

interface CountedRow {
  /** Which of the counts. */
  place: number;
  count: number;
  /** Seconds until its while is over; as text, for it may be fractional. */
  wait: string;
}

/**
 * @param secret the same in every process (AUTH_SECRET); without it nobody can tell from the table
 *   whose doing was counted, though there are few enough addresses to try them all
 */
export function createRateLimits(db: Database, secret: string): RateLimits {
  let swept = Number.NEGATIVE_INFINITY;

  async function takeAll(counts: readonly Count[]): Promise<number | null> {
    const rows = await count(db, secret, counts);
    // A while that has just begun is when the table grows.
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
 * As `takeAll`, in the transaction of what is counted: it counts when that commits. What is refused
 * does not count here. Its keys are digests without a secret, so only for subjects that the same
 * transaction writes down anyway.
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

/** In how many seconds the rule that refuses will let through again; null when none refuses. */
function waitOf(rows: CountedRow[], counts: readonly Count[]): number | null {
  const refusing = rows.find(({ place, count }) => count > (counts[place]?.[0].times ?? 0));
  return refusing ? Math.max(1, Number(refusing.wait)) : null;
}

/** A row counts at least one; without any its window is over. */
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

/**
 * Counts each key, but none behind one that is beyond its rule. One statement, so that of several at
 * once each gets a count of its own, and so that several counts cost one answer's wait.
 */
function counting(keyed: { rule: RateRule; key: string }[]): SQL {
  const steps = keyed.map(({ rule, key }, place) => {
    const before = keyed[place - 1]?.rule;
    const goesOn = before
      ? sql`where exists (select from ${step(place - 1)} where count <= ${before.times})`
      : sql``;
    // No number grows for ever, however patient somebody is.
    return sql`${step(place)} as (
      insert into ${rateLimits} (key, count, ends_at)
      select ${key}::text, 1, now() + make_interval(secs => ${rule.seconds}) ${goesOn}
      on conflict (key) do update set
        count = case when ${isOver} then 1 else least(${rateLimits.count} + 1, 1000000) end,
        ends_at = case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end
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

/** Skips what others are at, so that nobody waits for anybody. */
async function removeOver(db: Database): Promise<void> {
  const over = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(isOver)
    .limit(sweep)
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, over));
}
