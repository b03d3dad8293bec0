import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { bookBankRow, unbookBankRow } from "#app/features/receivables/bank/decide.server.ts";
import {
  checkRowDecision,
  type RowAnswer,
  type RowDecision,
  rowFailed,
} from "#app/features/receivables/bank/decide-form.ts";
import { ignoreBankRow } from "#app/features/receivables/bank/rows.server.ts";
import { type BookRefusal, refusalText } from "#app/features/receivables/book-form.ts";
import { isUuid } from "#app/lib/uuid.ts";

type Decided =
  | { done: RowDecision["deed"]; refused?: never; status?: never }
  | { done?: never; refused: RowAnswer; status: number };

/** Does what was submitted about a row; the deed if it is done, otherwise the answer. */
export async function decideRow(
  { db, log }: Pick<RequestContext, "db" | "log">,
  staff: Staff<"money">,
  fields: Record<string, string>,
): Promise<Decided> {
  const { data: decision, refused: mistaken } = checkRowDecision(fields);
  if (mistaken) return { refused: mistaken, status: 400 };
  const { deed, rowId } = decision;
  try {
    const refused = isUuid(rowId) ? await decide(decision) : "decided meanwhile";
    if (!refused) return { done: deed };
    return { refused: { rowId, message: refusalText[refused], values: fields }, status: 409 };
  } catch (error) {
    log.error({ err: error, deed, row: rowId }, "deciding a bank's row failed");
    return { refused: { rowId, message: rowFailed, values: fields }, status: 503 };
  }

  async function decide(decided: RowDecision): Promise<BookRefusal | undefined> {
    switch (decided.deed) {
      case "book":
        return (await bookBankRow(db, staff, decided)).refused;
      case "take back":
        return (await unbookBankRow(db, staff, rowId)).refused;
      case "ignore":
      case "take up": {
        const isDone = await ignoreBankRow(db, staff, rowId, decided.deed === "ignore");
        return isDone ? undefined : "decided meanwhile";
      }
    }
  }
}
