import { createHmac } from "node:crypto";
import { eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { rateLimits } from "#db/schema/rate-limits.ts";
import type { RateLimits, RateRule } from "./rate-rule.ts";

/** Most rows of the past that are removed when a new one is begun. */
const sweep = 100;

/**
 * @param secret the same in every process (AUTH_SECRET); without it nobody can tell from the table
 *   whose doing was counted, though there are few enough addresses to try them all
 */
export function createRateLimits(db: Database, secret: string): RateLimits {
  const keyOf = (rule: RateRule, subject: string) =>
    createHmac("sha256", secret).update(`rate-limit\0${rule.name}\0${subject}`).digest("base64url");

  return {
    async take(rule, subject) {
      // One statement, so that of several at once each gets a count of its own.
      const [row] = await db
        .insert(rateLimits)
        .values({ key: keyOf(rule, subject), count: 1, endsAt: inSeconds(rule.seconds) })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            // No number grows for ever, however patient somebody is.
            count: sql`case when ${isOver} then 1 else least(${rateLimits.count} + 1, 1000000) end`,
            endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
          },
        })
        .returning({
          count: rateLimits.count,
          wait: sql<string>`ceil(extract(epoch from ${rateLimits.endsAt} - now()))`,
        });
      if (!row) throw new Error("The count was not written");
      if (row.count === 1) await removeOver(db);
      return row.count > rule.times ? Math.max(1, Number(row.wait)) : null;
    },
    async giveBack(rule, subject) {
      // A row counts at least one; without any its while is over.
      await db
        .update(rateLimits)
        .set({
          count: sql`greatest(${rateLimits.count} - 1, 1)`,
          endsAt: sql`case when ${rateLimits.count} > 1 then ${rateLimits.endsAt} else now() - interval '1 second' end`,
        })
        .where(eq(rateLimits.key, keyOf(rule, subject)));
    },
  };
}

const isOver = lte(rateLimits.endsAt, sql`now()`);

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

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`;
}
