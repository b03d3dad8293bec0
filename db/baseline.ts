import { sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";

/** The first migration, which replaces the 56 before it. */
export const baseline = "0055_baseline";

/** The last replaced migration; a database that has it is at the baseline. */
const lastBefore = {
  name: "0055_frozen-lines",
  sha256: "b2bf2dffa3b657fa1e941bf2974e53d0886f668b46277d1fa11a1cd19e7f7b8f",
};

/** The version that upgrades older databases. */
export const carrier = 'commit 6744ac7 ("Tests: expect the most of an order with its tax")';

/** Thrown if a database or a backup is older than the baseline. */
export class BeforeBaselineError extends Error {
  override name = "BeforeBaselineError";

  constructor(migration: string) {
    super(
      `The database ends with migration ${migration}, before this version's first. ` +
        `Check out ${carrier}, start the shop once, stop it, and start this version again.`,
    );
  }
}

/** True if a migration is one of those that the baseline replaces, except the last. */
export const isBeforeBaseline = (migration: string): boolean => migration < baseline;

export const nameSince = (migration: string): string =>
  migration === lastBefore.name ? baseline : migration;

/**
 * Records the baseline in place of the migrations that it replaces, if all were applied.
 *
 * @param applied the recorded migrations, oldest first
 * @returns whether anything was recorded
 * @throws BeforeBaselineError if only some were applied
 */
export async function takeForBaseline(
  tx: Transaction,
  applied: { name: string; sha256: string }[],
  sha256: string,
): Promise<boolean> {
  const isWhole = applied.some(
    (one) => one.name === lastBefore.name && one.sha256 === lastBefore.sha256,
  );
  const last = applied.findLast(({ name }) => isBeforeBaseline(name));
  if (!isWhole && last) throw new BeforeBaselineError(last.name);
  if (!isWhole) return false;
  await tx.execute(sql`delete from schema_migrations where name collate "C" <= ${lastBefore.name}`);
  await tx.execute(
    sql`insert into schema_migrations (name, sha256) values (${baseline}, ${sha256})`,
  );
  return true;
}
