import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lockCosts } from "#app/domain/cutting/cuttings.server.ts";
import { receiveLot } from "#app/domain/lots/received-lots.server.ts";
import { enterStock, isKeptInPieces } from "#app/domain/stock/stock-entries.server.ts";
import { formatLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { formatDate, formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { insertMany } from "#db/many-rows.ts";
import {
  receiptCartons,
  receiptLines,
  receipts,
  type suppliers,
} from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { ReceiptAnswer, ReceiptGoods } from "./receipt-form.ts";
import { type NewLine, type NewReceipt, ownLotCode, receiptName } from "./receiving.ts";
import {
  degrees,
  exceededLimit,
  formatDegrees,
  type ReceivingSettings,
} from "./receiving-settings.ts";
import { wrongFields } from "./refusals.ts";
import { storeCosts } from "./store-costs.server.ts";
import { rememberCodes } from "./supplier-codes.server.ts";
import { lockSupplier, supplierNamed } from "./suppliers.server.ts";

/**
 * Stores a delivery from a supplier: the receipt, its lots, stock entries and costs. Idempotent by
 * request id. Audited. For staff who pack; prices are only accepted from those who also keep the
 * money.
 *
 * @returns the receipt's id
 * @throws Refusal, also to confirm an invoice number or a carton that was received before
 */
export async function receiveGoods(
  db: Database,
  staff: Staff<"pack">,
  sent: NewReceipt,
  limits: ReceivingSettings,
): Promise<string> {
  if (!staffMay(staff, "money") && namesMoney(sent)) {
    throw new Refusal("forbidden", "Prices are entered by who keeps the money.");
  }
  return db.transaction(async (tx) => {
    await lockName(tx, `receipt ${sent.requestId}`);
    const [known] = await tx
      .select({ id: receipts.id })
      .from(receipts)
      .where(eq(receipts.requestId, sent.requestId));
    if (known) return known.id;

    const { came, errors } = await readGoods(tx, sent, limits);
    const supplier = await chosenSupplier(tx, staff, sent, errors);
    if (Object.keys(errors).length > 0) throw wrongFields(errors);
    await askInDoubt(tx, supplier.id, sent, came);

    const [receipt] = await tx
      .insert(receipts)
      .values({
        ...{ requestId: sent.requestId, supplierId: supplier.id, note: sent.note },
        ...{ invoiceNumber: sent.invoiceNumber, temperatureC: sent.temperatureC },
        ...{ freightCents: sent.freightCents, createdBy: staff.userId },
        ...(sent.receivedAt && { receivedAt: sent.receivedAt }),
      })
      .returning();
    if (!receipt) throw new Error("The receipt was not stored");
    const lotIds = await intoLots(tx, staff, came, { receipt, supplier });
    await storeLines(tx, receipt.id, came, lotIds);
    await rememberCodes(tx, staff, supplier.id, came);
    await storeCosts(tx, receipt.id);
    await enterStock(
      tx,
      staff.userId,
      came.flatMap(({ productId, lb, row, pieces }) => {
        const lotId = lotIds.get(row);
        if (lotId === undefined) return [];
        const reason = receiptName(receipt);
        const entry = { productId, lotId, kind: "received" as const, lb, reason };
        return [{ ...entry, ...(pieces !== null && { pieces }) }];
      }),
    );
    await recordAudit(tx, staff, {
      ...{ entity: "receipt", entityId: receipt.id, action: "received" },
      after: {
        supplier: supplier.name,
        invoiceNumber: sent.invoiceNumber,
        receivedLb: toPounds(sumLb(came.filter(isAccepted).map(({ lb }) => lb))),
        ...(came.some((line) => !isAccepted(line)) && {
          refusedLb: toPounds(sumLb(came.filter((line) => !isAccepted(line)).map(({ lb }) => lb))),
        }),
      },
    });
    return receipt.id;
  });
}

/**
 * Returns the errors of goods beside their fields, as far as these could be parsed: so that a form
 * that is refused for other reasons shows all mistakes at once. For staff who pack.
 */
export async function goodsMistakes(
  db: Database,
  _staff: Staff<"pack">,
  goods: ReceiptGoods,
  limits: ReceivingSettings,
): Promise<Errors> {
  return db.transaction(async (tx) => (await readGoods(tx, goods, limits)).errors);
}

type Errors = Record<string, string[]>;

/** Adds their products' facts to the lines, and returns what is wrong with them, by field. */
async function readGoods(
  tx: Transaction,
  goods: ReceiptGoods,
  limits: ReceivingSettings,
): Promise<{ came: Came[]; errors: Errors }> {
  const { came, errors } = await withProducts(tx, goods.lines);
  Object.assign(errors, await whenFuture(tx, goods.receivedAt), whenUndecided(came, goods, limits));
  return { came, errors };
}

/** A line with its product's storage, and its pieces if that is kept in pieces. */
type Came = NewLine & { storage: "frozen" | "refrigerated" | null; pieces: number | null } & {
  /** The usual weight of a piece; null if it isn't known. */
  typicalPieceLb: string | null;
};

type Weighed = Pick<Came, "description" | "lb" | "pieces" | "typicalPieceLb">;

const isAccepted = (line: { isAccepted: boolean }) => line.isAccepted;

function namesMoney({ freightCents, lines }: NewReceipt): boolean {
  return (
    freightCents > 0 ||
    lines.some(({ priceCents, invoicedCents }) => priceCents !== null || invoicedCents !== null)
  );
}

async function chosenSupplier(
  tx: Transaction,
  staff: Staff<"pack">,
  { supplier: by }: NewReceipt,
  errors: Errors,
): Promise<typeof suppliers.$inferSelect> {
  if ("name" in by) {
    const named = await supplierNamed(tx, staff, by.name);
    if (named.isActive) return named;
    throw wrongFields({
      ...errors,
      newSupplier: [`${named.name} is inactive. Make it active under Suppliers first.`],
    });
  }
  await lockCosts(tx);
  const found = await lockSupplier(tx, by);
  if (found?.isActive) return found;
  throw wrongFields({
    ...errors,
    supplier: [
      found
        ? `${found.name} is inactive. Make it active under Suppliers first.`
        : "There is no such supplier any more. Please choose another.",
    ],
  });
}

/** Adds their products' facts to the lines; a product may be unknown, or its pieces missing. */
async function withProducts(
  tx: Transaction,
  lines: readonly NewLine[],
): Promise<{ came: Came[]; errors: Errors }> {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({
            ...{ id: products.id, name: products.name, storage: products.storage },
            ...{ typicalPieceLb: products.typicalPieceLb, isKeptInPieces },
          })
          .from(products)
          .where(inArray(products.id, ids));
  const known = new Map(found.map((product) => [product.id, product]));
  const errors: Errors = {};
  const came = lines.map((line): Came => {
    const unknown = { ...line, storage: null, pieces: null, typicalPieceLb: null };
    if (line.productId === null) return unknown;
    const product = known.get(line.productId);
    if (!product) {
      errors[`product${line.row}`] = ["This product is gone. Please choose another."];
      return unknown;
    }
    const { name: description, storage, typicalPieceLb } = product;
    const pieces = product.isKeptInPieces && line.isAccepted ? (line.pieces ?? null) : null;
    if (product.isKeptInPieces && line.isAccepted && pieces === null) {
      errors[`pieces${line.row}`] = ["It is kept in pieces. Please enter how many came"];
    }
    return { ...line, description, storage, pieces, typicalPieceLb };
  });
  return { came, errors };
}

async function whenFuture(tx: Transaction, receivedAt: Date | undefined): Promise<Errors> {
  if (receivedAt === undefined) return {};
  const { rows } = await tx.execute<{ is_later: boolean }>(
    sql`select ${receivedAt.toISOString()}::timestamptz > now() + interval '1 hour' as is_later`,
  );
  const message = "That is still to come. Please enter when it came.";
  return rows[0]?.is_later ? { receivedAt: [message] } : {};
}

/** Requires a reason, or a refusal, for lines that are too warm or expired. */
function whenUndecided(
  came: readonly Came[],
  { temperatureC }: ReceiptGoods,
  limits: ReceivingSettings,
): Errors {
  const errors: Errors = {};
  const today = pacificDay(new Date());
  for (const line of came) {
    if (!line.isAccepted || line.reason !== "") continue;
    const measured = line.temperatureC ?? temperatureC;
    const limit = exceededLimit(measured, line.storage, limits);
    if (limit !== null) {
      errors[`reason${line.row}`] = [
        `${formatDegrees(measured ?? "")} is above your limit of ${formatDegrees(degrees(limit))}. Say why you accept it, or refuse it.`,
      ];
    } else if (line.expiresOn !== null && line.expiresOn < today) {
      errors[`reason${line.row}`] = [
        `It expired on ${formatFullDay(line.expiresOn)}. Say why you accept it, or refuse it.`,
      ];
    }
  }
  return errors;
}

/**
 * Asks to confirm an invoice number or cartons that were received before, and pieces that weigh less
 * than half or more than double the usual. A correction asks it of what it changes.
 *
 * @throws Refusal "asked"
 */
export async function askInDoubt(
  tx: Transaction,
  supplierId: string,
  { invoiceNumber, lines, confirmed }: Pick<NewReceipt, "invoiceNumber" | "lines" | "confirmed">,
  came: readonly Weighed[],
): Promise<void> {
  const asks: NonNullable<ReceiptAnswer["asks"]> = {};
  if (invoiceNumber !== "" && !confirmed.invoice) {
    const [same] = await tx
      .select({ number: receipts.number, receivedAt: receipts.receivedAt })
      .from(receipts)
      .where(
        and(
          eq(receipts.supplierId, supplierId),
          sql`lower(${receipts.invoiceNumber}) = lower(${invoiceNumber})`,
          isNull(receipts.voidedAt),
        ),
      )
      .orderBy(asc(receipts.number))
      .limit(1);
    if (same) {
      asks.invoice = `Invoice ${invoiceNumber} was entered before, as receipt ${same.number} of ${formatDate(same.receivedAt)}. Is this another delivery on it?`;
    }
  }
  if (!confirmed.cartons) {
    const twice = await cartonsThereBefore(tx, supplierId, lines);
    if (twice.length > 0) {
      const which = twice.slice(0, 3).join(", ");
      asks.cartons =
        twice.length === 1
          ? `The carton ${which} was scanned before. Does it count again?`
          : `${twice.length} cartons were scanned before: ${which}${twice.length > 3 ? " and others" : ""}. Do they count again?`;
    }
  }
  const odd = confirmed.pieces ? [] : came.flatMap(oddPieces);
  if (odd.length > 0) asks.pieces = `${odd.join(" ")} Is that right?`;
  if (Object.keys(asks).length === 0) return;
  throw new Refusal("asked", Object.values(asks).join(" "), { answer: { asks } });
}

/** Says what a line's pieces would weigh, if that is far from the usual; else nothing. */
function oddPieces({ description, lb, pieces, typicalPieceLb }: Weighed): string[] {
  // A remnant is no piece, so its pounds say nothing.
  if (!pieces || typicalPieceLb === null) return [];
  const [all, usual] = [toHundredthsLb(lb), toHundredthsLb(typicalPieceLb) * pieces];
  if (all * 2 >= usual && all <= usual * 2) return [];
  const each = Math.max(1, Math.round(all / pieces));
  return [
    `${formatLb(Number(lb))} of ${description} in ${countOf(pieces, "piece")} would be ${formatLb(each / 100)} a piece, and one usually weighs ${formatLb(Number(typicalPieceLb))}.`,
  ];
}

/** Returns serial numbers of cartons that repeat, or that an earlier receipt has. */
async function cartonsThereBefore(
  tx: Transaction,
  supplierId: string,
  lines: readonly NewLine[],
): Promise<string[]> {
  const serials = lines.flatMap(({ cartons }) => cartons.flatMap(({ serial }) => serial ?? []));
  if (serials.length === 0) return [];
  const again = serials.filter((serial, place) => serials.indexOf(serial) !== place);
  const found = await tx
    .selectDistinct({ serial: receiptCartons.serial })
    .from(receiptCartons)
    .innerJoin(receiptLines, eq(receiptLines.id, receiptCartons.lineId))
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .where(
      and(
        eq(receipts.supplierId, supplierId),
        inArray(receiptCartons.serial, serials),
        // Refused goods may come again.
        eq(receiptLines.isAccepted, true),
      ),
    );
  const before = found.flatMap(({ serial }) => serial ?? []);
  // Without the GTIN, which means nothing to people.
  return [...new Set([...again, ...before])].map((serial) => serial.split(":").at(-1) ?? serial);
}

interface Origin {
  receipt: typeof receipts.$inferSelect;
  supplier: typeof suppliers.$inferSelect;
}

/** Adds accepted lines to their lots, by code. @returns the lots by row */
async function intoLots(
  tx: Transaction,
  staff: Staff<"pack">,
  came: readonly Came[],
  { receipt, supplier }: Origin,
): Promise<Map<number, string>> {
  const formerNames = await formerNamesOf(tx, supplier);
  const accepted = came.filter(isAccepted).map((line) => ({
    ...line,
    code: line.lotCode || ownLotCode(receipt.number, came.indexOf(line) + 1),
  }));
  const byCode = [...Map.groupBy(accepted, ({ code }) => code)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const ids = new Map<number, string>();
  for (const [code, lines] of byCode) {
    const firstOf = <Value>(factOf: (line: NewLine) => Value | null) =>
      lines.map(factOf).find((value) => value !== null && value !== "") ?? null;
    const theirs = firstOf(({ theirLot }) => theirLot) ?? "";
    const id = await receiveLot(tx, staff, {
      ...{ code, supplier: supplier.name, formerNames },
      supplierLot: theirs === code ? "" : theirs,
      lb: toPounds(sumLb(lines.map(({ lb }) => lb))),
      receivedAt: receipt.receivedAt,
      temperatureC: firstOf(({ temperatureC }) => temperatureC) ?? receipt.temperatureC,
      establishment: supplier.establishment,
      expiresOn: firstOf(({ expiresOn }) => expiresOn),
      slaughteredOn: firstOf(({ slaughteredOn }) => slaughteredOn ?? null),
    });
    for (const { row } of lines) ids.set(row, id);
  }
  return ids;
}

/** Returns the names that a supplier's lots came under before it was renamed. */
async function formerNamesOf(
  tx: Transaction,
  { id, name }: { id: string; name: string },
): Promise<string[]> {
  const found = await tx
    .selectDistinct({ name: lots.supplier })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .innerJoin(lots, eq(lots.id, receiptLines.lotId))
    .where(and(eq(receipts.supplierId, id), ne(lots.supplier, name)));
  return found.map((one) => one.name);
}

async function storeLines(
  tx: Transaction,
  receiptId: string,
  came: readonly Came[],
  lotIds: ReadonlyMap<number, string>,
): Promise<void> {
  const ids = await insertMany(
    tx,
    receiptLines,
    came.map((line, place) => ({
      ...{ receiptId, position: place + 1, productId: line.productId, boxes: line.boxes },
      ...{ description: line.description, lotCode: line.lotCode, lb: line.lb },
      ...{ pieces: line.pieces },
      ...{ lotId: lotIds.get(line.row) ?? null, isAccepted: line.isAccepted },
      ...{ temperatureC: line.temperatureC, reason: line.reason, pricedBy: line.pricedBy },
      ...{ priceCents: line.priceCents, invoicedLb: line.invoicedLb },
      invoicedCents: line.invoicedCents,
    })),
  );
  await insertMany(
    tx,
    receiptCartons,
    came.flatMap(({ cartons }, place) =>
      cartons.map((carton) => ({ ...carton, lineId: ids[place] })),
    ),
  );
}
