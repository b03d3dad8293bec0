import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documentLines } from "#db/schema/money/documents.ts";
import { orderItems } from "#db/schema/orders.ts";
import { takenBackNote } from "./credit.ts";

/** Joins the invoice line of a claim that isn't about a product of an order. */
export const isClaimedDocumentLine = and(
  eq(documentLines.documentId, creditRequestLines.documentId),
  eq(documentLines.position, creditRequestLines.linePosition),
);

/** The name of what is claimed. Joins the order's products and `isClaimedDocumentLine`. */
export const claimedName = sql<string>`coalesce(${orderItems.productName}, ${documentLines.description}, '')`;

type NewRequest = typeof creditRequests.$inferInsert;
type NewLine = Omit<typeof creditRequestLines.$inferInsert, "creditRequestId" | "position">;

/**
 * Stores a credit request for lines of an order, once per request id. The caller has checked that
 * it may be made.
 *
 * @param linesOf reads the claimed lines, if the request is new
 * @returns its id; null if it was stored before
 */
export async function insertCreditRequest(
  tx: Transaction,
  request: NewRequest,
  linesOf: () => NewLine[] | Promise<NewLine[]>,
): Promise<string | null> {
  const [stored] = await tx
    .insert(creditRequests)
    .values(request)
    .onConflictDoNothing({ target: creditRequests.requestId })
    .returning({ id: creditRequests.id });
  if (!stored) return null;
  const lines = await linesOf();
  await tx
    .insert(creditRequestLines)
    .values(lines.map((line, position) => ({ ...line, creditRequestId: stored.id, position })));
  return stored.id;
}

/** Declines open requests whose report at the door (the default) or weighing was undone. */
export async function declineTakenBack(
  tx: Transaction,
  requestIds: string[],
  decidedBy: string | null,
  decisionNote = takenBackNote,
): Promise<void> {
  await tx
    .update(creditRequests)
    .set({
      status: "declined",
      decidedBy,
      decidedAt: new Date(),
      decisionNote,
    })
    .where(and(eq(creditRequests.status, "open"), inArray(creditRequests.requestId, requestIds)));
}

/** Sets the pounds of an open request of one line, once they were weighed. */
export async function claimPounds(tx: Transaction, id: string, lb: string): Promise<void> {
  await tx
    .update(creditRequestLines)
    .set({ lb, amount: null })
    .where(eq(creditRequestLines.creditRequestId, id));
}

/** Matches the open requests for what came back from an order's door. */
export const isOpenAtDoor = (orderId: string) =>
  and(
    ...[eq(creditRequests.orderId, orderId), eq(creditRequests.source, "door")],
    eq(creditRequests.status, "open"),
  );
