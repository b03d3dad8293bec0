import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { demoEmail } from "#app/content/demo.ts";
import { readSampleMark } from "#app/domain/settings/sample.server.ts";
import { hasActedIn } from "#app/features/sample/sample-acts.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Connection } from "#db/connect.ts";
import type { Log } from "#db/database.ts";
import { openSession } from "#db/postgres.ts";
import type { Config } from "#server/config.ts";
import type { Credential } from "#server/output.ts";
import { generatedPassword } from "#server/seed/accounts.ts";
import { loadSample, passwordHashOf } from "./load-sample.ts";
import { readSample } from "./sample-file.ts";

type Wanted = Pick<
  Config,
  | "sample"
  | "demo"
  | "databaseUrl"
  | "databaseDirectUrl"
  | "adminEmail"
  | "adminPassword"
  | "demoPassword"
  | "isPublic"
>;

/**
 * Fills a new shop with a sample business in mid-week. A start on a later day rebuilds it if nobody
 * has acted in it (docs/decisions/0056-living-sample.md). Call it before the other seeds.
 *
 * @returns the accounts whose password was generated here; it is stored nowhere else
 */
export async function plantSample(
  connection: Connection,
  config: Wanted,
  log: Log,
): Promise<Credential[]> {
  const { db, isNew } = connection;
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? connection.embedded?.url ?? "";
  const now = new Date();
  if (!isNew) {
    const mark = await readSampleMark(db);
    if (!mark || mark.day === pacificDay(now) || (await hasActedIn(db, mark))) return [];
    const [owner, demo] = [
      await passwordHashOf(db, config.adminEmail),
      await passwordHashOf(db, demoEmail),
    ];
    // If the owner's address has changed, the next step sets it up; leave the sample alone.
    if (owner === undefined) return [];
    const passwords = entries([config.adminEmail, owner], [demoEmail, demo]);
    if (await load(url, { now, seed: mark.seed, ownerEmail: config.adminEmail, passwords })) {
      log.info({ was: mark.day }, "made the sample business anew: nobody had acted in it");
    }
    return [];
  }
  if (!isWanted(connection, config)) return [];
  const { adminEmail, adminPassword, demoPassword } = config;
  const accounts = [
    { role: "Administrator", email: adminEmail, given: adminPassword },
    { role: "Demo client", email: demoEmail, given: demoPassword },
  ].map((one) => ({ ...one, password: one.given ?? generatedPassword() }));
  const hashed = await Promise.all(
    accounts.map(async ({ email, password }) => [email, await hashPassword(password)] as const),
  );
  const passwords = new Map(hashed);
  if (!(await load(url, { now, seed: randomUUID(), ownerEmail: adminEmail, passwords }))) return [];
  return accounts.filter(({ given }) => !given);
}

/** By default only the embedded database of a shop without a public address gets the sample. */
function isWanted({ embedded }: Connection, { sample, demo, isPublic }: Wanted): boolean {
  return sample === "business" && (demo ?? (embedded !== undefined && !isPublic));
}

async function load(url: string, plan: Parameters<typeof loadSample>[2]): Promise<boolean> {
  const sample = await readSample();
  if (!sample) return false;
  const session = await openSession(url);
  try {
    await loadSample(session, sample, plan);
  } finally {
    await session.close();
  }
  return true;
}

const entries = (...pairs: [string, string | undefined][]) =>
  new Map(pairs.flatMap(([email, hash]) => (hash === undefined ? [] : [[email, hash] as const])));
