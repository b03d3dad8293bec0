import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { daysAfter, startOfDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { runLinks, runs, zones } from "#db/schema/deliveries.ts";
import type { HandedOver } from "./handed-over.ts";
import { setRunDriver } from "./save-runs.server.ts";

declare const driverBrand: unique symbol;

/** The holder of a run's link, who may see and report on that run. Made only by `driverOf`. */
export interface RunDriver {
  readonly [driverBrand]: true;
  readonly linkId: string;
  readonly runId: string;
  /** The staff member who drives, else the name that the office wrote; may be empty. */
  readonly name: string;
  readonly linkedAt: Date;
}

/** The valid link, without its token, which is not stored. */
export interface RunLink {
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Matches the one link of a run that the office gave to a phone. */
const isGiven = eq(runLinks.isOwn, false);

const isGood = and(isNull(runLinks.revokedAt), gt(runLinks.expiresAt, sql`now()`));

/**
 * Makes a link to a run for a driver's phone, valid until the end of the day after the run, and
 * revokes the run's earlier one. Only the token's digest is stored. For staff who deliver.
 *
 * @returns 192 random bits, URL-safe, shown once
 * @throws Refusal for a run that doesn't exist or is long over
 */
export function makeRunLink(db: Database, staff: Staff<"deliver">, runId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { expiresAt } = await lockForLink(tx, runId);
    await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(runLinks.runId, runId), isNull(runLinks.revokedAt), isGiven));
    const token = await insertLink(tx, staff, runId, expiresAt);
    await recordAudit(tx, staff, { entity: "run", entityId: runId, action: "link made" });
    return token;
  });
}

/**
 * Makes a link by which staff drive the run on the device they are signed in on, and revokes their
 * own earlier ones; the link given to a phone stays valid. For staff who deliver.
 *
 * @returns the token
 * @throws Refusal for a run that doesn't exist or is long over
 */
export function driveRun(db: Database, staff: Staff<"deliver">, runId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { expiresAt } = await lockForLink(tx, runId);
    await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()` })
      .where(
        and(
          ...[eq(runLinks.runId, runId), isNull(runLinks.revokedAt)],
          ...[eq(runLinks.isOwn, true), eq(runLinks.createdBy, staff.userId)],
        ),
      );
    const token = await insertLink(tx, staff, runId, expiresAt, { isOwn: true });
    await recordAudit(tx, staff, { entity: "run", entityId: runId, action: "opened to deliver" });
    return token;
  });
}

/**
 * Hands a run to another driver: revokes the former driver's link, which then names the new driver,
 * and makes a new one. For staff who deliver.
 *
 * @param seenLink the link when the user opened the form; empty for none
 * @returns the new link's token, shown once
 * @throws Refusal for a run that doesn't exist or is over, without a name, or if somebody else
 *   handed it over in the meantime
 */
export async function handOverRun(
  db: Database,
  staff: Staff<"deliver">,
  runId: string,
  { to, seenLink }: { to: string; seenLink: string },
): Promise<string> {
  if (to === "") throw new Refusal("invalid", "Please enter who drives from now on.");
  return db.transaction(async (tx) => {
    const { driver, state, expiresAt } = await lockForLink(tx, runId);
    if (state === "done") throw new Refusal("run", "This run is over: nothing is left to drive.");
    const good = and(eq(runLinks.runId, runId), isGood);
    const [link] = await tx.select({ id: runLinks.id }).from(runLinks).where(and(good, isGiven));
    if ((link?.id ?? "") !== seenLink) {
      throw new Refusal(
        "run",
        "This run has another link than when you opened this page: it was handed over, or a new one was made. Look at who drives now.",
      );
    }
    await tx
      .update(runLinks)
      .set({ revokedAt: sql`now()`, handedFrom: driver, handedTo: to })
      .where(good);
    await setRunDriver(tx, runId, to);
    const token = await insertLink(tx, staff, runId, expiresAt);
    await recordAudit(tx, staff, {
      entity: "run",
      entityId: runId,
      action: "given to another driver",
      before: { driver },
      after: { driver: to },
    });
    return token;
  });
}

/** @throws Refusal for a run that doesn't exist or is long over */
async function lockForLink(tx: Transaction, runId: string) {
  const [run] = isUuid(runId)
    ? await tx
        .select({ date: runs.date, driver: runs.driver, state: runs.state })
        .from(runs)
        .where(eq(runs.id, runId))
        .for("update")
    : [];
  if (!run) throw new Refusal("run", "There is no such run.");
  const expiresAt = startOfDay(daysAfter(run.date, 2));
  if (expiresAt <= new Date()) {
    throw new Refusal("run", "This run is over, so no link to it would work.");
  }
  return { ...run, expiresAt };
}

async function insertLink(
  tx: Transaction,
  staff: Staff<"deliver">,
  runId: string,
  expiresAt: Date,
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await tx
    .insert(runLinks)
    .values({ runId, tokenHash: digest(token), expiresAt, isOwn, createdBy: staff.userId });
  return token;
}

/** Revokes the link given to a phone. For staff who deliver. */
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
      .where(and(eq(runLinks.runId, runId), isGood, isGiven))
      .returning({ id: runLinks.id });
    if (revoked.length === 0) return;
    await recordAudit(tx, staff, { entity: "run", entityId: runId, action: "link revoked" });
  });
}

/**
 * Revokes every link that a staff member may have on a phone: of runs they made one for, and of
 * runs that name them as the driver. Call it in the transaction that ends their other access. For
 * owners.
 *
 * @returns how many were revoked
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

/** Returns the valid link given to a phone, if any. For staff who deliver. */
export async function workingLink(
  db: Database,
  _staff: Staff<"deliver">,
  runId: string,
): Promise<RunLink | null> {
  if (!isUuid(runId)) return null;
  const [link] = await db
    .select({ id: runLinks.id, createdAt: runLinks.createdAt, expiresAt: runLinks.expiresAt })
    .from(runLinks)
    .where(and(eq(runLinks.runId, runId), isGood, isGiven));
  return link ?? null;
}

/**
 * Returns the driver that a token belongs to; null if it is made up, expired or revoked. The lookup
 * uses the digest, so its timing reveals nothing about the token.
 */
export async function driverOf(db: Database, token: string): Promise<RunDriver | null> {
  if (!isToken(token)) return null;
  const [link] = await db
    .select({
      linkId: runLinks.id,
      runId: runLinks.runId,
      name: sql<string>`case when ${runLinks.isOwn}
        then coalesce(nullif(${user.name}, ''), ${user.email}, ${runs.driver})
        else ${runs.driver} end`,
      linkedAt: runLinks.createdAt,
    })
    .from(runLinks)
    .innerJoin(runs, eq(runs.id, runLinks.runId))
    .leftJoin(user, eq(user.id, runLinks.createdBy))
    .where(and(eq(runLinks.tokenHash, digest(token)), isGood));
  return link ? (Object.freeze(link) as RunDriver) : null;
}

/** Returns the run of a link that was handed over; null for any other invalid link. */
export async function handedOverWith(db: Database, token: string): Promise<HandedOver | null> {
  if (!isToken(token)) return null;
  const [link] = await db
    .select({ ...handedColumns, runId: runs.id, zone: zones.name, date: runs.date })
    .from(runLinks)
    .innerJoin(runs, eq(runs.id, runLinks.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(
      and(
        eq(runLinks.tokenHash, digest(token)),
        isNotNull(runLinks.handedTo),
        gt(runLinks.expiresAt, sql`now()`),
      ),
    );
  return link ?? null;
}

// A check constraint guarantees all three for a link that was handed over.
const handedColumns = {
  from: sql<string>`${runLinks.handedFrom}`,
  to: sql<string>`${runLinks.handedTo}`,
  at: sql<Date>`${runLinks.revokedAt}`.mapWith(runLinks.revokedAt),
};

/** Returns a run's last handover, if any. The caller has checked access. */
export async function lastHandOver(
  db: Database,
  runId: string,
): Promise<Pick<HandedOver, "from" | "to" | "at"> | null> {
  const [link] = await db
    .select(handedColumns)
    .from(runLinks)
    .where(and(eq(runLinks.runId, runId), isNotNull(runLinks.handedTo)))
    .orderBy(desc(runLinks.revokedAt))
    .limit(1);
  return link ?? null;
}

const isToken = (text: string) => /^[\w-]{32}$/.test(text);

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
