import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { daysAfter, startOfDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runLinks, runs } from "#db/schema/deliveries.ts";

declare const driverBrand: unique symbol;

/**
 * Whoever holds a run's link: may see that run and report of its stops, and nothing else. Only
 * `driverOf` makes one.
 */
export interface RunDriver {
  readonly [driverBrand]: true;
  readonly linkId: string;
  readonly runId: string;
  /** As the office wrote it; may be empty. */
  readonly name: string;
  readonly linkedAt: Date;
}

/** The link in force, without its token, which nobody knows any more. */
export interface RunLink {
  createdAt: Date;
  expiresAt: Date;
}

const isGood = and(isNull(runLinks.revokedAt), gt(runLinks.expiresAt, sql`now()`));

/**
 * Makes a link to a run for a driver's telephone, good until the end of the day after the run. An
 * earlier link of the run stops working. Only the token's digest is stored. For staff who deliver.
 *
 * @returns 192 random bits, URL-safe: shown once
 * @throws Refusal for a run that is not there, or is long over
 */
export function makeRunLink(db: Database, staff: Staff<"deliver">, runId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const [run] = isUuid(runId)
      ? await tx.select({ date: runs.date }).from(runs).where(eq(runs.id, runId)).for("update")
      : [];
    if (!run) throw new Refusal("run", "There is no such run.");
    const expiresAt = startOfDay(daysAfter(run.date, 2));
    if (expiresAt <= new Date()) {
      throw new Refusal("run", "This run is over, so no link to it would work.");
    }
    await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(runLinks.runId, runId), isNull(runLinks.revokedAt)));
    const token = randomBytes(24).toString("base64url");
    await tx
      .insert(runLinks)
      .values({ runId, tokenHash: digest(token), expiresAt, createdBy: staff.userId });
    await recordAudit(tx, staff, { entity: "run", entityId: runId, action: "link made" });
    return token;
  });
}

/** Makes a run's link stop working. For staff who deliver. */
export async function revokeRunLink(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
): Promise<void> {
  if (!isUuid(runId)) throw new Refusal("run", "There is no such run.");
  await db.transaction(async (tx) => {
    const revoked = await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(runLinks.runId, runId), isGood))
      .returning({ id: runLinks.id });
    if (revoked.length === 0) return;
    await recordAudit(tx, staff, { entity: "run", entityId: runId, action: "link revoked" });
  });
}

/**
 * Makes every link stop working that somebody may have on a telephone: of runs that they made one for,
 * and of runs that name them as the driver. In the transaction that ends their other ways in. For owners.
 *
 * @returns how many
 */
export async function revokeRunLinksOf(
  tx: Transaction,
  admin: Admin,
  { userId, name }: { userId: string; name: string },
): Promise<number> {
  const drives = sql<boolean>`lower(trim(${runs.driver})) = ${name.trim().toLowerCase() || null}`;
  const theirs = tx.select({ id: runs.id }).from(runs).where(drives);
  const revoked = await tx
    .update(runLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(isGood, or(eq(runLinks.createdBy, userId), inArray(runLinks.runId, theirs))))
    .returning({ runId: runLinks.runId });
  for (const { runId } of revoked) {
    await recordAudit(tx, admin, { entity: "run", entityId: runId, action: "link revoked" });
  }
  return revoked.length;
}

/** The run's link that works now; null if there is none. For staff who deliver. */
export async function workingLink(
  db: Database,
  _staff: Staff<"deliver">,
  runId: string,
): Promise<RunLink | null> {
  if (!isUuid(runId)) return null;
  const [link] = await db
    .select({ createdAt: runLinks.createdAt, expiresAt: runLinks.expiresAt })
    .from(runLinks)
    .where(and(eq(runLinks.runId, runId), isGood));
  return link ?? null;
}

/**
 * Who opens a link with this token; null if it is made up, expired or revoked. Found by its digest:
 * how long that takes says nothing about the token.
 */
export async function driverOf(db: Database, token: string): Promise<RunDriver | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const [link] = await db
    .select({
      linkId: runLinks.id,
      runId: runLinks.runId,
      name: runs.driver,
      linkedAt: runLinks.createdAt,
    })
    .from(runLinks)
    .innerJoin(runs, eq(runs.id, runLinks.runId))
    .where(and(eq(runLinks.tokenHash, digest(token)), isGood));
  return link ? (Object.freeze(link) as RunDriver) : null;
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
