import { eq } from "drizzle-orm";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { lockCosts } from "#app/domain/cutting/cuttings.server.ts";
import { receiveLot } from "#app/domain/lots/received-lots.server.ts";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
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
import { askInDoubt } from "./ask-in-doubt.server.ts";
import { type Came, type Errors, readGoods } from "./read-goods.server.ts";
import type { ReceiptGoods } from "./receipt-form.ts";
import { type NewLine, type NewReceipt, ownLotCode, receiptName } from "./receiving.ts";
import type { ReceivingSettings } from "./receiving-settings.ts";
import { wrongFields } from "./refusals.ts";
import { storeCosts } from "./store-costs.server.ts";
import { rememberCodes } from "./supplier-codes.server.ts";
import { formerNamesOf, lockSupplier, supplierNamed, whyNotFrom } from "./suppliers.server.ts";

/**
 * Stores a delivery: the receipt, its lots, stock entries and costs. Idempotent by request id.
 * Audited. For staff who pack; prices are only accepted from those who also keep the books. Returns
 * the receipt's id.
 *
 * @throws Refusal, also to confirm an invoice number or a carton that was received before
 */
export async function receiveGoods(
  db: Database,
  staff: Staff<"pack">,
  sent: NewReceipt,
  limits: ReceivingSettings,
): Promise<string> {
  if (!staffMay(staff, "money") && namesMoney(sent)) {
    throw new Refusal("forbidden", "Only staff who keep the books can enter prices.");
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
    await askInDoubt(tx, { supplierId: supplier.id }, sent, {
      counted: came,
      priced: came,
    });

    const [receipt] = await tx
      .insert(receipts)
      .values({
        requestId: sent.requestId,
        supplierId: supplier.id,
        note: sent.note,
        invoiceNumber: sent.invoiceNumber,
        temperatureC: sent.temperatureC,
        freightCents: sent.freightCents,
        createdBy: staff.userId,
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
      entity: "receipt",
      entityId: receipt.id,
      action: "received",
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
 * Returns the database's errors for the goods that could be parsed, so that a refused form shows
 * all mistakes at once. For staff who pack.
 */
export async function goodsMistakes(
  db: Database,
  _staff: Staff<"pack">,
  goods: ReceiptGoods,
  limits: ReceivingSettings,
): Promise<Errors> {
  return db.transaction(async (tx) => (await readGoods(tx, goods, limits)).errors);
}

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
  await lockCosts(tx);
  const found = "name" in by ? await supplierNamed(tx, staff, by.name) : await lockSupplier(tx, by);
  const why = whyNotFrom(found);
  if (found && why === null) return found;
  throw wrongFields({ ...errors, ["name" in by ? "newSupplier" : "supplier"]: [why ?? ""] });
}

interface Origin {
  receipt: typeof receipts.$inferSelect;
  supplier: typeof suppliers.$inferSelect;
}

/** Adds accepted lines to their lots by code, and returns the lots by row. */
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
      code,
      supplier: supplier.name,
      formerNames,
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
      receiptId,
      position: place + 1,
      productId: line.productId,
      boxes: line.boxes,
      description: line.description,
      lotCode: line.lotCode,
      lb: line.lb,
      pieces: line.pieces,
      lotId: lotIds.get(line.row) ?? null,
      isAccepted: line.isAccepted,
      temperatureC: line.temperatureC,
      reason: line.reason,
      pricedBy: line.pricedBy,
      priceCents: line.priceCents,
      invoicedLb: line.invoicedLb,
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
