import { and, asc, between, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { insertCustomers } from "#app/domain/customers/save-customers.server.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { tillMoves, tillSales, tillSessions, tills } from "#db/schema/money/tills.ts";
import { mostTillDevices } from "#db/schema/values/tills.ts";
import { countedInWords, drawerVersion, expectedInDrawer } from "./till.ts";
import type { TypedClosing, TypedOpening, TypedTill } from "./till-forms.ts";
import { receiptsOfSession } from "./till-receipts.server.ts";

export type TillRefusal =
  | "gone"
  | "open already"
  | "closed"
  | "changed"
  | "unexplained"
  | "too much"
  | "invalid";

/** Returns the refusal of an action at a till. */
export const refusal = (code: TillRefusal, message: string, field?: string) =>
  new Refusal<TillRefusal>(code, message, { field });

export interface Till {
  id: string;
  number: number;
  name: string;
  /** The last slip number of its first browser that reached the server. */
  lastSlip: number;
  open: { id: string; floatCents: number; openedAt: Date; openedBy: string } | null;
}

/** Returns all tills, by number. For staff who take money. */
export async function listTills(db: Database, _staff: Staff<"till">): Promise<Till[]> {
  const rows = await db
    .select({
      id: tills.id,
      number: tills.number,
      name: tills.name,
      lastSlip: sql<number>`coalesce((select max(${tillSales.slip}) from ${tillSales}
        join till_sessions sold on sold.id = ${tillSales.sessionId}
        where sold.till_id = tills.id and ${tillSales.device} = 0), 0)`.mapWith(Number),
      sessionId: tillSessions.id,
      floatCents: tillSessions.floatCents,
      openedAt: tillSessions.openedAt,
      openedBy: user.email,
    })
    .from(tills)
    .leftJoin(tillSessions, and(eq(tillSessions.tillId, tills.id), isNull(tillSessions.closedAt)))
    .leftJoin(user, eq(user.id, tillSessions.openedBy))
    .orderBy(asc(tills.number));
  return rows.map(({ sessionId, floatCents, openedAt, openedBy, ...till }) => ({
    ...till,
    open:
      sessionId === null || floatCents === null || openedAt === null
        ? null
        : { id: sessionId, floatCents, openedAt, openedBy: openedBy ?? "" },
  }));
}

/** Returns one till; null if unknown. For staff who take money. */
export async function getTill(
  db: Database,
  staff: Staff<"till">,
  id: string,
): Promise<Till | null> {
  return (await listTills(db, staff)).find((till) => till.id === id) ?? null;
}

/** Adds a till with its walk-in customer. Idempotent. For owners. */
export function addTill(db: Database, admin: Admin, { requestId, name }: TypedTill): Promise<void> {
  return db.transaction(async (tx) => {
    await lockName(tx, "tills");
    if (await tx.$count(tills, eq(tills.id, requestId))) return;
    const [last] = await tx
      .select({ number: tills.number })
      .from(tills)
      .orderBy(desc(tills.number));
    const number = (last?.number ?? 0) + 1;
    if (number > 99) throw refusal("too much", "There are 99 tills already.");
    const [customerId = ""] = await insertCustomers(tx, [
      {
        kind: "counter",
        companyName: `Counter, till ${number}`,
        inactiveAt: new Date(),
        termsKind: "prepay",
        termsDays: 0,
        wantsOrderReminders: false,
        wantsFreshSheets: false,
      },
    ]);
    await tx.insert(tills).values({ id: requestId, number, name, customerId });
    await recordAudit(tx, admin, {
      entity: "till",
      entityId: requestId,
      action: "till added",
      after: { name },
    });
  });
}

/**
 * Registers a browser that sells at a till, and returns its number, which makes the slip numbers it
 * assigns offline unique: 0 for the first, null for an unknown till. For staff who take money.
 *
 * @throws Refusal<TillRefusal> if there are too many
 */
export async function addDevice(
  db: Database,
  _staff: Staff<"till">,
  tillId: string,
): Promise<number | null> {
  if (!isUuid(tillId)) return null;
  return db.transaction(async (tx) => {
    await lockName(tx, `till ${tillId}`);
    const [till] = await tx
      .select({ devices: tills.devices })
      .from(tills)
      .where(eq(tills.id, tillId));
    if (!till) return null;
    if (till.devices >= mostTillDevices) {
      throw refusal("too much", "Too many browsers have sold at this till. Use another till.");
    }
    await tx
      .update(tills)
      .set({ devices: till.devices + 1 })
      .where(eq(tills.id, tillId));
    return till.devices;
  });
}

/**
 * Opens a drawer with its float, and returns the session. The second of two people who open the
 * same one gets a refusal. For staff who take money.
 *
 * @throws Refusal<TillRefusal>
 */
export function openTill(
  db: Database,
  staff: Staff<"till">,
  tillId: string,
  { requestId, float }: TypedOpening,
): Promise<string> {
  if (!isUuid(tillId)) throw noTill();
  return db.transaction(async (tx) => {
    await lockName(tx, `till ${tillId}`);
    const [known] = await tx
      .select({ id: tillSessions.id })
      .from(tillSessions)
      .where(eq(tillSessions.requestId, requestId));
    if (known) return known.id;
    if ((await tx.$count(tills, eq(tills.id, tillId))) === 0) throw noTill();
    const [open] = await tx
      .select({ openedAt: tillSessions.openedAt, openedBy: user.email })
      .from(tillSessions)
      .innerJoin(user, eq(user.id, tillSessions.openedBy))
      .where(and(eq(tillSessions.tillId, tillId), isNull(tillSessions.closedAt)));
    if (open) {
      throw refusal(
        "open already",
        `${ended(`This till was opened on ${formatDateTime(open.openedAt)} by ${open.openedBy}`)} One drawer can’t be opened twice.`,
      );
    }
    const [opened] = await tx
      .insert(tillSessions)
      .values({ requestId, tillId, floatCents: float, openedBy: staff.userId })
      .returning({ id: tillSessions.id });
    await recordAudit(tx, staff, {
      entity: "till",
      entityId: tillId,
      action: "till opened",
      after: { float: toDollars(float) },
    });
    return opened?.id ?? "";
  });
}

/** Returns the refusal for an unknown till. */
export const noTill = () => refusal("gone", "There is no such till.");

export type LockedSession = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

/** Locks a session with its till: shared for sales, exclusively for counting. */
export async function lockSession(tx: Transaction, id: string, how: "share" | "update") {
  if (!isUuid(id)) return undefined;
  const [locked] = await tx
    .select({ id: tillSessions.id })
    .from(tillSessions)
    .where(eq(tillSessions.id, id))
    .for(how);
  if (!locked) return undefined;
  // A separate statement, so that it sees what the lock waited for.
  const [session] = await tx
    .select({
      id: tillSessions.id,
      tillId: tills.id,
      floatCents: tillSessions.floatCents,
      openedAt: tillSessions.openedAt,
      closedAt: tillSessions.closedAt,
      number: tills.number,
      customerId: tills.customerId,
    })
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(eq(tillSessions.id, id));
  return session;
}

/**
 * Returns the session for taking or refunding money, with a shared lock by default.
 *
 * @throws Refusal<TillRefusal> if it is closed
 */
export async function lockOpenSession(
  tx: Transaction,
  id: string,
  how: "share" | "update" = "share",
): Promise<LockedSession> {
  const session = await lockSession(tx, id, how);
  if (!session) throw refusal("gone", "There is no such till.");
  if (session.closedAt) {
    throw refusal(
      "closed",
      `${ended(`Till ${session.number} was closed on ${formatDateTime(session.closedAt)}`)} Open it again first. Nothing was recorded.`,
    );
  }
  return session;
}

/** Returns the cash a drawer should hold now, in cents. The caller has locked the session. */
export async function expectedOf(tx: Transaction, session: LockedSession): Promise<number> {
  return (await drawerOf(tx, session)).expected;
}

/** Returns what a drawer should hold now, in cents, and its version. */
async function drawerOf(
  tx: Transaction,
  session: LockedSession,
): Promise<{ expected: number; version: string }> {
  const moves = await movesOfSession(tx, session.id);
  const money = await receiptsOfSession(tx, session.id);
  const { floatCents } = session;
  return {
    expected: expectedInDrawer({ floatCents, moves, money }),
    version: drawerVersion({ moves, money }),
  };
}

/** Returns the cash moved without a sale, in order. The caller has checked access. */
export function movesOfSession(db: Database | Transaction, ...sessionIds: string[]) {
  return db
    .select({
      id: tillMoves.id,
      kind: tillMoves.kind,
      cents: tillMoves.cents,
      requestId: tillMoves.requestId,
      sessionId: tillMoves.sessionId,
      reason: tillMoves.reason,
      movedAt: tillMoves.movedAt,
      movedBy: user.email,
    })
    .from(tillMoves)
    .innerJoin(user, eq(user.id, tillMoves.movedBy))
    .where(inArray(tillMoves.sessionId, sessionIds))
    .orderBy(asc(tillMoves.movedAt), asc(tillMoves.id));
}

/**
 * Closes a drawer with its count; a difference requires a reason. A count that is refused for lack
 * of one is kept in the history, since its refusal reveals the expected amount. Refused if money
 * was taken or moved since the form was shown; later money is booked and shown as late. Idempotent.
 * For staff who take money.
 *
 * @throws Refusal<TillRefusal>
 */
export async function closeTill(
  db: Database,
  staff: Staff<"till">,
  { sessionId, seen, counted, reason }: TypedClosing,
): Promise<void> {
  const refused = await db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId, "update");
    if (!session) throw noTill();
    if (session.closedAt) {
      const [closed] = await tx
        .select({
          counted: tillSessions.countedCents,
          closedBy: tillSessions.closedBy,
          by: user.email,
        })
        .from(tillSessions)
        .innerJoin(user, eq(user.id, tillSessions.closedBy))
        .where(eq(tillSessions.id, sessionId));
      if (closed?.counted === counted && closed.closedBy === staff.userId) return null;
      throw refusal(
        "closed",
        `Till ${session.number} was closed on ${formatDateTime(session.closedAt)} by ${closed?.by} already. Your count was not recorded.`,
      );
    }
    const { expected, version } = await drawerOf(tx, session);
    if (seen !== version) {
      throw refusal(
        "changed",
        "A payment was taken, or cash was moved meanwhile. Nothing was closed: please count again.",
      );
    }
    const difference = countedInWords(counted - expected);
    if (counted !== expected && reason === "") {
      await recordAudit(tx, staff, {
        entity: "till",
        entityId: session.tillId,
        action: countedWrong,
        after: { counted: toDollars(counted), difference },
      });
      return refusal(
        "unexplained",
        `${difference}: ${formatCents(expected)} should be there. Count again, or say why it differs`,
        "reason",
      );
    }
    await tx
      .update(tillSessions)
      .set({
        expectedCents: expected,
        countedCents: counted,
        reason: counted === expected ? "" : reason,
        closedBy: staff.userId,
        closedAt: sql`clock_timestamp()`,
      })
      .where(eq(tillSessions.id, sessionId));
    await recordAudit(tx, staff, {
      entity: "till",
      entityId: session.tillId,
      action: "till closed",
      after: {
        counted: toDollars(counted),
        ...(counted !== expected && { difference, reason }),
      },
    });
    return null;
  });
  if (refused) throw refused;
}

/** The audit action for a count that differed without a reason. */
const countedWrong = "till counted";

/**
 * Returns the first count of a drawer that was refused because it differed, with the difference
 * then, or null. The caller has checked access.
 */
export async function firstCount(
  db: Database | Transaction,
  { tillId, openedAt, closedAt }: { tillId: string; openedAt: Date; closedAt: Date },
): Promise<{ cents: number; difference: string } | null> {
  const [first] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, "till"),
        eq(auditLog.entityId, tillId),
        eq(auditLog.action, countedWrong),
        between(auditLog.at, openedAt, closedAt),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(1);
  const { data } = countedSchema.safeParse(first?.after);
  return data ? { cents: toCents(data.counted), difference: data.difference } : null;
}

const countedSchema = z.object({ counted: z.string(), difference: z.string() });
