import { and, desc, eq } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type Tracer, traceCustomer } from "#app/domain/lots/lot-trace.server.ts";
import {
  handedOver,
  isAway,
  lbAt,
  type TracedCustomer,
  type TracedLine,
} from "#app/domain/lots/lot-trace.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { recallAnswers, recallNotices, recalls } from "#db/schema/meat/recalls.ts";
import { withSaidElsewhere } from "./elsewhere/said-elsewhere.server.ts";
import { goneElsewhere, lbUnsaid, type RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import { lotsToTrace, type RecallAnswer, type TypedAnswer } from "./recall.ts";
import { deliveredLb } from "./recall-words.ts";
import { answerColumns, heldNow, lockOpen, lotsOfRecall } from "./recalls.server.ts";
import { lotsAfterClear } from "./told-words.ts";

/** What the holder of the mailed link is asked. */
export interface RecallQuestion {
  number: number;
  reason: string;
  instructions: string;
  isClosed: boolean;
  /** True if the recall proved unfounded: the meat is good. */
  isUnfounded: boolean;
  /** Codes of the client's lots that another reason keeps on hold after an all clear. */
  heldLots: string[];
  companyName: string;
  /** Lines of which they still have something, as far as we know. */
  lines: (Pick<
    TracedLine,
    | "itemId"
    | "lotCode"
    | "productName"
    | "orderNumber"
    | "lb"
    | "packedAt"
    | "deliveryDay"
    | "deliveredAt"
    | "status"
    | "place"
    | "backLb"
    | "refusedLb"
    | "awaitedLb"
  > & {
    /** What they still have of the line. */
    leftLb: string;
  })[];
  /** What they still have and mentioned in no other recall: the sum of the lines less that. */
  lb: string;
  /** Their answers in other recalls, one each. */
  saidElsewhere: { number: number; lb: string }[];
  /** Delivered pounds, including what came back. */
  deliveredLb: string;
  answer: RecallAnswer | null;
}

/**
 * Returns the question of a mailed link, whose token names the notice (`RecallLinks`); null if
 * gone. Contains only the client's own lines. Read-only.
 */
export async function questionOf(
  db: Database,
  noticeId: string | null,
): Promise<RecallQuestion | null> {
  if (!noticeId || !isUuid(noticeId)) return null;
  const lastId = await lastNotice(db, noticeId);
  const [notice] = await db
    .select({
      customerId: recallNotices.customerId,
      recallId: recalls.id,
      number: recalls.number,
      reason: recalls.reason,
      instructions: recalls.instructions,
      closedAt: recalls.closedAt,
      isUnfounded: recalls.isUnfounded,
    })
    .from(recallNotices)
    .innerJoin(recalls, eq(recalls.id, recallNotices.recallId))
    .where(eq(recallNotices.id, noticeId));
  if (!notice) return null;
  const [customer, answer] = await Promise.all([
    customerIn(db, notice.recallId, notice.customerId),
    lastAnswer(db, lastId ?? noticeId),
  ]);
  const { number, reason, instructions, closedAt, isUnfounded } = notice;
  const own = customer?.lines ?? [];
  const lotIds = own.map(({ lotId }) => lotId);
  const held = isUnfounded ? await heldNow(db, lotIds) : [];
  const afterClear = lotsAfterClear(own, held);
  return {
    number,
    reason,
    instructions,
    isClosed: closedAt !== null,
    isUnfounded,
    heldLots: afterClear.held.map(({ code }) => code),
    companyName: customer?.companyName ?? "",
    lines: (customer?.lines ?? [])
      .filter(isAway)
      .map((line) => ({ ...line, leftLb: lbAt({ lines: [line] }) })),
    lb: customer ? lbUnsaid(customer, answer) : "0.00",
    saidElsewhere: customer ? goneElsewhere(customer, answer) : [],
    deliveredLb: deliveredLb(customer ?? { lines: [] }),
    answer,
  };
}

/** Returns the valid answer to a notice; null without one. */
async function lastAnswer(db: Database, noticeId: string): Promise<RecallAnswer | null> {
  const [answer] = await db
    .select(answerColumns)
    .from(recallAnswers)
    .where(eq(recallAnswers.noticeId, noticeId))
    .orderBy(desc(recallAnswers.answeredAt), desc(recallAnswers.id))
    .limit(1);
  return answer ?? null;
}

/** Returns a customer's part of a recall. Callers hold a capability or the link. */
export async function customerIn(
  db: Database | Transaction,
  recallId: string,
  customerId: string,
): Promise<RecallCustomer | undefined> {
  const lotIds = lotsToTrace(await lotsOfRecall(db, recallId));
  const found = await traceCustomer(db, lotIds, customerId);
  const [customer] = await withSaidElsewhere(db, { id: recallId, lotIds }, found ? [found] : []);
  return customer;
}

/**
 * Stores a client's answer by the mailed link; a later one corrects it. Idempotent. @throws Refusal
 * if the recall is closed or gone
 */
export async function answerByLink(
  db: Database,
  noticeId: string | null,
  answer: TypedAnswer,
): Promise<void> {
  if (!noticeId || !isUuid(noticeId)) throw linkGone();
  await db.transaction(async (tx) => {
    const [notice] = await tx
      .select({ recallId: recallNotices.recallId, customerId: recallNotices.customerId })
      .from(recallNotices)
      .where(eq(recallNotices.id, noticeId));
    if (!notice) throw linkGone();
    await lockAnswerable(tx, notice.recallId);
    const customer = await customerIn(tx, notice.recallId, notice.customerId);
    // An older email's link answers the latest notice, which may have been sent while they typed.
    const lastId = (await lastNotice(tx, noticeId)) ?? noticeId;
    const kept = await keep(tx, { id: lastId, customer }, answer, null);
    if (!kept) return;
    const actor = { userId: null, email: answer.answeredBy };
    await audit(tx, actor, notice.recallId, answer, "client answered");
  });
}

async function lockAnswerable(tx: Transaction, recallId: string): Promise<void> {
  try {
    await lockOpen(tx, recallId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "closed") throw error;
    const message =
      "This recall is closed, so your answer was not saved. Reload this page to see how it ended.";
    throw new Refusal("closed", message);
  }
}

/**
 * Stores a client's answer by phone, mailed or not. For staff who pack or call clients. @throws
 * Refusal
 */
export async function answerByPhone(
  db: Database,
  staff: Tracer,
  { recallId, customerId }: { recallId: string; customerId: string },
  answer: TypedAnswer,
): Promise<void> {
  if (!isUuid(customerId)) throw new Refusal("gone", "There is no such client.");
  await db.transaction(async (tx) => {
    const recall = await lockOpen(tx, recallId);
    if (recall.isDrill) throw new Refusal("drill", "A drill calls nobody. Nothing was kept.");
    const customer = await customerIn(tx, recallId, customerId);
    if (!customer) throw new Refusal("gone", "This client has nothing of these lots.");
    await tx
      .insert(recallNotices)
      .values({ recallId, customerId, emails: [] })
      .onConflictDoNothing();
    const notice = await noticeTo(tx, recallId, customerId);
    if (!notice) throw new Error("The notice was not stored");
    const kept = await keep(tx, { id: notice.id, customer }, answer, staff.userId);
    if (kept) await audit(tx, staff, recallId, answer, "client answered by phone");
  });
}

async function noticeTo(
  db: Database | Transaction,
  recallId: string,
  customerId: string,
): Promise<{ id: string } | undefined> {
  const [notice] = await db
    .select({ id: recallNotices.id })
    .from(recallNotices)
    .where(and(eq(recallNotices.recallId, recallId), eq(recallNotices.customerId, customerId)))
    .orderBy(desc(recallNotices.round))
    .limit(1);
  return notice;
}

/** Returns the customer's latest notice, given any of theirs; undefined if there is none. */
async function lastNotice(
  db: Database | Transaction,
  noticeId: string,
): Promise<string | undefined> {
  const named = db
    .select({ recallId: recallNotices.recallId, customerId: recallNotices.customerId })
    .from(recallNotices)
    .where(eq(recallNotices.id, noticeId))
    .as("named");
  const [last] = await db
    .select({ id: recallNotices.id })
    .from(recallNotices)
    .innerJoin(
      named,
      and(
        eq(named.recallId, recallNotices.recallId),
        eq(named.customerId, recallNotices.customerId),
      ),
    )
    .orderBy(desc(recallNotices.round))
    .limit(1);
  return last?.id;
}

/**
 * Stores an answer, which shows that the client was told of all that the form showed as delivered.
 * Returns true if it wasn't stored before.
 */
async function keep(
  tx: Transaction,
  { id: noticeId, customer }: { id: string; customer: TracedCustomer | undefined },
  { seenLb, ...answer }: TypedAnswer,
  recordedBy: string | null,
): Promise<boolean> {
  const kept = await tx
    .insert(recallAnswers)
    .values({ ...answer, noticeId, recordedBy, isByPhone: recordedBy !== null })
    .onConflictDoNothing()
    .returning({ id: recallAnswers.id });
  if (kept.length === 0) return false;
  const toldLb = seenLb ?? deliveredLb(customer ?? { lines: [] });
  await tx.update(recallNotices).set({ toldLb }).where(eq(recallNotices.id, noticeId));
  return true;
}

function audit(
  tx: Transaction,
  actor: { userId: string | null; email: string },
  recallId: string,
  { usedLb, heldLb, discardedLb, answeredBy }: TypedAnswer,
  action: string,
): Promise<void> {
  return recordAudit(tx, actor, {
    entity: "recall",
    entityId: recallId,
    action,
    after: {
      answeredBy,
      used: `${usedLb} lb`,
      held: `${heldLb} lb`,
      discarded: `${discardedLb} lb`,
    },
  });
}

function linkGone(): Refusal {
  return new Refusal("gone", "This link no longer works. Please call us.");
}

/** Returns a client of a recall; null if not affected. For staff who pack or call clients. */
export async function clientOfRecall(
  db: Database,
  _staff: Tracer,
  recallId: string,
  customerId: string,
): Promise<{
  name: string;
  contactName: string;
  phone: string;
  /** What they still have and mentioned in no other recall. */
  lb: string;
  /** Their answers in other recalls, one each. */
  saidElsewhere: { number: number; lb: string }[];
  deliveredLb: string;
  /** What they were given of the lots, so that both sides know which meat is meant. */
  lines: Pick<
    TracedLine,
    | "itemId"
    | "orderId"
    | "orderNumber"
    | "lotId"
    | "lotCode"
    | "productName"
    | "place"
    | "lb"
    | "backLb"
    | "refusedLb"
    | "awaitedLb"
    | "deliveredAt"
  >[];
  /** The answer to the latest notice, which the form corrects. */
  answer: RecallAnswer | null;
} | null> {
  if (!isUuid(recallId) || !isUuid(customerId)) return null;
  const customer = await customerIn(db, recallId, customerId);
  if (!customer) return null;
  const { companyName, contactName, phone } = customer;
  const notice = await noticeTo(db, recallId, customerId);
  const answer = notice ? await lastAnswer(db, notice.id) : null;
  return {
    answer,
    name: companyName || contactName || "Unknown Client",
    contactName,
    phone,
    lb: lbUnsaid(customer, answer),
    saidElsewhere: goneElsewhere(customer, answer),
    deliveredLb: deliveredLb(customer),
    lines: customer.lines.filter((line) => handedOver(line) > 0),
  };
}
