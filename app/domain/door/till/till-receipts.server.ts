import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { allot, type Settling } from "#app/domain/ledger/allocations.server.ts";
import { book, reverse } from "#app/domain/ledger/book-entries.server.ts";
import { refusalText } from "#app/domain/ledger/book-form.ts";
import { refusalIn } from "#app/domain/ledger/book-refused.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { documents } from "#db/schema/money/documents.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { tillReceipts, tillSessions, tillTakeBacks } from "#db/schema/money/tills.ts";
import { orders } from "#db/schema/orders.ts";
import type { CashPlace, TillMethod } from "#db/schema/values/tills.ts";
import { bookRounding, roundingNote } from "../book-rounding.server.ts";
import type { NamedDrawer } from "./open-drawer.ts";
import type { AcceptedTender } from "./till.ts";

interface Taken {
  requestId: string;
  session: { id: string; number: number };
  customerId: string;
  orderId: string;
  /** The documents it settles; the receipt keeps the first. */
  documentIds: readonly string[];
  staff: { userId: string };
  takenAt: Date;
  occurredOn: string;
  /** Its description, if it has no document: "Deposit for order 1042". */
  what?: string;
}

/**
 * Books the parts of a payment in the ledger, where they settle the documents, and stores each with
 * the session. Cash rounding is an entry of its own. The caller holds the locks of session, order
 * and customer, and has checked the parts (`judgeTenders`). Returns the entry of each part.
 */
export async function takeTenders(
  tx: Transaction,
  taken: Taken,
  tenders: readonly AcceptedTender[],
): Promise<string[]> {
  const { requestId, session, customerId, orderId, documentIds, staff, takenAt, occurredOn } =
    taken;
  const note = noteOf(taken);
  const entryIds: string[] = [];
  const by = { userId: staff.userId };
  const settles: Settling = { documents: documentIds, rest: "nothing yet" };
  for (const [position, tender] of tenders.entries()) {
    const { method, cents, reference, roundingCents } = tender;
    const { entryId } = await booked(() =>
      book(
        tx,
        by,
        {
          customerId,
          kind: "payment",
          cents: -cents,
          method,
          reference,
          occurredOn,
          note,
        },
        roundingCents > 0 ? "nothing yet" : settles,
      ),
    );
    entryIds.push(entryId);
    const roundingEntryId =
      roundingCents === 0
        ? null
        : await bookRounding(
            tx,
            by,
            { customerId, entryId },
            { roundingCents, settles, occurredOn },
          );
    if (roundingCents > 0) {
      // The cents rounded up are used up before the documents are settled, which may owe more.
      await allot(tx, by, { entryId, customerId, cents: roundingCents - cents }, settles);
    }
    await tx.insert(tillReceipts).values({
      requestId,
      position,
      sessionId: session.id,
      orderId,
      documentId: documentIds[0] ?? null,
      method,
      cents,
      tenderedCents: tender.tenderedCents,
      roundingCents,
      reference,
      takenBy: staff.userId,
      takenAt,
      recordedAt: sql`clock_timestamp()`,
      entryId,
      roundingEntryId,
    });
  }
  return entryIds;
}

type GivenBack =
  | { creditNoteId: string; depositId?: never }
  | { creditNoteId?: never; depositId: string };

/**
 * Pays out a credit note or a deposit at a till: for each part, a refund in the ledger that uses it
 * up. Cash is rounded to five cents. The caller holds the locks of session and customer. Returns
 * the entry of each part.
 */
export async function giveBack(
  tx: Transaction,
  taken: Omit<Taken, "documentIds"> &
    GivenBack & {
      /** Why it goes back by another method than it was paid by; empty if it doesn't. */
      otherwise: string;
    },
  parts: readonly Omit<AcceptedTender, "tenderedCents">[],
): Promise<string[]> {
  const { requestId, session, customerId, orderId, creditNoteId, depositId, staff } = taken;
  const { takenAt, occurredOn, otherwise } = taken;
  const by = { userId: staff.userId };
  const entryIds: string[] = [];
  const settlesWith = (part: number): Settling =>
    creditNoteId === undefined
      ? [{ entryId: depositId, cents: part }]
      : { documents: [creditNoteId], rest: "nothing yet" };
  for (const [position, { method, cents, roundingCents, reference }] of parts.entries()) {
    const { entryId } = await booked(() =>
      book(
        tx,
        by,
        {
          customerId,
          kind: "refund",
          cents,
          method,
          reference,
          occurredOn,
          note: noteOf(taken),
        },
        roundingCents < 0 ? "nothing yet" : settlesWith(cents),
      ),
    );
    entryIds.push(entryId);
    // Paying out less is a gain, which uses up the rest of the note; paying out more is offset by a
    // credit.
    const roundingEntryId =
      roundingCents === 0
        ? null
        : (
            await book(
              tx,
              by,
              {
                customerId,
                kind: "adjustment",
                cents: roundingCents,
                note: roundingNote,
              },
              roundingCents > 0 ? settlesWith(roundingCents) : [{ entryId, cents: -roundingCents }],
            )
          ).entryId;
    if (roundingCents < 0) {
      // The note's own cents are settled here; it may have other parts left.
      const noteCents = cents + roundingCents;
      await allot(tx, by, { entryId, customerId, cents: noteCents }, settlesWith(noteCents));
    }
    await tx.insert(tillReceipts).values({
      requestId,
      position,
      sessionId: session.id,
      orderId,
      documentId: creditNoteId ?? null,
      method,
      cents: -cents,
      roundingCents,
      reference,
      otherwise,
      takenBy: staff.userId,
      takenAt,
      recordedAt: sql`clock_timestamp()`,
      entryId,
      roundingEntryId,
    });
  }
  return entryIds;
}

const noteOf = ({ what, session }: Pick<Taken, "what" | "session">) =>
  what ? `${what}, at till ${session.number}` : `At till ${session.number}`;

/**
 * Reverses a payment at a till, with its rounding; the documents it settled are open again. The
 * caller holds the locks of session and customer.
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
    kind: "payment",
    entryIds: [entryId],
    customerId,
    note,
  });
  if (reversed && roundingEntryId) {
    await reverse(tx, by, {
      kind: "adjustment",
      entryIds: [roundingEntryId],
      customerId,
      // The client reads it on the statement.
      note: roundingNote,
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

export interface TakenBack {
  at: Date;
  by: string;
  why: string;
  /** True if its drawer was counted before, whose signed figures keep it. */
  isAfterCount: boolean;
  /** Where its cash is; null for other methods, and before the drawer is counted. */
  cash: CashPlace | null;
  givenBackAt: NamedDrawer | null;
}

/** A payment or refund at a till. */
export interface TillReceipt {
  id: string;
  requestId: string;
  sessionId: string;
  orderId: string;
  orderNumber: number;
  documentId: string | null;
  documentNumber: string | null;
  /** For a credit note: the number of the document it credits. */
  correctsNumber: string | null;
  method: TillMethod;
  /** Negative for a refund. */
  cents: number;
  tenderedCents: number | null;
  roundingCents: number;
  reference: string;
  /** Why a refund went back by another method than it was paid by; empty if it didn't. */
  otherwise: string;
  /** True for a refund of meat that never left the counter and is back in its lot. */
  neverLeft: boolean;
  takenBy: string;
  takenAt: Date;
  /** When it reached the shop. */
  recordedAt: Date;
  entryId: string;
  roundingEntryId: string | null;
  customerId: string;
  /** When it was booked in the ledger: for a correction, when the other was taken back. */
  bookedAt: Date;
  isTakenBack: boolean;
  takenBack: TakenBack | null;
  /** When its drawer was counted; null while it is open, and its method can be corrected. */
  countedAt: Date | null;
  isLate: boolean;
}

/** Returns the payments and refunds of sessions, in order. The caller has checked access. */
export const receiptsOfSession = (db: Database | Transaction, ...sessionIds: string[]) =>
  receipts(db, inArray(tillReceipts.sessionId, sessionIds));

/** Returns the payments and refunds for orders, in order. The caller has checked access. */
export const receiptsOfOrders = (db: Database | Transaction, ...orderIds: string[]) =>
  receipts(db, inArray(tillReceipts.orderId, orderIds));

export const drawerThatGaveBack = sql`(
  select json_build_object('number', tills.number, 'name', tills.name, 'openedAt', given.opened_at)
  from till_moves join till_sessions given on given.id = till_moves.session_id
    join tills on tills.id = given.till_id
  where till_moves.id = ${tillTakeBacks.moveId})`.mapWith(
  (drawer: Omit<NamedDrawer, "openedAt"> & { openedAt: string }): NamedDrawer => ({
    ...drawer,
    openedAt: new Date(drawer.openedAt),
  }),
) as SQL<NamedDrawer | null>;

/** The entry that reverses a receipt's, and its author. */
const counter = alias(ledgerEntries, "counter");
const reverser = alias(user, "reverser");

async function receipts(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<TillReceipt[]> {
  const rows = await db
    .select({
      id: tillReceipts.id,
      requestId: tillReceipts.requestId,
      sessionId: tillReceipts.sessionId,
      orderId: tillReceipts.orderId,
      orderNumber: orders.number,
      documentId: tillReceipts.documentId,
      documentNumber: documents.documentNumber,
      correctsNumber: sql<string | null>`(select corrected.document_number
        from documents corrected where corrected.id = ${documents.correctsId})`,
      method: tillReceipts.method,
      cents: tillReceipts.cents,
      tenderedCents: tillReceipts.tenderedCents,
      roundingCents: tillReceipts.roundingCents,
      otherwise: tillReceipts.otherwise,
      neverLeft: sql<boolean>`exists (select from returned_goods
        where returned_goods.credit_note_id = ${tillReceipts.documentId})`,
      reference: tillReceipts.reference,
      takenBy: user.email,
      takenAt: tillReceipts.takenAt,
      recordedAt: tillReceipts.recordedAt,
      entryId: tillReceipts.entryId,
      roundingEntryId: tillReceipts.roundingEntryId,
      customerId: ledgerEntries.customerId,
      bookedAt: ledgerEntries.createdAt,
      reversedAt: counter.createdAt,
      reversedBy: reverser.email,
      reversedWhy: counter.note,
      isAfterCount: sql<boolean>`${tillTakeBacks.receiptId} is not null
        or coalesce(${counter.createdAt} > ${tillSessions.closedAt}, false)`,
      cash: tillTakeBacks.cash,
      givenBackAt: drawerThatGaveBack,
      countedAt: tillSessions.closedAt,
      isLate: sql<boolean>`coalesce(${tillReceipts.recordedAt} > ${tillSessions.closedAt}, false)`,
    })
    .from(tillReceipts)
    .innerJoin(tillSessions, eq(tillSessions.id, tillReceipts.sessionId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, tillReceipts.entryId))
    .innerJoin(orders, eq(orders.id, tillReceipts.orderId))
    .innerJoin(user, eq(user.id, tillReceipts.takenBy))
    .leftJoin(documents, eq(documents.id, tillReceipts.documentId))
    .leftJoin(counter, eq(counter.reversesId, tillReceipts.entryId))
    .leftJoin(reverser, eq(reverser.id, counter.createdBy))
    .leftJoin(tillTakeBacks, eq(tillTakeBacks.receiptId, tillReceipts.id))
    .where(and(which))
    .orderBy(asc(tillReceipts.recordedAt), asc(tillReceipts.position), asc(tillReceipts.id));
  return rows.map(
    ({ reversedAt, reversedBy, reversedWhy, isAfterCount, cash, givenBackAt, ...row }) => ({
      ...row,
      isTakenBack: reversedAt !== null,
      takenBack: reversedAt && {
        at: reversedAt,
        by: reversedBy ?? "",
        why: reversedWhy ?? "",
        isAfterCount,
        cash,
        givenBackAt,
      },
    }),
  );
}

/**
 * True if a form was already booked: a payment for this order, or a refund.
 *
 * @throws Refusal if the form was booked for something else
 */
export async function isTaken(
  tx: Transaction,
  requestId: string,
  orderId: string,
  what: "payment" | "refund" = "payment",
): Promise<boolean> {
  const [taken] = await tx
    .select({ orderId: tillReceipts.orderId, cents: tillReceipts.cents })
    .from(tillReceipts)
    .where(eq(tillReceipts.requestId, requestId))
    .limit(1);
  const isSame = (one: { orderId: string | null; cents: number }) =>
    one.orderId === orderId.toLowerCase() && one.cents < 0 === (what === "refund");
  if (taken && !isSame(taken)) {
    throw new Refusal(
      "changed",
      "This form was already used for something else. Nothing was recorded: reload the page.",
    );
  }
  return taken !== undefined;
}

/**
 * Settles the difference between a till's total and the receipt's, for a sale paid before a tax
 * changed: a till's walk-in customer neither owes nor is owed anything.
 *
 * @param overCents what was taken above the receipt's total; negative for less
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
