import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { type BookRefusal, refusalText } from "#app/domain/ledger/book-form.ts";
import {
  bookBankDeposit,
  bookBankRow,
  unbookBankRow,
} from "#app/features/collecting/bank/decide.server.ts";
import {
  checkRowDecision,
  type RowDecision,
  rowFailed,
} from "#app/features/collecting/bank/decide-form.ts";
import { ignoreBankRow } from "#app/features/collecting/bank/rows.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";

export const rowForm = {
  failed: rowFailed,
  log: "deciding about a bank's rows failed",
  facts: ({ intent, rowId }: Record<string, string>) => ({ intent, row: rowId }),
  besides: ({ rowId }: Record<string, string>) => (rowId ? { rowId } : {}),
};

/** Performs a form's action on a row. @throws Refusal */
export async function decideRow(
  services: Pick<RequestContext, "db" | "shop">,
  staff: Staff<"money">,
  fields: Record<string, string>,
): Promise<RowDecision["intent"]> {
  const decided = accepted(checkRowDecision(fields));
  const refused = isUuid(decided.rowId)
    ? await decide(services, staff, decided)
    : "decided meanwhile";
  if (refused) throw new Refusal(refused, refusalText[refused]);
  return decided.intent;
}

async function decide(
  { db, shop }: Pick<RequestContext, "db" | "shop">,
  staff: Staff<"money">,
  decided: RowDecision,
): Promise<BookRefusal | undefined> {
  switch (decided.intent) {
    case "book":
      return decided.depositOf === undefined
        ? (await bookBankRow(db, staff, decided)).refused
        : (await bookBankDeposit(db, staff, decided.rowId, decided.depositOf, shop)).refused;
    case "take back":
      return (await unbookBankRow(db, staff, decided.rowId, shop)).refused;
    case "ignore":
    case "take up": {
      const isDone = await ignoreBankRow(db, staff, decided.rowId, decided.intent === "ignore");
      return isDone ? undefined : "decided meanwhile";
    }
  }
}
