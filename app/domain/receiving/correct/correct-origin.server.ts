import { and, eq, inArray, ne } from "drizzle-orm";
import type { Actor } from "#app/domain/audit/record-audit.server.ts";
import {
  correctReceivedLots,
  type ReceivedFacts,
  receivedFacts,
  whyNotNamed,
} from "#app/domain/lots/correct-received-lots.server.ts";
import type { Transaction } from "#db/database.ts";
import { receiptLines, receipts, type suppliers } from "#db/schema/meat/receiving.ts";
import type { Errors } from "../read-goods.server.ts";
import { receiptName } from "../receiving.ts";
import { formerNamesOf, lockSupplier, whyNotFrom } from "../suppliers.server.ts";
import type { ReceiptCorrection } from "./correction-form.ts";

type StoredReceipt = typeof receipts.$inferSelect;
type StoredLine = typeof receiptLines.$inferSelect;
type StoredSupplier = typeof suppliers.$inferSelect;

/** Supplier, time and temperature, before and after a correction. */
export interface Origin {
  before: StoredSupplier;
  supplier: StoredSupplier;
  receivedAt: Date;
  temperatureC: string | null;
}

/**
 * Parses a receipt's corrected origin; adds to the errors. Needs the locks on supplier and receipt.
 */
export async function correctedOrigin(
  tx: Transaction,
  stored: StoredReceipt,
  wanted: Pick<ReceiptCorrection, "supplierId" | "receivedAt" | "temperatureC">,
  errors: Errors,
): Promise<Origin> {
  const before = await lockSupplier(tx, { id: stored.supplierId });
  if (!before) throw new Error("The supplier is gone");
  const { supplierId = before.id, receivedAt = stored.receivedAt } = wanted;
  const found = supplierId === before.id ? before : await lockSupplier(tx, { id: supplierId });
  if (supplierId !== before.id) {
    const why = whyNotFrom(found);
    if (why !== null) errors.supplier = [why];
    else if (stored.creditedAt !== null) {
      errors.supplier = [`${before.name} credited the claim. Open the claim again first.`];
    }
  }
  // The form has whole minutes; an unchanged time keeps its seconds.
  const inMinutes = (at: Date) => Math.floor(at.getTime() / 60_000);
  const isSameMinute = inMinutes(receivedAt) === inMinutes(stored.receivedAt);
  return {
    before,
    supplier: found ?? before,
    receivedAt: isSameMinute ? stored.receivedAt : receivedAt,
    temperatureC: wanted.temperatureC === undefined ? stored.temperatureC : wanted.temperatureC,
  };
}

/** A stored line, and the corrected code of its lot. */
export interface LineOfLot {
  line: StoredLine;
  lotCode: string;
  temperatureC: string | null;
}

/**
 * Corrects the facts that lots have from a receipt, such as its supplier, and their codes. A lot
 * that other receipts brought too keeps its name. Returns the errors, and writes nothing if there
 * are any.
 */
export async function correctLots(
  tx: Transaction,
  by: Actor,
  stored: StoredReceipt,
  { origin, lines, reason }: { origin: Origin; lines: readonly LineOfLot[]; reason: string },
): Promise<Errors> {
  const { supplier } = origin;
  const byLot = Map.groupBy(lines, ({ line: { lotId } }) => lotId ?? "");
  byLot.delete("");
  const ids = [...byLot.keys()].toSorted();
  const known = await receivedFacts(tx, ids);
  const others = await otherReceiptsOf(tx, stored, ids);
  const names = [supplier.name, ...(await formerNamesOf(tx, supplier))];
  const errors: Errors = {};
  const wanted = ids.flatMap((id) => {
    const [own, before] = [byLot.get(id) ?? [], known.get(id)];
    if (!before) return [];
    const isShared = others.has(id);
    const facts = factsOf(stored, { origin, own, before, isShared });
    return [{ id, own, before, isShared, facts }];
  });
  const renamed = wanted.flatMap(({ id, facts, before }) => (facts.code === before.code ? [] : id));
  for (const { id, own, before, facts } of wanted) {
    const codes = new Set(own.map(({ lotCode }) => lotCode));
    const isRenamed = codes.size > 1 || facts.code !== before.code;
    if (!isRenamed && facts.supplier === before.supplier) continue;
    const other = others.get(id);
    const why =
      other !== undefined
        ? `Lot ${before.code} also came with receipt ${other}, so it keeps its name. Remove its line here, and receive it again as it should be.`
        : codes.size > 1
          ? `Lot ${before.code} is on more than one line. Give each of them the same code, or remove one and receive it again.`
          : await whyNotNamed(tx, { id, facts }, before, { names, renamed });
    if (why === null) continue;
    if (!isRenamed) errors.supplier ??= [why];
    for (const { line, lotCode } of own) {
      if (lotCode !== before.code) errors[`lot${line.position}`] = [why];
    }
  }
  if (Object.keys(errors).length > 0) return errors;
  await correctReceivedLots(tx, by, wanted, `${receiptName(stored)} corrected: ${reason}`);
  return errors;
}

/** Returns the corrected facts of a lot; those from other receipts stay. */
function factsOf(
  stored: StoredReceipt,
  {
    origin: { before: from, supplier, receivedAt, temperatureC },
    own,
    before,
    isShared,
  }: {
    origin: Origin;
    own: readonly LineOfLot[];
    before: ReceivedFacts;
    isShared: boolean;
  },
): ReceivedFacts {
  const isMoved = supplier.id !== from.id;
  const isFirst = before.receivedAt.getTime() === stored.receivedAt.getTime();
  const was = own.find(({ line }) => line.temperatureC !== null)?.line ?? stored;
  const is = own.find((line) => line.temperatureC !== null) ?? { temperatureC };
  const isMeasuredHere =
    before.temperatureC === null ||
    (before.temperatureC === was.temperatureC && (isFirst || !isShared));
  const isTheirs = before.establishment === "" || before.establishment === from.establishment;
  return {
    code: own.find(({ lotCode }) => lotCode !== before.code)?.lotCode ?? before.code,
    supplier: isMoved ? supplier.name : before.supplier,
    establishment: isMoved && isTheirs ? supplier.establishment : before.establishment,
    receivedAt: isFirst ? receivedAt : before.receivedAt,
    temperatureC:
      was.temperatureC !== is.temperatureC && isMeasuredHere
        ? is.temperatureC
        : before.temperatureC,
  };
}

/** Returns the number of another receipt of each lot. */
async function otherReceiptsOf(
  tx: Transaction,
  { id }: StoredReceipt,
  lotIds: readonly string[],
): Promise<Map<string, number>> {
  if (lotIds.length === 0) return new Map();
  const found = await tx
    .select({ lotId: receiptLines.lotId, number: receipts.number })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .where(and(inArray(receiptLines.lotId, [...lotIds]), ne(receipts.id, id)));
  return new Map(found.map(({ lotId, number }) => [lotId ?? "", number]));
}
