import { eq } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { tillMoves } from "#db/schema/money/tills.ts";
import { tillMoveText } from "./till.ts";
import type { TypedMove } from "./till-forms.ts";
import { expectedOf, type LockedSession, lockSession, noTill, refusal } from "./tills.server.ts";

/**
 * Records cash moved into or out of a drawer without a sale. Idempotent. No more may go out than
 * the drawer should hold. For staff who take money.
 *
 * @throws Refusal<TillRefusal>
 */
export function moveCash(
  db: Database,
  staff: Staff<"till">,
  { sessionId, ...move }: TypedMove,
): Promise<void> {
  return db.transaction(async (tx) => {
    // An exclusive lock: two people can't take the same money out.
    const session = await lockSession(tx, sessionId, "update");
    if (!session) throw noTill();
    if (await tx.$count(tillMoves, eq(tillMoves.requestId, move.requestId))) return;
    if (session.closedAt) throw refusal("closed", "This till is closed. Nothing was recorded.");
    await moveCashIn(tx, staff, session, move);
  });
}

/**
 * Refuses to take more cash out of a drawer than it should hold, in cents. The caller holds an
 * exclusive lock on the open session.
 *
 * @throws Refusal<TillRefusal>
 */
export async function refuseMoreThanHeld(
  tx: Transaction,
  session: LockedSession,
  cents: number,
): Promise<void> {
  if (cents <= (await expectedOf(tx, session))) return;
  throw refusal(
    "too much",
    // Doesn't reveal the expected amount, which the person counting must not know.
    "There is not so much in the drawer by the books. Count it, or check the amount.",
    "amount",
  );
}

/**
 * Does what `moveCash` does in the caller's transaction, which holds an exclusive lock on the open
 * session, and returns the move.
 *
 * @throws Refusal<TillRefusal>
 */
export async function moveCashIn(
  tx: Transaction,
  staff: Staff,
  session: LockedSession,
  { requestId, kind, amount, reason }: Omit<TypedMove, "sessionId">,
): Promise<string> {
  if (kind !== "in") await refuseMoreThanHeld(tx, session, amount);
  const [moved] = await tx
    .insert(tillMoves)
    .values({
      requestId,
      sessionId: session.id,
      kind,
      cents: amount,
      reason,
      movedBy: staff.userId,
    })
    .returning({ id: tillMoves.id });
  await recordAudit(tx, staff, {
    entity: "till",
    entityId: session.tillId,
    action: "till cash moved",
    after: { what: tillMoveText[kind], amount: toDollars(amount), reason },
  });
  return moved?.id ?? "";
}
