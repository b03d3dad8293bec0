import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { refusalText } from "#app/domain/ledger/book-form.ts";
import { book, refusalIn, reverse, type Settling } from "#app/domain/ledger/ledger.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { tillReceipts, tillSessions } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import type { TillMethod } from "#db/schema/values/tills.ts";
import { bookRounding } from "../book-rounding.server.ts";
import type { AcceptedTender } from "./till.ts";

/** What money at a till is for, and who takes it. */
interface Taken {
  requestId: string;
  session: { id: string; number: number };
  customerId: string;
  orderId: string;
  /** What it settles; the first is kept with the receipt. */
  documentIds: readonly string[];
  staff: { userId: string };
  takenAt: Date;
  /** The Pacific day, of the ledger. */
  occurredOn: string;
}

/**
 * Books parts of a payment in the ledger, which settle the documents, and keeps each with the session.
 * What cash was rounded by is an entry of its own. The caller holds the locks of session, order and
 * customer, and has judged the parts (`judgeTenders`).
 */
export async function takeTenders(
  tx: Transaction,
  taken: Taken,
  tenders: readonly AcceptedTender[],
): Promise<void> {
  const { requestId, session, customerId, orderId, documentIds, staff, takenAt, occurredOn } =
    taken;
  const by = { userId: staff.userId };
  const settles: Settling = { documents: documentIds, rest: "nothing yet" };
  for (const [position, tender] of tenders.entries()) {
    const { method, cents, reference, roundingCents } = tender;
    const { entryId } = await booked(() =>
      book(
        tx,
        by,
        {
          ...{ customerId, kind: "payment", cents: -cents, method, reference, occurredOn },
          note: `At till ${session.number}`,
        },
        settles,
      ),
    );
    const roundingEntryId =
      roundingCents === 0
        ? null
        : await bookRounding(
            tx,
            by,
            { customerId, entryId },
            { roundingCents, settles, occurredOn },
          );
    await tx.insert(tillReceipts).values({
      ...{
        requestId,
        position,
        sessionId: session.id,
        orderId,
        documentId: documentIds[0] ?? null,
      },
      ...{ method, cents, tenderedCents: tender.tenderedCents, roundingCents, reference },
      ...{ takenBy: staff.userId, takenAt, recordedAt: sql`clock_timestamp()` },
      ...{ entryId, roundingEntryId },
    });
  }
}

/**
 * Gives money back from a till for a credit note: a refund of the ledger that uses the note up. In cash
 * it ends on five cents, as what is taken does. The caller holds the locks of session and customer.
 */
export async function giveBack(
  tx: Transaction,
  taken: Omit<Taken, "documentIds"> & { creditNoteId: string },
  { method, cents, roundingCents, reference }: Omit<AcceptedTender, "tenderedCents">,
): Promise<void> {
  const { requestId, session, customerId, orderId, creditNoteId, staff, takenAt } = taken;
  const { occurredOn } = taken;
  const by = { userId: staff.userId };
  const settles: Settling = { documents: [creditNoteId], rest: "nothing yet" };
  const { entryId } = await booked(() =>
    book(
      tx,
      by,
      {
        ...{ customerId, kind: "refund", cents, method, reference, occurredOn },
        note: `At till ${session.number}`,
      },
      settles,
    ),
  );
  // The shop gains what it gives back less: that uses up the rest of the note. What it gives back more
  // is made up for by a credit.
  const roundingEntryId =
    roundingCents === 0
      ? null
      : (
          await book(
            tx,
            by,
            { ...{ customerId, kind: "adjustment", cents: roundingCents }, note: "Cash rounding" },
            roundingCents > 0 ? settles : [{ entryId, cents: -roundingCents }],
          )
        ).entryId;
  await tx.insert(tillReceipts).values({
    ...{ requestId, position: 0, sessionId: session.id, orderId, documentId: creditNoteId },
    ...{ method, cents: -cents, roundingCents, reference },
    ...{ takenBy: staff.userId, takenAt, recordedAt: sql`clock_timestamp()` },
    ...{ entryId, roundingEntryId },
  });
}

/**
 * Takes a payment at a till back, with what it was rounded by: what it paid is open again. The caller
 * holds the locks of session and customer.
 */
export async function takeBackReceipt(
  tx: Transaction,
  staff: { userId: string },
  receipt: { customerId: string; entryId: string; roundingEntryId: string | null },
  note: string,
): Promise<boolean> {
  const { customerId, entryId, roundingEntryId } = receipt;
  const by = { userId: staff.userId };
  const [reversed] = await reverse(tx, by, {
    ...{ kind: "payment", entryIds: [entryId], customerId, note },
  });
  if (reversed && roundingEntryId) {
    await reverse(tx, by, {
      ...{ kind: "adjustment", entryIds: [roundingEntryId], customerId, note },
    });
  }
  return reversed !== undefined;
}

async function booked<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) throw new Refusal(refused, refusalText[refused]);
    throw error;
  }
}

/** Money at a till as it was taken, or given back. */
export interface TillReceipt {
  id: string;
  requestId: string;
  sessionId: string;
  orderId: string;
  orderNumber: number;
  documentId: string | null;
  documentNumber: string | null;
  /** Of a credit note: the number of what it credits. */
  correctsNumber: string | null;
  method: TillMethod;
  /** Less than none for what was given back. */
  cents: number;
  tenderedCents: number | null;
  roundingCents: number;
  reference: string;
  takenBy: string;
  takenAt: Date;
  /** When it reached the shop. */
  recordedAt: Date;
  entryId: string;
  roundingEntryId: string | null;
  customerId: string;
  /** It was taken back in the ledger since. */
  isTakenBack: boolean;
  /** It arrived after the drawer was counted. */
  isLate: boolean;
}

/** What was taken and given back in sessions, the first first. The caller has checked access. */
export const receiptsOfSession = (db: Database | Transaction, ...sessionIds: string[]) =>
  receipts(db, inArray(tillReceipts.sessionId, sessionIds));

/** What was taken and given back for orders, the first first. The caller has checked access. */
export const receiptsOfOrders = (db: Database | Transaction, ...orderIds: string[]) =>
  receipts(db, inArray(tillReceipts.orderId, orderIds));

function receipts(db: Database | Transaction, which: SQL | undefined): Promise<TillReceipt[]> {
  return db
    .select({
      ...{ id: tillReceipts.id, requestId: tillReceipts.requestId },
      ...{ sessionId: tillReceipts.sessionId, orderId: tillReceipts.orderId },
      ...{ orderNumber: orders.number, documentId: tillReceipts.documentId },
      documentNumber: documents.documentNumber,
      correctsNumber: sql<string | null>`(select corrected.document_number
        from documents corrected where corrected.id = ${documents.correctsId})`,
      ...{ method: tillReceipts.method, cents: tillReceipts.cents },
      ...{ tenderedCents: tillReceipts.tenderedCents, roundingCents: tillReceipts.roundingCents },
      ...{ reference: tillReceipts.reference, takenBy: user.email, takenAt: tillReceipts.takenAt },
      recordedAt: tillReceipts.recordedAt,
      ...{ entryId: tillReceipts.entryId, roundingEntryId: tillReceipts.roundingEntryId },
      customerId: ledgerEntries.customerId,
      isTakenBack: sql<boolean>`exists (
        select from ledger_entries counter where counter.reverses_id = ${tillReceipts.entryId})`,
      isLate: sql<boolean>`coalesce(${tillReceipts.recordedAt} > ${tillSessions.closedAt}, false)`,
    })
    .from(tillReceipts)
    .innerJoin(tillSessions, eq(tillSessions.id, tillReceipts.sessionId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, tillReceipts.entryId))
    .innerJoin(orders, eq(orders.id, tillReceipts.orderId))
    .innerJoin(user, eq(user.id, tillReceipts.takenBy))
    .leftJoin(documents, eq(documents.id, tillReceipts.documentId))
    .where(and(which))
    .orderBy(asc(tillReceipts.recordedAt), asc(tillReceipts.position), asc(tillReceipts.id));
}

/** Whether a form was booked before. */
export async function isTaken(tx: Transaction, requestId: string): Promise<boolean> {
  return (await tx.$count(tillReceipts, eq(tillReceipts.requestId, requestId))) > 0;
}

/**
 * Settles what a till's own sum differs from the receipt's, for a sale that was paid before a tax changed:
 * the customer of a till owes nothing, and is owed nothing.
 *
 * @param overCents what was taken more than the receipt says; less than none for less
 */
export async function closeDifference(
  tx: Transaction,
  { customerId, documentIds, staff }: Pick<Taken, "customerId" | "documentIds" | "staff">,
  overCents: number,
): Promise<void> {
  const note = "Difference of a sale without network";
  const settles: Settling =
    overCents > 0 ? "oldest first" : { documents: documentIds, rest: "nothing yet" };
  const by = { userId: staff.userId };
  await book(tx, by, { customerId, kind: "adjustment", cents: overCents, note }, settles);
}
