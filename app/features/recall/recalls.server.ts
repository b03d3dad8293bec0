import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  holdLots,
  isReleasedSince,
  passHold,
  releaseLots,
} from "#app/domain/lots/holds/lot-holds.server.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { type Tracer, traceLots, traceUnnamed } from "#app/domain/lots/lot-trace.server.ts";
import { sumsOf } from "#app/domain/lots/lot-trace.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import {
  lotHolds,
  recallAnswers,
  recallCalls,
  recallContacts,
  recallLots,
  recallNotices,
  recalls,
} from "#db/schema/meat/recalls.ts";
import { lots } from "#db/schema/packages.ts";
import type { RecallScope } from "#db/schema/values/meat/recalls.ts";
import {
  type Recall,
  type RecallAnswer,
  type RecallContact,
  type RecallMail,
  type RecallNotice,
  type RecallSummary,
  recallName,
} from "./recall.ts";
import type { HeldLot } from "./told-words.ts";

const summary = {
  id: recalls.id,
  number: recalls.number,
  isDrill: recalls.isDrill,
  lotId: recalls.lotId,
  lotCode: lots.code,
  supplier: lots.supplier,
  reason: recalls.reason,
  openedAt: recalls.openedAt,
  closedAt: recalls.closedAt,
  isUnfounded: recalls.isUnfounded,
  found: recalls.found,
};

/** Returns recalls and drills, newest first, at most 200. For staff who pack or call clients. */
export function listRecalls(db: Database, _staff: Tracer): Promise<RecallSummary[]> {
  return db
    .select(summary)
    .from(recalls)
    .innerJoin(lots, eq(lots.id, recalls.lotId))
    .orderBy(desc(recalls.openedAt), desc(recalls.id))
    .limit(200);
}

const opener = alias(user, "opener");
const closer = alias(user, "closer");

/** Returns a recall with calls and answers; null for none. For staff who pack or call clients. */
export async function getRecall(
  db: Database | Transaction,
  staff: Tracer,
  id: string,
): Promise<Recall | null> {
  if (!isUuid(id)) return null;
  // Sequential, because a transaction has one connection.
  const [found] = await db
    .select({
      ...summary,
      scope: recalls.scope,
      instructions: recalls.instructions,
      openedBy: sql<string>`coalesce(${opener.email}, '')`,
      closedBy: sql<string>`coalesce(${closer.email}, '')`,
      closeNote: recalls.closeNote,
    })
    .from(recalls)
    .innerJoin(lots, eq(lots.id, recalls.lotId))
    .leftJoin(opener, eq(opener.id, recalls.openedBy))
    .leftJoin(closer, eq(closer.id, recalls.closedBy))
    .where(eq(recalls.id, id));
  if (!found) return null;
  const ofIt = await lotsOfRecall(db, id);
  const calls = await db
    .select({
      id: recallCalls.id,
      authority: recallCalls.authority,
      phone: recallCalls.phone,
      calledAt: recallCalls.calledAt,
      answeredBy: recallCalls.answeredBy,
      note: recallCalls.note,
      recordedBy: sql<string>`coalesce(${user.email}, '')`,
    })
    .from(recallCalls)
    .leftJoin(user, eq(user.id, recallCalls.recordedBy))
    .where(eq(recallCalls.recallId, id))
    .orderBy(asc(recallCalls.calledAt), asc(recallCalls.id));
  const contacts = await contactsOf(db, id);
  const notices = await noticesOf(db, id);
  const newLots = await newLotsOf(db, staff, found, ofIt.lotIds);
  return { ...found, ...ofIt, newLots, calls, contacts, notices };
}

/**
 * Returns the lots of a recall, and those released since it was opened that nothing holds again. A
 * closed one's are in its file. Callers hold a capability or a client's link.
 */
export async function lotsOfRecall(
  db: Database | Transaction,
  recallId: string,
): Promise<{ lotIds: string[]; clearedLotIds: string[] }> {
  const found = await db
    .select({
      lotId: recallLots.lotId,
      isCleared: sql<boolean>`${recalls.closedAt} is null and not ${recalls.isDrill}
        and ${isReleasedSince(recallLots.lotId, recalls.openedAt)}`,
    })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .where(eq(recallLots.recallId, recallId));
  return {
    lotIds: found.map(({ lotId }) => lotId),
    clearedLotIds: found.flatMap(({ lotId, isCleared }) => (isCleared ? lotId : [])),
  };
}

/** Returns a recall's calls to clients that brought no answer about pounds, in order. */
function contactsOf(db: Database | Transaction, recallId: string): Promise<RecallContact[]> {
  return db
    .select({
      customerId: recallContacts.customerId,
      outcome: recallContacts.outcome,
      note: recallContacts.note,
      recordedBy: sql<string>`coalesce(${user.email}, '')`,
      recordedAt: recallContacts.recordedAt,
    })
    .from(recallContacts)
    .leftJoin(user, eq(user.id, recallContacts.recordedBy))
    .where(eq(recallContacts.recallId, recallId))
    .orderBy(asc(recallContacts.recordedAt), asc(recallContacts.id));
}

/**
 * Returns the lots that came within its reach since it was opened, except those released since and
 * those made only of such; none if it is closed.
 */
async function newLotsOf(
  db: Database | Transaction,
  staff: Tracer,
  { lotId, scope, ...recall }: Pick<Recall, "lotId" | "scope" | "openedAt" | "closedAt">,
  lotIds: readonly string[],
) {
  if (recall.closedAt) return [];
  const known = { lotIds, since: recall.openedAt };
  const reached = await closureOf(db, staff, lotId, scope, known);
  const isKnown = new Set(lotIds);
  const fresh = reached.filter((one) => !isKnown.has(one));
  if (fresh.length === 0) return [];
  return db
    .select({ id: lots.id, code: lots.code })
    .from(lots)
    .where(inArray(lots.id, fresh))
    .orderBy(asc(lots.code), asc(lots.id));
}

/** Returns the latest notice to each customer, with the earlier ones. */
export async function noticesOf(
  db: Database | Transaction,
  recallId: string,
): Promise<RecallNotice[]> {
  const all = await db
    .select()
    .from(recallNotices)
    .where(eq(recallNotices.recallId, recallId))
    .orderBy(recallNotices.customerId, desc(recallNotices.round));
  const answers = await db
    .select({ noticeId: recallAnswers.noticeId, ...answerColumns })
    .from(recallAnswers)
    .innerJoin(recallNotices, eq(recallNotices.id, recallAnswers.noticeId))
    .where(eq(recallNotices.recallId, recallId))
    .orderBy(asc(recallAnswers.answeredAt), asc(recallAnswers.id));
  const mails = await mailsOf(
    db,
    all.flatMap(({ mailIds }) => mailIds),
  );
  const mailOf = new Map(mails.map((mail) => [mail.id, mail]));
  const byNotice = Map.groupBy(answers, ({ noticeId }) => noticeId);
  const told = ({ id, round, mailIds, mailedAt }: (typeof all)[number]) => ({
    round,
    mailedAt,
    isAnswered: byNotice.has(id),
    mails: mailIds.flatMap((mailId) => mailOf.get(mailId) ?? []),
  });
  return [...Map.groupBy(all, ({ customerId }) => customerId).values()].flatMap(
    ([latest, ...earlier]) => {
      if (!latest) return [];
      const { id, customerId, emails, toldLb } = latest;
      const { isAnswered: _, ...own } = told(latest);
      const given = byNotice.get(id) ?? [];
      const last = given.at(-1);
      return {
        customerId,
        emails,
        toldLb,
        ...own,
        answer: last ? answerOf(last) : null,
        answers: given.length,
        earlier: earlier.map(told),
      };
    },
  );
}

async function mailsOf(db: Database | Transaction, ids: string[]): Promise<RecallMail[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      id: mailOutbox.id,
      email: mailOutbox.recipient,
      state: sql<RecallMail["state"]>`case when ${mailOutbox.failedAt} is not null then 'failed'
        when ${mailOutbox.file} is not null then 'file'
        when ${mailOutbox.sentAt} is not null then 'delivered' else 'waiting' end`,
      stateAt: sql<Date | null>`coalesce(${mailOutbox.failedAt}, ${mailOutbox.sentAt})`.mapWith(
        mailOutbox.sentAt,
      ),
    })
    .from(mailOutbox)
    .where(inArray(mailOutbox.id, ids))
    .orderBy(asc(mailOutbox.createdAt), asc(mailOutbox.id));
}

export const answerColumns = {
  usedLb: recallAnswers.usedLb,
  heldLb: recallAnswers.heldLb,
  discardedLb: recallAnswers.discardedLb,
  answeredBy: recallAnswers.answeredBy,
  note: recallAnswers.note,
  isByPhone: recallAnswers.isByPhone,
  answeredAt: recallAnswers.answeredAt,
};

function answerOf({ noticeId: _, ...answer }: RecallAnswer & { noticeId: string }): RecallAnswer {
  return answer;
}

interface Opening {
  requestId: string;
  lotId: string;
  scope: RecallScope;
  intent: "recall" | "drill";
  reason: string;
  instructions: string;
}

/**
 * Opens a recall of a lot with everything in its reach, and puts all of it on hold; or a drill,
 * which holds nothing and emails nobody. Idempotent. For the owner.
 *
 * @returns its id
 * @throws Refusal "exists" if the same lot has an open recall
 */
export async function openRecall(db: Database, admin: Admin, opening: Opening): Promise<string> {
  const { requestId, lotId, scope, intent, reason, instructions } = opening;
  const isDrill = intent === "drill";
  return db.transaction(async (tx) => {
    await lockName(tx, `recall of ${lotId}`);
    const [sent] = await tx
      .select({ id: recalls.id })
      .from(recalls)
      .where(eq(recalls.requestId, requestId));
    if (sent) return sent.id;
    if (!isDrill) await refuseOpen(tx, lotId);
    const began = performance.now();
    const lotIds = await closureOf(tx, admin, lotId, scope);
    if (lotIds.length === 0) throw new Refusal("gone", "This lot no longer exists.");
    const { customers, isAtCounter, orders, packages, lb } = sumsOf(
      await traceLots(tx, admin, lotIds),
    );
    const unnamed = await traceUnnamed(tx, admin, lotIds);
    const ms = Math.round(performance.now() - began);
    const mayHave = sumsOf(unnamed.customers).customers;
    const found = {
      lots: lotIds.length,
      customers,
      isAtCounter,
      orders,
      packages,
      lb,
      mayHave,
      ms,
    };
    const [opened] = await tx
      .insert(recalls)
      .values({
        requestId,
        lotId,
        scope,
        isDrill,
        reason,
        instructions,
        found,
        // Not now(), because the transaction may have waited for another.
        openedAt: sql`clock_timestamp()`,
        openedBy: admin.userId,
      })
      .returning({ id: recalls.id, number: recalls.number });
    if (!opened) throw new Error("The recall was not stored");
    await tx.insert(recallLots).values(lotIds.map((one) => ({ recallId: opened.id, lotId: one })));
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: opened.id,
      action: isDrill ? "drill started" : "recall opened",
      after: { reason, lots: lotIds.length, clients: customers, packages, pounds: lb },
    });
    if (!isDrill) await holdForRecall(tx, admin, { ...opened, isDrill, reason }, lotIds);
    return opened.id;
  });
}

async function refuseOpen(tx: Transaction, lotId: string): Promise<void> {
  const [open] = await tx
    .select({ id: recalls.id, number: recalls.number })
    .from(recalls)
    .where(and(eq(recalls.lotId, lotId), isNull(recalls.closedAt), eq(recalls.isDrill, false)));
  if (!open) return;
  const message = `This lot is recalled already: see Recall ${open.number}. Nothing was changed.`;
  throw new Refusal("exists", message);
}

function holdForRecall(
  tx: Transaction,
  admin: Admin,
  recall: { number: number; isDrill: boolean; reason: string },
  lotIds: readonly string[],
): Promise<string[]> {
  return holdLots(tx, admin, lotIds, holdReason(recall));
}

const holdReason = (recall: { number: number; isDrill: boolean; reason: string }) =>
  `${holdOf(recall)}${recall.reason}`.slice(0, 500);

/** The beginning of the reason of a recall's own holds. */
export const holdOf = (recall: { number: number; isDrill: boolean }) => `${recallName(recall)}. `;

export interface OtherRecall {
  lotId: string;
  code: string;
  number: number;
  isDrill: boolean;
  reason: string;
}

/**
 * Returns the other recalls that say these lots are bad (`saysItIsBad`), at most one for each lot.
 */
export async function recalledBesides(
  tx: Transaction,
  recallId: string,
  lotIds: readonly string[],
): Promise<OtherRecall[]> {
  if (lotIds.length === 0) return [];
  return tx
    .selectDistinctOn([recallLots.lotId], {
      lotId: recallLots.lotId,
      code: lots.code,
      number: recalls.number,
      isDrill: recalls.isDrill,
      reason: recalls.reason,
    })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .where(and(inArray(recallLots.lotId, [...lotIds]), ne(recalls.id, recallId), saysItIsBad))
    .orderBy(recallLots.lotId, asc(recalls.number));
}

/**
 * True if a recall says that a lot is bad: it is open, or was closed without an all clear, and the
 * lot wasn't released since. For queries of `recall_lots` with their recalls.
 */
const saysItIsBad = and(
  eq(recalls.isDrill, false),
  or(isNull(recalls.closedAt), eq(recalls.isUnfounded, false)),
  sql`not exists (select from lot_holds where lot_holds.lot_id = ${recallLots.lotId}
    and lot_holds.released_at >= ${recalls.openedAt})`,
);

/**
 * Returns why a lot is on hold: the hold's own reason first, then those of the other recalls that
 * say it is bad. For staff who pack.
 */
export async function reasonsToHold(
  db: Database,
  _staff: Staff<"pack">,
  lotId: string,
  { reason }: { reason: string },
): Promise<string[]> {
  const found = await db
    .select({ number: recalls.number, isDrill: recalls.isDrill, reason: recalls.reason })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .where(and(eq(recallLots.lotId, lotId), saysItIsBad))
    .orderBy(asc(recalls.number));
  return [...new Set([reason, ...found.map(holdReason)])];
}

/**
 * Passes one recall's holds on to the others that say the lots are bad, so that its all clear
 * doesn't release them: they stay on hold throughout, and their history shows no release.
 */
export async function holdForOthers(
  tx: Transaction,
  admin: Admin,
  recall: { number: number; isDrill: boolean },
  others: readonly OtherRecall[],
): Promise<void> {
  for (const other of others) {
    await passHold(tx, admin, other.lotId, { from: holdOf(recall), to: holdReason(other) });
  }
}

/** Locks and returns an open recall. @throws Refusal */
export async function lockOpen(tx: Transaction, id: string) {
  const [recall] = isUuid(id)
    ? await tx.select().from(recalls).where(eq(recalls.id, id)).for("update")
    : [];
  if (!recall) throw new Refusal("gone", "There is no such recall.");
  if (recall.closedAt) {
    throw new Refusal("closed", `${recallName(recall)} is closed. Nothing was changed.`);
  }
  return recall;
}

/**
 * Adds lots made since within the reach of an open recall, and puts them on hold unless it is a
 * drill. For the owner. @throws Refusal
 */
export async function addNewLots(db: Database, admin: Admin, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const recall = await lockOpen(tx, id);
    const { lotIds } = await lotsOfRecall(tx, id);
    const fresh = await newLotsOf(tx, admin, recall, lotIds);
    if (fresh.length === 0) return;
    await tx.insert(recallLots).values(fresh.map((lot) => ({ recallId: id, lotId: lot.id })));
    const added = fresh.map((lot) => lot.id);
    if (!recall.isDrill) await holdForRecall(tx, admin, recall, added);
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: id,
      action: "lots added",
      after: { lots: fresh.map(({ code }) => code).join(", ") },
    });
  });
}

/** Records a call to an authority. Idempotent. For staff who pack or call clients. */
export async function recordCall(
  db: Database,
  staff: Tracer,
  id: string,
  call: {
    requestId: string;
    authority: string;
    phone: string;
    calledAt: Date;
    answeredBy: string;
    note: string;
  },
): Promise<void> {
  await db.transaction(async (tx) => {
    const recall = await lockOpen(tx, id);
    if (recall.isDrill) throw new Refusal("drill", "A drill calls nobody. Nothing was kept.");
    const kept = await tx
      .insert(recallCalls)
      .values({ ...call, recallId: id, recordedBy: staff.userId })
      .onConflictDoNothing()
      .returning({ id: recallCalls.id });
    if (kept.length === 0) return;
    const { authority, phone, answeredBy } = call;
    await recordAudit(tx, staff, {
      entity: "recall",
      entityId: id,
      action: "authority called",
      after: { authority, phone, answeredBy },
    });
  });
}

/** Returns which lots are on hold now, by code. Callers hold a capability or a client's link. */
export function heldNow(db: Database | Transaction, lotIds: readonly string[]): Promise<HeldLot[]> {
  return db
    .select({ id: lots.id, code: lots.code, reason: lotHolds.reason })
    .from(lotHolds)
    .innerJoin(lots, eq(lots.id, lotHolds.lotId))
    .where(and(inArray(lotHolds.lotId, [...lotIds]), isNull(lotHolds.releasedAt)))
    .orderBy(asc(lots.code), asc(lots.id));
}

export interface RecallHold {
  id: string;
  code: string;
  reason: string;
  releasedAt: Date | null;
  releaseNote: string;
}

/** Returns the last hold of each lot of a recall, by code. For staff who pack or call clients. */
export async function holdsOfRecall(
  db: Database | Transaction,
  _staff: Tracer,
  lotIds: readonly string[],
): Promise<RecallHold[]> {
  if (lotIds.length === 0) return [];
  const holds = await db
    .selectDistinctOn([lotHolds.lotId], {
      id: lots.id,
      code: lots.code,
      reason: lotHolds.reason,
      releasedAt: lotHolds.releasedAt,
      releaseNote: lotHolds.releaseNote,
    })
    .from(lotHolds)
    .innerJoin(lots, eq(lots.id, lotHolds.lotId))
    .where(inArray(lotHolds.lotId, [...lotIds]))
    .orderBy(lotHolds.lotId, desc(lotHolds.heldAt));
  return holds.toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/**
 * Releases a lot of an open recall that proved good, with the reason. The recall continues for the
 * others, and its history names the lot. Does nothing if it isn't on hold. For the owner. @throws
 * Refusal
 */
export async function clearLot(
  db: Database,
  admin: Admin,
  id: string,
  { lotId, releaseNote }: { lotId: string; releaseNote: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOpen(tx, id);
    const isOfIt = and(eq(recallLots.recallId, id), eq(recallLots.lotId, lotId));
    if ((await tx.$count(recallLots, isOfIt)) === 0) {
      throw new Refusal("gone", "This lot is not part of the recall. Nothing was changed.");
    }
    const [other] = await recalledBesides(tx, id, [lotId]);
    if (other) {
      throw new Refusal(
        "recalled besides",
        `${recallName(other)} says that lot ${other.code} is bad too. Give the all clear there, or release the lot on its own page. Nothing was changed.`,
        { field: "releaseNote" },
      );
    }
    const released = await releaseLots(tx, admin, [lotId], { releaseNote });
    if (released.length === 0) return;
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: id,
      action: "lot cleared",
      after: { lots: released.join(", "), note: releaseNote },
    });
  });
}

/** Returns open recalls that include a lot. For staff who pack. */
export function recallsOfLot(db: Database, _staff: Staff<"pack">, lotId: string) {
  return db
    .select({ id: recalls.id, number: recalls.number, isDrill: recalls.isDrill })
    .from(recallLots)
    .innerJoin(recalls, eq(recalls.id, recallLots.recallId))
    .where(and(eq(recallLots.lotId, lotId), isNull(recalls.closedAt)))
    .orderBy(desc(recalls.openedAt))
    .limit(10);
}
