import { eq, inArray, sql } from "drizzle-orm";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lockCosts } from "#app/domain/cutting/cuttings.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { correctReceivedLb } from "#app/domain/lots/received-lots.server.ts";
import { enterStock, piecesOfLot } from "#app/domain/stock/stock-entries.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb, hundredthsLb, lbLess, toPounds } from "#app/lib/amounts/weight.ts";
import { countOf } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { products } from "#db/schema/products.ts";
import type { LineCorrection, ReceiptCorrection } from "./correction-form.ts";
import { lineAmount } from "./money-words.ts";
import { askInDoubt } from "./receive.server.ts";
import { receiptName } from "./receiving.ts";
import { changedMeanwhile, noSuchReceipt, wrongFields } from "./refusals.ts";
import { removeLines } from "./remove-lines.server.ts";
import { storeCosts } from "./store-costs.server.ts";
import { lockSupplier, type Receiver } from "./suppliers.server.ts";

type StoredReceipt = typeof receipts.$inferSelect;
type StoredLine = typeof receiptLines.$inferSelect;

/**
 * Corrects a receipt, if it is still at `version`: what came, for staff who pack; what it cost, for
 * staff who keep the money. Costs and claims are updated; a difference of pounds goes to the lot
 * and the stock. Audited with the differences; writes nothing if nothing changed.
 *
 * @throws Refusal
 */
export async function correctReceipt(
  db: Database,
  staff: Receiver,
  { id, version }: { id: string; version: number },
  wanted: ReceiptCorrection,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockReceipt(tx, id);
    if (stored.voidedAt) throw new Refusal("void", "This receipt was voided. Nothing was changed.");
    if (stored.version !== version) throw changedMeanwhile("this receipt", stored.version);
    const before: Record<string, unknown> = {};
    const after: Record<string, unknown> = {};
    const note = (name: string, from: unknown, to: unknown) => {
      if (from === to) return;
      before[name] = from;
      after[name] = to;
    };

    const freightCents = staffMay(staff, "money") ? wanted.freightCents : stored.freightCents;
    note("invoiceNumber", stored.invoiceNumber, wanted.invoiceNumber);
    note("note", stored.note, wanted.note);
    note("freightCents", stored.freightCents, freightCents);
    const lines = await tx.select().from(receiptLines).where(eq(receiptLines.receiptId, id));
    const removed = removedOf(staff, lines, wanted);
    for (const { position, description, lb } of removed) {
      note(`Line ${position}: removed`, `${description}, ${lb} lb`, null);
    }
    const removedLots = await removeLines(tx, staff, stored, removed, wanted.reason);
    for (const correction of wanted.lines) {
      const line = lines.find((one) => one.id === correction.id);
      if (line && !removed.includes(line))
        await correctLine(tx, staff, { stored, line, correction, reason: wanted.reason, note });
    }
    if (Object.keys(after).length === 0) return;
    if (staffMay(staff, "pack")) await askAboutChanges(tx, stored, lines, wanted);
    if (!wanted.isMeant) await refuseLessThanGone(tx, lines, wanted);
    if (wanted.reason !== "") after.reason = wanted.reason;
    await tx
      .update(receipts)
      .set({
        ...{ invoiceNumber: wanted.invoiceNumber, note: wanted.note, freightCents },
        version: version + 1,
      })
      .where(eq(receipts.id, id));
    refuseLessThanCredited(stored, await storeCosts(tx, id, removedLots));
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: id, action: "corrected", before, after },
    });
  });
}

/** Asks what receiving asks, of what is changed. @throws Refusal "asked" */
async function askAboutChanges(
  tx: Transaction,
  { supplierId, invoiceNumber: before }: StoredReceipt,
  stored: readonly StoredLine[],
  { invoiceNumber, lines, confirmed }: ReceiptCorrection,
): Promise<void> {
  const isSame = invoiceNumber.toLowerCase() === before.toLowerCase();
  const changed = stored.flatMap((line) => {
    const correction = lines.find(({ id, isRemoved }) => id === line.id && !isRemoved);
    if (!correction || !line.productId || line.pieces === null) return [];
    const { lb, pieces } = { ...correction, pieces: correction.pieces ?? line.pieces };
    return lb === line.lb && pieces === line.pieces ? [] : [{ ...line, lb, pieces }];
  });
  const found =
    changed.length === 0
      ? []
      : await tx
          .select({ id: products.id, typicalPieceLb: products.typicalPieceLb })
          .from(products)
          .where(
            inArray(
              products.id,
              changed.flatMap(({ productId }) => productId ?? []),
            ),
          );
  const typical = new Map(found.map(({ id, typicalPieceLb }) => [id, typicalPieceLb]));
  await askInDoubt(
    tx,
    supplierId,
    {
      ...{ invoiceNumber: isSame ? "" : invoiceNumber, lines: [] },
      confirmed: confirmed ?? { invoice: false, cartons: false },
    },
    changed.map((line) => ({
      ...line,
      typicalPieceLb: typical.get(line.productId ?? "") ?? null,
    })),
  );
}

/** @throws Refusal that asks to confirm that less of a lot came than was already used */
async function refuseLessThanGone(
  tx: Transaction,
  stored: readonly StoredLine[],
  wanted: ReceiptCorrection,
): Promise<void> {
  const corrected = stored.flatMap((line) => {
    const correction = wanted.lines.find(({ id, isRemoved }) => id === line.id && !isRemoved);
    return correction && line.lotId ? [{ line, lotId: line.lotId, correction }] : [];
  });
  const less = corrected.flatMap(({ line, lotId, correction }) =>
    lbLess(correction.lb, line.lb) < 0 ? [lotId] : [],
  );
  for (const lot of (await sumsOfLots(tx, less)).values()) {
    if (!lot.leftLb?.startsWith("-")) continue;
    const gone = lbLess(lot.receivedLb ?? "0", lot.leftLb);
    throw lessThanGone(lot.code, formatLb(gone / 100), formatLb(Number(lot.receivedLb)));
  }
  for (const { line, lotId, correction } of corrected) {
    if ((correction.pieces ?? 0) >= (line.pieces ?? 0)) continue;
    const { code, came, left } = await piecesOfLot(tx, { lotId, productId: line.productId });
    if (left < 0) {
      throw lessThanGone(code, countOf(came - left, "piece"), countOf(came, "piece"));
    }
  }
}

function lessThanGone(code: string, gone: string, came: string): Refusal {
  const message = `Of lot ${code} ${gone} were cut, packed or thrown away already, and ${came} would have come. Correct it, or tick that it is meant.`;
  return new Refusal("less than gone", message, { field: "isMeant" });
}

/** Returns the lines to remove. @throws Refusal without a reason, or if no line would be left */
function removedOf(
  staff: Receiver,
  lines: readonly StoredLine[],
  wanted: ReceiptCorrection,
): StoredLine[] {
  if (!staffMay(staff, "pack")) return [];
  const meant = new Set(wanted.lines.flatMap(({ id, isRemoved }) => (isRemoved ? [id] : [])));
  const removed = lines.filter(({ id }) => meant.has(id));
  if (removed.length === 0) return [];
  if (wanted.reason === "") throw wrongFields({ reason: ["Please say why a line is removed"] });
  if (removed.length < lines.length) return removed;
  throw new Refusal("invalid", "No line would be left. Void the whole receipt instead.");
}

interface CorrectedLine {
  stored: StoredReceipt;
  line: StoredLine;
  correction: LineCorrection;
  reason: string;
  note: (name: string, from: unknown, to: unknown) => void;
}

async function correctLine(
  tx: Transaction,
  staff: Receiver,
  { stored, line, correction, reason, note }: CorrectedLine,
): Promise<void> {
  const { position } = line;
  const mayCount = staffMay(staff, "pack");
  const mayPrice = staffMay(staff, "money");
  const { lb, boxes } = mayCount ? correction : line;
  const money = mayPrice ? correction : line;
  const { pricedBy, priceCents, invoicedCents } = money;
  const { invoicedLb } = correction;
  if (pricedBy === "box" && boxes === 0) {
    throw wrongFields({
      [`boxes${position}`]: ["Please enter how many boxes, since the price is per box"],
    });
  }
  // Where they were not asked, there are none to correct.
  const pieces =
    mayCount && line.pieces !== null ? (correction.pieces ?? line.pieces) : line.pieces;
  const difference = lbLess(lb, line.lb);
  const morePieces = (pieces ?? 0) - (line.pieces ?? 0);
  const of = (what: string) => `Line ${position}: ${what}`;
  note(of("pounds"), line.lb, lb);
  note(of("boxes"), line.boxes, boxes);
  note(of("pieces"), line.pieces, pieces);
  note(of("price"), lineAmount(line), lineAmount(money));
  note(of("pounds on the invoice"), line.invoicedLb, invoicedLb);
  note(
    of("amount on the invoice"),
    line.invoicedCents === null ? null : formatCents(line.invoicedCents),
    invoicedCents === null ? null : formatCents(invoicedCents),
  );
  await tx
    .update(receiptLines)
    .set({ lb, boxes, pieces, pricedBy, priceCents, invoicedLb, invoicedCents })
    .where(eq(receiptLines.id, line.id));
  if (difference === 0 && morePieces === 0) return;
  const what = difference === 0 ? "pieces" : "pounds";
  if (reason === "") throw wrongFields({ reason: [`Please say why the ${what} are corrected`] });
  if (line.lotId === null) return;
  if (difference !== 0 && !(await correctReceivedLb(tx, staff, line.lotId, difference))) {
    throw wrongFields({
      [`lb${position}`]: ["Nothing of its lot would be left. Please check the pounds"],
    });
  }
  await enterStock(tx, staff.userId, [
    {
      ...{ productId: line.productId, lotId: line.lotId, kind: "received" },
      lb: toPounds(hundredthsLb(difference)),
      ...(pieces !== null && { pieces: morePieces }),
      reason: `${receiptName(stored)} corrected: ${reason}`.slice(0, 500),
    },
  ]);
}

/** Locks the supplier, then the receipt, as receiving does. @throws Refusal */
export async function lockReceipt(tx: Transaction, id: string): Promise<StoredReceipt> {
  if (!isUuid(id)) throw noSuchReceipt();
  const own = eq(receipts.id, id);
  const [found] = await tx.select({ of: receipts.supplierId }).from(receipts).where(own);
  if (!found) throw noSuchReceipt();
  await lockCosts(tx);
  await lockSupplier(tx, { id: found.of });
  const [stored] = await tx.select().from(receipts).where(own).for("no key update");
  if (!stored) throw noSuchReceipt();
  return stored;
}

/**
 * Voids a receipt entered by mistake, while nothing of its lots was packed, cut or recalled: its
 * stock and its claim are removed, and lots that came only with it are voided. Idempotent. Audited.
 * For staff who pack.
 *
 * @throws Refusal
 */
export async function voidReceipt(
  db: Database,
  staff: Staff<"pack">,
  { id, version }: { id: string; version: number },
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockReceipt(tx, id);
    if (stored.voidedAt) return;
    if (stored.version !== version) throw changedMeanwhile("this receipt", stored.version);
    const lines = await tx.select().from(receiptLines).where(eq(receiptLines.receiptId, id));
    const removedLots = await removeLines(tx, staff, stored, lines, reason);
    await tx
      .update(receipts)
      .set({
        ...{ voidedAt: sql`now()`, voidedBy: staff.userId, voidReason: reason, freightCents: 0 },
        version: version + 1,
      })
      .where(eq(receipts.id, id));
    refuseLessThanCredited(stored, await storeCosts(tx, id, removedLots));
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: id, action: "receipt voided" },
      ...(stored.freightCents > 0 && { before: { freightCents: stored.freightCents } }),
      after: { ...(stored.freightCents > 0 && { freightCents: 0 }), reason },
    });
  });
}

/** Refuses a line's claim below what was already credited of it. @throws Refusal */
function refuseLessThanCredited(
  { creditedCents }: StoredReceipt,
  { creditedCents: covered }: { creditedCents: number },
): void {
  if (creditedCents === null || creditedCents <= covered) return;
  throw new Refusal(
    "credited",
    `The supplier credited ${formatCents(creditedCents)}, and only ${formatCents(covered)} of that would still be claimed. Open the claim again first.`,
  );
}
