import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import { correctReceivedLb, shareParents } from "#app/domain/lots/received-lots.server.ts";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import {
  formatLb,
  hundredthsLb,
  lbLess,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
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
import { twiceInWords, unbalancedInWords } from "./cutting.ts";
import { carryDown, lockCosts } from "./cuttings.server.ts";

/**
 * Corrects the weight of a sheet's output, even if some of it was used: the difference goes to the
 * lot and the stock, its parents' shares are recalculated, and costs are carried down again.
 * Audited. For staff who pack.
 *
 * @throws Refusal if it is less than was already used, the lot was counted since, or the sheet was
 *   reversed
 */
export async function correctOutput(
  db: Database,
  staff: Staff<"pack">,
  cuttingId: string,
  { lotId, lb, reason }: { lotId: string; lb: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    const { cutting, output } = await outputOf(tx, cuttingId, lotId);
    const difference = lbLess(lb, output.lb);
    if (difference === 0) return;
    await tx.select({ id: lots.id }).from(lots).where(eq(lots.id, lotId)).for("update");
    await refuseUsed(tx, lotId, lb, difference);
    await tx
      .update(cuttingOutputs)
      .set({ lb })
      .where(and(eq(cuttingOutputs.cuttingId, cuttingId), eq(cuttingOutputs.lotId, lotId)));
    if (!(await correctReceivedLb(tx, staff, lotId, difference))) {
      throw new Refusal("invalid", "Nothing of the lot would be left.", { field: "lb" });
    }
    const own = eq(cuttingInputs.cuttingId, cuttingId);
    const inputs = await tx
      .select()
      .from(cuttingInputs)
      .where(own)
      .orderBy(asc(cuttingInputs.lotId));
    const shares = sharedOut(
      toHundredthsLb(lb),
      inputs.map((input) => toHundredthsLb(input.lb)),
    );
    await shareParents(
      tx,
      lotId,
      inputs.map((input, at) => ({ id: input.lotId, hundredths: shares[at] ?? 0 })),
    );
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
      .limit(1);
    const name = `Cutting ${cutting.number}`;
    await enterStock(tx, staff.userId, [
      {
        ...{ productId: came?.productId ?? null, lotId, kind: "cut into" },
        lb: toPounds(hundredthsLb(difference)),
        reason: `${name} corrected: ${reason}`.slice(0, 500),
      },
    ]);
    await sayWhyOff(tx, cuttingId, cutting.differenceReason, reason);
    await carryDown(
      tx,
      inputs.map((input) => input.lotId),
    );
    const what = `${output.code}, ${output.productName}`;
    await recordAudit(tx, staff, {
      ...{ entity: "cutting", entityId: cuttingId, action: "sheet corrected" },
      before: { weight: `${what}: ${formatLb(Number(output.lb))}` },
      after: { weight: `${what}: ${formatLb(Number(lb))}`, reason },
    });
  });
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
          ...{ lb: cuttingOutputs.lb, productName: cuttingOutputs.productName, code: lots.code },
          ...{ productId: cuttingOutputs.productId, pricePerLb: cuttingOutputs.pricePerLb },
        })
        .from(cuttingOutputs)
        .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
        .where(and(eq(cuttingOutputs.cuttingId, cuttingId), eq(cuttingOutputs.lotId, lotId)))
    : [];
  if (!output) throw new Refusal("invalid", "Please choose what came of it.", { field: "lot" });
  return { cutting, output };
}

/** @throws Refusal if less remains than was used of a lot, or the lot was counted */
async function refuseUsed(
  tx: Transaction,
  lotId: string,
  lb: string,
  difference: number,
): Promise<void> {
  const { rows } = await tx.execute<{ counts: string }>(sql`
    select count(*) filter (where reverses_id is null) - count(*) filter (where reverses_id is not null)
      as counts from stock_entries where lot_id = ${lotId} and kind = 'count'`);
  if (Number(rows[0]?.counts ?? 0) > 0) {
    const message =
      "This lot was counted since, which has set its stock right. Take that count back first.";
    throw new Refusal("counted since", message);
  }
  const left = (await sumsOfLots(tx, [lotId])).get(lotId)?.leftLb;
  if (left == null || difference > 0 || toHundredthsLb(left) + difference >= 0) return;
  const used = toHundredthsLb(lb) - difference - toHundredthsLb(left);
  const message = `${formatLb(used / 100)} of it were packed, cut or thrown away already, so it weighed no less.`;
  throw new Refusal("invalid", message, { field: "lb" });
}

/**
 * Stores the reason why a sheet no longer adds up.
 *
 * @throws Refusal if more comes out than any meat can give
 */
async function sayWhyOff(tx: Transaction, cuttingId: string, said: string, reason: string) {
  const rowsOf = async (
    table: typeof cuttingInputs | typeof cuttingOutputs | typeof cuttingWastes,
  ) =>
    (await tx.select({ lb: table.lb }).from(table).where(eq(table.cuttingId, cuttingId))).map(
      ({ lb }, row) => ({ row, lb, name: "", code: "", productId: null, reason: "" }),
    );
  const sheet = {
    inputs: await rowsOf(cuttingInputs),
    outputs: await rowsOf(cuttingOutputs),
    wastes: await rowsOf(cuttingWastes),
  };
  const never = twiceInWords(sheet);
  if (never !== null) throw new Refusal("invalid", never, { field: "lb" });
  if (said !== "" || unbalancedInWords(sheet) === null) return;
  await tx.update(cuttings).set({ differenceReason: reason }).where(eq(cuttings.id, cuttingId));
}

/** Returns a sheet's outputs that aren't products, with their value per lb. For the owner. */
export function valuesOfOutputs(db: Database, _admin: Admin, cuttingId: string) {
  return db
    .select({
      ...{ lotId: cuttingOutputs.lotId, code: lots.code, name: cuttingOutputs.productName },
      ...{ pricePerLb: cuttingOutputs.pricePerLb },
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
      ...{ entity: "cutting", entityId: cuttingId, action: "value chosen" },
      before: { value: `${output.productName}: ${inWords(output.pricePerLb)}` },
      after: { value: `${output.productName}: ${inWords(pricePerLb)}` },
    });
  });
}
