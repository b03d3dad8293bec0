import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, eq, sql } from "drizzle-orm";
import pg from "pg";
import * as copyStreams from "pg-copy-streams";
import { insertPassword } from "#app/domain/accounts/insert-account.server.ts";
import { setSampleMark } from "#app/domain/settings/sample.server.ts";
import { daysAfter, pacificDay, startOfDay, weekdayOf } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import type { Session } from "#db/postgres.ts";
import { account, user } from "#db/schema/accounts.ts";
import { seeds } from "#db/schema/system.ts";
import { inOrderOfReference } from "#server/backup/tables.ts";
import type { SampleDay, SampleFile } from "./sample-file.ts";
import { type Filling, withoutTokens } from "./tokens.ts";

/** The owner's address in the data, replaced by the shop's own. */
export const sampleOwnerEmail = "owner@sample.example";

/** Not the sample's tables: the database's own, those filled at the start, or by sign-ins. */
export const notSampled = [
  ...["schema_objects", "schema_migrations", "seeds", "images", "image_mappings"],
  ...["accounts", "sessions", "verifications", "known_browsers", "rate_limits"],
  ...["backup_runs", "health_troubles"],
];

/** Tables that are kept when the sample is recreated, along with their files. */
const kept = ["schema_objects", "schema_migrations", "backup_runs", "rate_limits"];

/** Seeds that the sample contains, or that are planted again. */
const broughtSeeds = ["catalogue", "demo", "zones"];

export interface SamplePlan {
  now: Date;
  seed: string;
  /** The owner's account gets this address. */
  ownerEmail: string;
  /** Hashed passwords of the accounts that can sign in, by address. */
  passwords: ReadonlyMap<string, string>;
}

/**
 * Loads the sample business into a shop that has nothing else, or an older sample of the same seed,
 * completely or not at all. For the start.
 */
export async function loadSample(
  { client, db }: Session,
  sample: SampleFile,
  { now, seed, ownerEmail, passwords }: SamplePlan,
): Promise<void> {
  const today = pacificDay(now);
  const { like, monday } = dayLike(sample.days, today);
  const filling = { monday, idOf: idsFrom(seed), shown: shownBy(now, today, like.at) };
  const rows = new Map(like.tables.map((table) => [table.name, table]));
  await db.transaction(async (tx) => {
    const order = (await inOrderOfReference(tx)).filter((name) => !kept.includes(name));
    // Replacing an older sample keeps its users signed in.
    await tx.execute(sql`create temp table kept_sessions on commit drop as select * from sessions`);
    await withoutTriggers(tx, order, async () => {
      await tx.execute(sql.raw(`truncate ${order.map(quoted).join(", ")}`));
      for (const name of order) {
        const table = rows.get(name);
        if (!table?.rows) continue;
        const text = withoutTokens(table.rows, filling).replaceAll(sampleOwnerEmail, ownerEmail);
        const into = `${quoted(name)} (${table.columns.map(quoted).join(", ")})`;
        const copy = client.query(copyStreams.from(`copy ${into} from stdin`));
        await pipeline(Readable.from([text]), copy);
      }
      await signInAs(tx, passwords);
    });
    for (const [name, last] of Object.entries(like.sequences)) {
      await tx.execute(sql.raw(`alter sequence ${quoted(name)} restart with ${last + 1}`));
    }
    await tx.insert(seeds).values(broughtSeeds.map((name) => ({ name })));
    // By the database's clock, so that nothing in the sample is younger.
    const { rows: clock } = await tx.execute<{ at: string }>(
      sql`select greatest(now(), ${now.toISOString()}::timestamptz)::text as at`,
    );
    const madeAt = new Date(clock[0]?.at ?? now).toISOString();
    await setSampleMark(tx, { day: today, madeAt, seed });
  });
  await client.query("analyze");
}

const quoted = pg.escapeIdentifier;

/** Runs work without the triggers, which ran when the shop itself first wrote these rows. */
export async function withoutTriggers(
  tx: Database,
  tables: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const all = (what: string) =>
    sql.raw(tables.map((name) => `alter table ${quoted(name)} ${what} trigger user`).join("; "));
  await tx.execute(all("disable"));
  await write();
  // Check deferred constraints before the triggers are enabled again.
  await tx.execute(sql`set constraints all immediate`);
  await tx.execute(all("enable"));
}

/** Everybody has credentials, without a password until they choose one through a mailed link. */
async function signInAs(tx: Database, passwords: ReadonlyMap<string, string>): Promise<void> {
  const people = await tx.select({ id: user.id, email: user.email }).from(user);
  for (const { id, email } of people) {
    await insertPassword(tx, id, passwords.get(email) ?? null);
  }
  await tx.execute(sql`
    insert into sessions select * from kept_sessions where user_id in (select id from users)`);
}

/** Returns an account's hashed password; undefined if it has none. */
export async function passwordHashOf(db: Database, email: string): Promise<string | undefined> {
  const [found] = await db
    .select({ password: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, "credential")));
  return found?.password ?? undefined;
}

/**
 * Returns the day of the sample that a shop begins with: the same weekday, so that whole weeks are
 * shifted and runs, cut-offs and days off keep theirs.
 *
 * @param today Pacific
 * @returns the day, and the Monday that replaces the sample's
 */
function dayLike(days: readonly SampleDay[], today: string) {
  const wanted = weekdayOf(today) - 1;
  const like = days.find(({ day }) => day === wanted);
  if (!like) throw new Error("The sample lacks a day of the week");
  return { like, monday: daysAfter(today, -wanted) };
}

/**
 * Returns how to show the sample's instants: those of the last day until the sample's end must lie
 * in the past, in the same order, even early in the day.
 *
 * @param at the sample's end, in ms after midnight
 */
export function shownBy(now: Date, today: string, at: number): Filling["shown"] {
  const midnight = BigInt(startOfDay(today).getTime()) * 1000n;
  const lived = BigInt(at) * 1000n;
  const passed = BigInt(now.getTime()) * 1000n - midnight;
  return (micros) => {
    const since = micros - midnight;
    if (since <= 0n || since > lived || passed >= lived) return micros;
    return midnight + (since * passed) / lived;
  };
}

/** Returns a shop's ids: random in appearance, but the same when the sample is made again. */
export function idsFrom(seed: string): Filling["idOf"] {
  return (number) => {
    const hex = createHash("sha256").update(`${seed} ${number}`).digest("hex");
    const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      variant + hex.slice(17, 20),
      hex.slice(20, 32),
    ].join("-");
  };
}
