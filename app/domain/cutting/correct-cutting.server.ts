import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import {
  correctDays,
  correctReceivedLb,
  shareParents,
} from "#app/domain/lots/received-lots.server.ts";
import { oddPiecesInWords } from "#app/domain/stock/odd-pieces.ts";
import { enterStock, piecesOfLot } from "#app/domain/stock/stock-entries.server.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { ask } from "#app/lib/form/questions.ts";
import { countOf, wasOrWere } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import {
  cuttingInputs,
  cuttingOutputs,
  cuttings,
  cuttingWastes,
} from "#db/schema/meat/cuttings.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import {
  type CuttingQuestion,
  muchMoreInWords,
  twiceInWords,
  unbalancedInWords,
  weighedInWords,
} from "./cutting.ts";
import { carryDown, lockCosts } from "./cuttings.server.ts";
import { oddExpiryInWords } from "./expiry.ts";
import { datedLots } from "./sheet-mistakes.server.ts";
import { piecesMade } from "./sheets.server.ts";

/** Null for each fact that stays as it is. */
interface OutputCorrection {
  lotId: string;
  lb: string | null;
  pieces?: number | null;
  expiresOn?: string | null;
  reason: string;
  confirmed: readonly CuttingQuestion[];
}

type Asked = { [Question in CuttingQuestion]?: string | null };

/**
 * Corrects the weight, pieces and best-before date of a sheet's output, even if some of it was
 * used. The difference goes to the lot and the stock, its parents' shares are recalculated, and
 * costs are carried down again. Audited. For staff who pack.
 *
 * @throws Refusal if less would remain than was used, if the lot was counted since, if the sheet
 *   was reversed, or to confirm what a new sheet asks
 */
export async function correctOutput(
  db: Database,
  staff: Staff<"pack">,
  cuttingId: string,
  { lotId, confirmed, ...typed }: OutputCorrection,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    const { cutting, output } = await outputOf(tx, cuttingId, lotId);
    if ((typed.pieces ?? null) !== null && output.pieces === null) {
      const message = `${output.productName} is not kept in pieces, so leave this empty`;
      throw new Refusal("invalid", message, { field: "pieces" });
    }
    const lb = typed.lb ?? output.lb;
    const pieces = typed.pieces ?? output.pieces;
    const expiresOn = typed.expiresOn ?? output.expiresOn;
    const isOtherAmount = lbLess(lb, output.lb) !== 0 || pieces !== output.pieces;
    const isOtherDay = expiresOn !== output.expiresOn;
    if (!isOtherAmount && !isOtherDay) return;
    const name = `Cutting ${cutting.number}`;
    const reason = `${name} corrected: ${typed.reason}`.slice(0, 500);
    const asked = {
      ...(isOtherAmount && (await correctAmount(tx, staff, output, { lb, pieces, reason }))),
      ...(isOtherDay && { isExpiryMeant: await oddExpiry(tx, cuttingId, output, expiresOn) }),
    };
    ask(asked, confirmed);
    if (expiresOn !== null && isOtherDay) {
      await correctDays(tx, staff, lotId, { expiresOn, reason });
    }
    if (isOtherAmount) {
      // The sheet's reason for not adding up.
      const isOff = unbalancedInWords(await weighedRows(tx, cuttingId)) !== null;
      if (cutting.differenceReason === "" && isOff) {
        const differenceReason = typed.reason;
        await tx.update(cuttings).set({ differenceReason }).where(eq(cuttings.id, cuttingId));
      }
    }
    const of = (words: string) => `${output.code}, ${output.productName}: ${words}`;
    const said = (one: { lb: string; pieces: number | null; expiresOn: string | null }) => ({
      ...(isOtherAmount && { weight: of(weighedInWords(one)) }),
      ...(isOtherDay && {
        bestBefore: of(one.expiresOn ? formatFullDay(one.expiresOn) : "not known"),
      }),
    });
    await recordAudit(tx, staff, {
      entity: "cutting",
      entityId: cuttingId,
      action: "sheet corrected",
      before: said(output),
      after: { ...said({ lb, pieces, expiresOn }), reason: typed.reason },
    });
  });
}

type StoredOutput = Awaited<ReturnType<typeof outputOf>>["output"];

/** Stores a corrected amount, with lot, stock and costs; returns the questions. @throws Refusal */
async function correctAmount(
  tx: Transaction,
  staff: Staff<"pack">,
  output: StoredOutput,
  { lb, pieces, reason }: { lb: string; pieces: number | null; reason: string },
): Promise<Asked> {
  const { lotId, cuttingId, productId } = output;
  const difference = lbLess(lb, output.lb);
  const morePieces = (pieces ?? 0) - (output.pieces ?? 0);
  await tx.select({ id: lots.id }).from(lots).where(eq(lots.id, lotId)).for("update");
  await refuseCounted(tx, lotId);
  await refuseUsedLb(tx, lotId, lb, difference);
  await refuseUsedPieces(tx, { lotId, productId }, morePieces);
  const inputs = await tx
    .select()
    .from(cuttingInputs)
    .where(eq(cuttingInputs.cuttingId, cuttingId))
    .orderBy(asc(cuttingInputs.lotId));
  if (difference !== 0) await weighAgain(tx, staff, { lotId, lb, difference, inputs });
  await enterStock(tx, staff.userId, [
    {
      productId: await stockedBySheet(tx, lotId),
      lotId,
      kind: "cut into",
      reason,
      lb: toPounds(hundredthsLb(difference)),
      ...(pieces !== null && { pieces: morePieces }),
    },
  ]);
  const sheet = await weighedRows(tx, cuttingId);
  const never = twiceInWords(sheet);
  if (never !== null) throw new Refusal("invalid", never, { field: "lb" });
  await carryDown(
    tx,
    inputs.map((input) => input.lotId),
  );
  if (morePieces !== 0) {
    await recordAudit(tx, staff, {
      entity: "lot",
      entityId: lotId,
      action: "edited",
      before: { pieces: output.pieces },
      after: { pieces, reason },
    });
  }
  const { productName: description, typicalPieceLb } = output;
  return {
    isMoreMeant: muchMoreInWords(sheet),
    isOddMeant: oddPiecesInWords([{ description, lb, pieces, typicalPieceLb }]),
  };
}

async function oddExpiry(
  tx: Transaction,
  cuttingId: string,
  { productName }: StoredOutput,
  expiresOn: string | null,
): Promise<string | null> {
  const wentIn = await tx
    .select({ lotId: cuttingInputs.lotId })
    .from(cuttingInputs)
    .where(eq(cuttingInputs.cuttingId, cuttingId));
  const dated = await datedLots(
    tx,
    wentIn.map(({ lotId }) => lotId),
  );
  const today = pacificDay(new Date());
  return oddExpiryInWords([{ name: productName, expiresOn }], dated, today);
}

async function weighAgain(
  tx: Transaction,
  staff: Staff<"pack">,
  {
    lotId,
    lb,
    difference,
    inputs,
  }: {
    lotId: string;
    lb: string;
    difference: number;
    inputs: readonly { lotId: string; lb: string }[];
  },
): Promise<void> {
  await tx.update(cuttingOutputs).set({ lb }).where(eq(cuttingOutputs.lotId, lotId));
  if (!(await correctReceivedLb(tx, staff, lotId, difference))) {
    throw new Refusal("invalid", "Nothing of the lot would be left.", { field: "lb" });
  }
  const shares = sharedOut(
    toHundredthsLb(lb),
    inputs.map((input) => toHundredthsLb(input.lb)),
  );
  await shareParents(
    tx,
    lotId,
    inputs.map((input, at) => ({ id: input.lotId, hundredths: shares[at] ?? 0 })),
  );
}

/** Returns the product whose stock a lot's sheet increased; null if it is stocked as a lot. */
async function stockedBySheet(tx: Transaction, lotId: string): Promise<string | null> {
  const [came] = await tx
    .select({ productId: stockEntries.productId })
    .from(stockEntries)
    .where(
      and(
        eq(stockEntries.lotId, lotId),
        eq(stockEntries.kind, "cut into"),
        isNull(stockEntries.reversesId),
      ),
    )
    .orderBy(asc(stockEntries.enteredAt))
    .limit(1);
  return came?.productId ?? null;
}

/** Locks a cutting and returns it with one output. @throws Refusal */
async function outputOf(tx: Transaction, cuttingId: string, lotId: string) {
  if (!isUuid(cuttingId)) throw new Refusal("gone", "There is no such cutting.");
  const [cutting] = await tx
    .select()
    .from(cuttings)
    .where(eq(cuttings.id, cuttingId))
    .for("update");
  if (!cutting) throw new Refusal("gone", "There is no such cutting.");
  if (cutting.takenBackAt) {
    throw new Refusal("void", "This sheet was taken back. Nothing was changed.");
  }
  const [output] = isUuid(lotId)
    ? await tx
        .select({
          lb: cuttingOutputs.lb,
          productName: cuttingOutputs.productName,
          code: lots.code,
          productId: cuttingOutputs.productId,
          pricePerLb: cuttingOutputs.pricePerLb,
          pieces: piecesMade,
          typicalPieceLb: products.typicalPieceLb,
          cuttingId: cuttingOutputs.cuttingId,
          lotId: lots.id,
          expiresOn: lots.expiresOn,
        })
        .from(cuttingOutputs)
        .leftJoin(products, eq(products.id, cuttingOutputs.productId))
        .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
        .where(and(eq(cuttingOutputs.cuttingId, cuttingId), eq(cuttingOutputs.lotId, lotId)))
    : [];
  if (!output) throw new Refusal("invalid", "Please choose what came of it.", { field: "lot" });
  return { cutting, output };
}

/** @throws Refusal if the lot was counted since it was cut */
async function refuseCounted(tx: Transaction, lotId: string): Promise<void> {
  const { rows } = await tx.execute<{ counts: string }>(sql`
    select count(*) filter (where reverses_id is null) - count(*) filter (where reverses_id is not null)
      as counts from stock_entries where lot_id = ${lotId} and kind = 'count'`);
  if (Number(rows[0]?.counts ?? 0) === 0) return;
  const message =
    "This lot was counted since, which has set its stock right. Take that count back first.";
  throw new Refusal("counted since", message);
}

/** @throws Refusal if less would remain than was used of a lot */
async function refuseUsedLb(
  tx: Transaction,
  lotId: string,
  lb: string,
  difference: number,
): Promise<void> {
  const left = (await sumsOfLots(tx, [lotId])).get(lotId)?.leftLb;
  if (left == null || difference >= 0 || toHundredthsLb(left) + difference >= 0) return;
  const used = toHundredthsLb(lb) - difference - toHundredthsLb(left);
  const were = wasOrWere(used / 100);
  const message = `${formatLb(used / 100)} of it ${were} packed, cut or thrown away already, so it weighed no less.`;
  throw new Refusal("invalid", message, { field: "lb" });
}

/** @throws Refusal if fewer pieces would remain than were used of a lot */
async function refuseUsedPieces(
  tx: Transaction,
  lot: { lotId: string; productId: string | null },
  morePieces: number,
): Promise<void> {
  if (morePieces >= 0) return;
  const { came, left } = await piecesOfLot(tx, lot);
  if (left + morePieces >= 0) return;
  const used = came - left;
  const message = `${countOf(used, "piece")} of it ${wasOrWere(used)} packed, cut or thrown away already, so no fewer came of it.`;
  throw new Refusal("invalid", message, { field: "pieces" });
}

async function weighedRows(tx: Transaction, cuttingId: string) {
  const rowsOf = async (
    table: typeof cuttingInputs | typeof cuttingOutputs | typeof cuttingWastes,
  ) =>
    (await tx.select({ lb: table.lb }).from(table).where(eq(table.cuttingId, cuttingId))).map(
      ({ lb }, row) => ({ row, lb, name: "", code: "", productId: null, reason: "" }),
    );
  return {
    inputs: await rowsOf(cuttingInputs),
    outputs: await rowsOf(cuttingOutputs),
    wastes: await rowsOf(cuttingWastes),
  };
}

/** Returns a sheet's outputs that aren't products, with their value per lb. For the owner. */
export function valuesOfOutputs(db: Database, _admin: Admin, cuttingId: string) {
  return db
    .select({
      lotId: cuttingOutputs.lotId,
      code: lots.code,
      name: cuttingOutputs.productName,
      pricePerLb: cuttingOutputs.pricePerLb,
    })
    .from(cuttingOutputs)
    .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
    .where(and(eq(cuttingOutputs.cuttingId, cuttingId), isNull(cuttingOutputs.productId)))
    .orderBy(asc(cuttingOutputs.position));
}

/**
 * Sets the value per lb of an output that isn't a product, and carries the cost down again; null
 * stands for the average cost per lb. Later sheets use the last value of the same name. For the
 * owner.
 *
 * @throws Refusal
 */
export async function chooseValue(
  db: Database,
  admin: Admin,
  cuttingId: string,
  { lotId, pricePerLb }: { lotId: string; pricePerLb: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    const { output } = await outputOf(tx, cuttingId, lotId);
    if (output.productId !== null) {
      throw new Refusal("invalid", "It is a product, whose price of that day counts.");
    }
    const inWords = (price: string | null) =>
      price === null ? "not said" : formatPricePerLb(toCents(price));
    if (inWords(output.pricePerLb) === inWords(pricePerLb)) return;
    await tx
      .update(cuttingOutputs)
      .set({ pricePerLb })
      .where(and(eq(cuttingOutputs.cuttingId, cuttingId), eq(cuttingOutputs.lotId, lotId)));
    const inputs = await tx
      .select({ lotId: cuttingInputs.lotId })
      .from(cuttingInputs)
      .where(eq(cuttingInputs.cuttingId, cuttingId));
    await carryDown(
      tx,
      inputs.map((input) => input.lotId),
    );
    await recordAudit(tx, admin, {
      entity: "cutting",
      entityId: cuttingId,
      action: "value chosen",
      before: { value: `${output.productName}: ${inWords(output.pricePerLb)}` },
      after: { value: `${output.productName}: ${inWords(pricePerLb)}` },
    });
  });
}
