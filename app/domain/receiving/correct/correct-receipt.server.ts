import { asc, eq, sql } from "drizzle-orm";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lockCosts } from "#app/domain/cutting/cuttings.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { piecesOfLot } from "#app/domain/stock/stock-entries.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb, lbLess } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { ask } from "#app/lib/form/questions.ts";
import { countOf, wasOrWere } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { products } from "#db/schema/products.ts";
import { askInDoubt } from "../ask-in-doubt.server.ts";
import { type Errors, whenFuture } from "../read-goods.server.ts";
import type { ReceivingSettings } from "../receiving-settings.ts";
import { changedMeanwhile, noSuchReceipt, wrongFields } from "../refusals.ts";
import { storeCosts } from "../store-costs.server.ts";
import { lockSupplier, type Receiver } from "../suppliers.server.ts";
import { correctLine, type Note, noteGoods, readLines } from "./correct-line.server.ts";
import { correctedOrigin, correctLots, type Origin } from "./correct-origin.server.ts";
import type { ReceiptCorrection } from "./correction-form.ts";
import { removeLines } from "./remove-lines.server.ts";

type StoredReceipt = typeof receipts.$inferSelect;
type StoredLine = typeof receiptLines.$inferSelect;

/**
 * Corrects a receipt that is still at `version`: staff who pack correct its origin and goods, staff
 * who keep the books its prices. Lots, costs, claims and stock are updated; lots on hold stay so.
 * Audited with the differences; writes nothing if nothing changed.
 *
 * @returns true if a lot has a new code or supplier, so that its labels are outdated
 * @throws Refusal
 */
export async function correctReceipt(
  db: Database,
  staff: Receiver,
  { id, version }: { id: string; version: number },
  sent: ReceiptCorrection,
  limits: ReceivingSettings,
): Promise<{ isRenamed: boolean }> {
  const wanted = staffMay(staff, "pack") ? sent : withoutGoods(sent);
  try {
    return await db.transaction(async (tx) => {
      const stored = await lockReceipt(tx, id);
      if (stored.voidedAt) {
        throw new Refusal("void", "This receipt was voided. Nothing was changed.");
      }
      if (stored.version !== version) throw changedMeanwhile("this receipt", stored.version);
      return await correctLocked(tx, staff, stored, wanted, limits);
    });
  } catch (error) {
    if (databaseErrorOf(error)?.constraint !== "lots_code_of_supplier") throw error;
    const message = "Another lot has just been given that code. Please reload the page.";
    throw new Refusal("exists", message);
  }
}

/** Leaves out the corrections that only staff who pack may make. */
const withoutGoods = (sent: ReceiptCorrection): ReceiptCorrection => ({
  ...sent,
  supplierId: undefined,
  receivedAt: undefined,
  temperatureC: undefined,
  lines: sent.lines.map((line) => ({
    ...line,
    productId: undefined,
    description: undefined,
    lotCode: undefined,
    temperatureC: undefined,
    expiresOn: undefined,
    slaughteredOn: undefined,
    why: undefined,
  })),
});

async function correctLocked(
  tx: Transaction,
  staff: Receiver,
  stored: StoredReceipt,
  wanted: ReceiptCorrection,
  limits: ReceivingSettings,
): Promise<{ isRenamed: boolean }> {
  const { id } = stored;
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const note: Note = (name, from, to) => {
    if (from === to) return;
    before[name] = from;
    after[name] = to;
  };
  const errors: Errors = await whenFuture(tx, wanted.receivedAt);
  const origin = await correctedOrigin(tx, stored, wanted, errors);
  const { supplier, receivedAt, temperatureC } = origin;
  const freightCents = staffMay(staff, "money") ? wanted.freightCents : stored.freightCents;
  note("supplier", origin.before.name, supplier.name);
  note("receivedAt", stored.receivedAt.toISOString(), receivedAt.toISOString());
  note("temperatureC", stored.temperatureC, temperatureC);
  if (stored.invoiceNumber !== "")
    note("invoiceNumber", stored.invoiceNumber, wanted.invoiceNumber);
  const isMoved = supplier.id !== stored.supplierId;
  if (isMoved && stored.claimSentAt !== null) {
    note("claim sent", stored.claimSentAt.toISOString(), null);
  }
  const lines = await tx.select().from(receiptLines).where(eq(receiptLines.receiptId, id));
  const removed = removedOf(staff, lines, wanted);
  const kept = await readLines(
    tx,
    lines.filter((line) => !removed.includes(line)),
    { stored, wanted, temperatureC, limits },
    errors,
  );
  for (const line of kept) noteGoods(line, note);
  const isRetold = Object.keys(after).length > 0;
  if (isRetold && wanted.reason === "")
    errors.reason = [`Please say why the ${whatIsChanged(after)} is corrected`];
  if (Object.keys(errors).length > 0) throw wrongFields(errors);

  // Facts that are entered later, such as prices or an invoice number, need no reason.
  note("invoiceNumber", stored.invoiceNumber, wanted.invoiceNumber);
  note("note", stored.note, wanted.note);
  note("freightCents", stored.freightCents, freightCents);
  for (const { position, description, lb } of removed) {
    note(`Line ${position}: removed`, `${description}, ${lb} lb`, null);
  }
  const removedLots = await removeLines(tx, staff, stored, removed, wanted.reason);
  if (isRetold) {
    const ofLots = { origin, lines: kept, reason: wanted.reason };
    const misnamed = await correctLots(tx, staff, stored, ofLots);
    if (Object.keys(misnamed).length > 0) throw wrongFields(misnamed);
  }
  for (const line of kept) {
    await correctLine(tx, staff, { stored, ...line, reason: wanted.reason, note });
  }
  if (Object.keys(after).length === 0) return { isRenamed: false };
  await askAboutChanges(tx, { stored, origin, before: lines }, wanted);
  ask({ isMeant: await lessThanGone(tx, lines, wanted) }, wanted.confirmed ?? []);
  if (wanted.reason !== "") after.reason = wanted.reason;
  await tx
    .update(receipts)
    .set({
      supplierId: supplier.id,
      receivedAt,
      temperatureC,
      invoiceNumber: wanted.invoiceNumber,
      note: wanted.note,
      freightCents,
      // The claim was sent to the former supplier.
      ...(isMoved && { claimSentAt: null, claimSentBy: null, claimSentHow: "" }),
      version: stored.version + 1,
    })
    .where(eq(receipts.id, id));
  refuseLessThanCredited(stored, await storeCosts(tx, id, removedLots));
  await recordAudit(tx, staff, {
    entity: "receipt",
    entityId: id,
    action: "corrected",
    before,
    after,
  });
  const isRenamed = kept.some(
    ({ line, wasCode, lotCode }) => line.lotId !== null && (isMoved || lotCode !== wasCode),
  );
  return { isRenamed };
}

/** Names the first changed fact, for the question about the reason. */
function whatIsChanged(changed: Record<string, unknown>): string {
  const [name = ""] = Object.keys(changed);
  const words: Record<string, string> = {
    receivedAt: "day",
    temperatureC: "temperature",
    invoiceNumber: "invoice number",
    "best before": "best-before date",
    killed: "day of slaughter",
  };
  const what = name.replace(/^Line \d+: /, "");
  return words[what] ?? what;
}

/** Asks the questions of receiving about changed facts. @throws Refusal "asked" */
async function askAboutChanges(
  tx: Transaction,
  { stored, origin, before }: { stored: StoredReceipt; origin: Origin; before: StoredLine[] },
  { invoiceNumber, confirmed = [] }: ReceiptCorrection,
): Promise<void> {
  const isSame = invoiceNumber.toLowerCase() === stored.invoiceNumber.toLowerCase();
  const now = await tx
    .select({ line: receiptLines, typicalPieceLb: products.typicalPieceLb })
    .from(receiptLines)
    .leftJoin(products, eq(products.id, receiptLines.productId))
    .where(eq(receiptLines.receiptId, stored.id))
    .orderBy(asc(receiptLines.position));
  const lines = now.map(({ line, typicalPieceLb }) => ({ ...line, typicalPieceLb, cartons: [] }));
  const wasOf = new Map(before.map((line) => [line.id, line]));
  const isChanged =
    (...facts: (keyof StoredLine)[]) =>
    (line: StoredLine) =>
      facts.some((fact) => line[fact] !== wasOf.get(line.id)?.[fact]);
  const { receivedAt, supplier } = origin;
  const isMoved = supplier.id !== stored.supplierId;
  const meat = ["productId", "description"] as const;
  // A new code is free, so only another supplier, day or meat can make a lot a duplicate.
  const named =
    isMoved || pacificDay(receivedAt) !== pacificDay(stored.receivedAt)
      ? lines
      : lines.filter(isChanged(...meat));
  const codes = new Set(named.map(({ lotCode }) => lotCode));
  // Include lines that share a lot with a changed one. Lines of the same meat were asked about
  // before.
  const sharing = lines.filter(({ lotCode }) => codes.has(lotCode));
  const byMeat = new Map(
    sharing.map((line) => [[line.lotCode, line.productId ?? line.description].join("\n"), line]),
  );
  await askInDoubt(
    tx,
    { supplierId: supplier.id, receiptId: stored.id, isInvoiceKept: isSame && !isMoved },
    {
      invoiceNumber,
      receivedAt,
      confirmed,
      lines: [...byMeat.values()],
    },
    {
      counted: lines.filter(isChanged("lb", "pieces", "boxes", ...meat)),
      priced: lines.filter(isChanged("pricedBy", "priceCents", "invoicedCents", ...meat)),
    },
  );
}

/** Asks about corrections below the used part of a lot; null for none. */
async function lessThanGone(
  tx: Transaction,
  stored: readonly StoredLine[],
  wanted: ReceiptCorrection,
): Promise<string | null> {
  const corrected = stored.flatMap((line) => {
    const correction = wanted.lines.find(({ id, isRemoved }) => id === line.id && !isRemoved);
    return correction && line.lotId ? [{ line, lotId: line.lotId, correction }] : [];
  });
  const less = corrected.flatMap(({ line, lotId, correction }) =>
    lbLess(correction.lb, line.lb) < 0 ? [lotId] : [],
  );
  const inWords = (code: string, gone: string, were: string, came: string) =>
    `Of lot ${code} ${gone} ${were} cut, packed or thrown away already, and ${came} would have come. Correct it, or tick that it is meant.`;
  for (const lot of (await sumsOfLots(tx, less)).values()) {
    if (!lot.leftLb?.startsWith("-")) continue;
    const gone = lbLess(lot.receivedLb ?? "0", lot.leftLb) / 100;
    const came = formatLb(Number(lot.receivedLb));
    return inWords(lot.code, formatLb(gone), wasOrWere(gone), came);
  }
  for (const { line, lotId, correction } of corrected) {
    if ((correction.pieces ?? 0) >= (line.pieces ?? 0)) continue;
    const { code, came, left } = await piecesOfLot(tx, { lotId, productId: line.productId });
    if (left >= 0) continue;
    const gone = came - left;
    return inWords(code, countOf(gone, "piece"), wasOrWere(gone), countOf(came, "piece"));
  }
  return null;
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
 * Voids a mistaken receipt while none of its lots was packed, cut or recalled: its stock and its
 * claim are removed, and lots that only it brought are voided. Idempotent. Audited. For staff who
 * pack.
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
        voidedAt: sql`now()`,
        voidedBy: staff.userId,
        voidReason: reason,
        freightCents: 0,
        version: version + 1,
      })
      .where(eq(receipts.id, id));
    refuseLessThanCredited(stored, await storeCosts(tx, id, removedLots));
    await recordAudit(tx, staff, {
      entity: "receipt",
      entityId: id,
      action: "receipt voided",
      ...(stored.freightCents > 0 && { before: { freightCents: stored.freightCents } }),
      after: { ...(stored.freightCents > 0 && { freightCents: 0 }), reason },
    });
  });
}

/** @throws Refusal for a claim below what was already credited of it */
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
