import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { setLotCosts } from "#app/domain/lots/lot-costs.server.ts";
import { addCutLot } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import { refuseVoidLots } from "#app/domain/lots/void-lots.server.ts";
import {
  enterStock,
  isKeptInPieces,
  type StockEntry,
  stockedAs,
} from "#app/domain/stock/stock-entries.server.ts";
import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import {
  cuttingInputs,
  cuttingOutputs,
  cuttings,
  cuttingWastes,
} from "#db/schema/meat/cuttings.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";
import { type CostedCutting, carriedDown, firstCostBasis, inputCosts } from "./carry-cost.ts";
import type { TypedCutting } from "./cutting.ts";
import { expiryOfOutput, proposedExpiry } from "./expiry.ts";
import { acceptRows } from "./sheet-mistakes.server.ts";

/** Concurrent changes of costs would each miss part of the other. */
const costLock = "costs of lots";

/** Serializes all changes of lot costs. Call it before locking any lot. */
export const lockCosts = (tx: Transaction) => lockName(tx, costLock);

/**
 * Cuts or grinds lots into new ones, with their parents, stock entries and costs. Idempotent by
 * request id. For staff who pack.
 *
 * @param ownSupplier the supplier of the new lots: the company's name
 * @returns the cutting's id
 * @throws Refusal with all mistakes, each beside its row: see `acceptRows`
 */
export async function cutLots(
  db: Database,
  staff: Staff<"pack">,
  typed: TypedCutting,
  ownSupplier: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockName(tx, `cutting ${typed.requestId}`);
    const [sent] = await tx
      .select({ id: cuttings.id })
      .from(cuttings)
      .where(eq(cuttings.requestId, typed.requestId));
    if (sent) return sent.id;
    await lockCosts(tx);
    const { parents, dated, products: sold } = await acceptRows(tx, staff, typed, ownSupplier);
    const ids = parents.map(({ id }) => id);
    await refuseVoidLots(tx, ids, "Nothing was cut.");
    const inputs = parents.map(({ id, lb, pieces }) => ({
      id,
      pieces,
      lb: toHundredthsLb(lb ?? "0"),
    }));
    // Looked up before the sheet is stored, or it would find its own values as the last ones.
    const worth: (string | null)[] = [];
    for (const { productId, what } of typed.outputs) {
      worth.push(productId ? null : await lastValueOf(tx, what ?? ""));
    }
    const [cutting] = await tx
      .insert(cuttings)
      .values({
        requestId: typed.requestId,
        kind: typed.kind,
        cutBy: staff.userId,
        costBy: await usualBasis(tx),
        differenceReason: typed.differenceReason,
      })
      .returning({ id: cuttings.id, number: cuttings.number });
    if (!cutting) throw new Error("The cutting was not stored");
    const weights = inputs.map(({ lb }) => lb);
    // Returns each input's share of a weight, exact in sum.
    const split = (lb: string) => sharedOut(toHundredthsLb(lb), weights);
    const wasted = split(toPounds(sumLb(typed.wastes.map(({ lb }) => lb))));
    const facts = await factsOf(tx, ids);
    const entries: StockEntry[] = [];
    for (const [index, output] of typed.outputs.entries()) {
      const product = sold.get(output.productId ?? "");
      if (output.productId && !product) throw new Error("A product was not looked up");
      const name = product?.name ?? output.what ?? "";
      const shares = split(output.lb);
      const lot = lotSchema.parse({
        ...facts,
        code: output.code || `C${cutting.number}-${index + 1}`,
        supplier: ownSupplier,
        receivedLb: output.lb,
        expiresOn: output.expiresOn ?? proposedExpiry(dated).expiresOn,
        note: `${name}, of cutting ${cutting.number}`,
      });
      // An input whose share is below 0.01 lb is still a parent, with unknown pounds.
      const from = inputs.map(({ id }, at) => {
        const share = shares[at] ?? 0;
        return { id, lb: share > 0 ? toPounds(hundredthsLb(share)) : null };
      });
      const { id: lotId } = await addCutLot(tx, staff, lot, from, {
        bestBefore: expiryOfOutput(lot.expiresOn, dated),
      });
      await tx.insert(cuttingOutputs).values({
        cuttingId: cutting.id,
        position: index,
        lotId,
        lb: output.lb,
        productName: name,
        productId: product?.id ?? null,
        pricePerLb: product ? product.pricePerLb : worth[index],
      });
      // An output that isn't a product is stocked as a lot.
      entries.push({
        productId: product?.id ?? null,
        lotId,
        kind: "cut into",
        lb: output.lb,
        ...(product?.isKeptInPieces && { pieces: output.pieces ?? 0 }),
      });
    }
    for (const [position, { lb, reason }] of typed.wastes.entries()) {
      await tx.insert(cuttingWastes).values({ cuttingId: cutting.id, position, lb, reason });
    }
    const known = await stockedAs(tx, ids);
    for (const [at, { id, lb, pieces }] of inputs.entries()) {
      const waste = Math.min(wasted[at] ?? 0, lb);
      const stocked = known.get(id);
      await tx.insert(cuttingInputs).values({
        cuttingId: cutting.id,
        lotId: id,
        lb: toPounds(hundredthsLb(lb)),
        wasteLb: toPounds(hundredthsLb(waste)),
        isInStock: stocked !== undefined,
      });
      if (!stocked) continue;
      const reason = `Cutting ${cutting.number}`;
      const { productId, isKeptInPieces } = stocked;
      const less = (kind: "cut from" | "waste", hundredths: number, gone: number) =>
        (hundredths > 0 || gone > 0) &&
        entries.push({
          productId,
          lotId: id,
          kind,
          reason,
          lb: toPounds(hundredthsLb(-hundredths)),
          ...(isKeptInPieces && { pieces: -gone }),
        });
      // Whole pieces go into the outputs. They are waste only if there are no outputs.
      const gone = isKeptInPieces ? (pieces ?? 0) : 0;
      const isAllWaste = lb === waste;
      less("cut from", lb - waste, isAllWaste ? 0 : gone);
      less("waste", waste, isAllWaste ? gone : 0);
    }
    await enterStock(tx, staff.userId, entries);
    await carryDown(tx, ids);
    await recordAudit(tx, staff, {
      entity: "cutting",
      entityId: cutting.id,
      action: "cut",
      after: { kind: typed.kind, lots: ids.length, outputs: typed.outputs.length },
    });
    return cutting.id;
  });
}

async function lastValueOf(tx: Transaction, name: string): Promise<string | null> {
  const { rows } = await tx.execute<{ price: string | null }>(sql`
    select price_per_lb::text as price from cutting_outputs
      join cuttings on cuttings.id = cutting_outputs.cutting_id
    where product_id is null and lower(product_name) = lower(${name})
    order by cuttings.number desc, position limit 1`);
  return rows[0]?.price ?? null;
}

async function usualBasis(tx: Transaction): Promise<CostBasis> {
  const [last] = await tx
    .select({ costBy: cuttings.costBy })
    .from(cuttings)
    .orderBy(desc(cuttings.number))
    .limit(1);
  return last?.costBy ?? firstCostBasis;
}

async function factsOf(tx: Transaction, ids: readonly string[]) {
  const found = await tx
    .select()
    .from(lots)
    .where(inArray(lots.id, [...ids]));
  const alike = (of: (lot: (typeof found)[number]) => string | null) => {
    const [first, ...others] = new Set(found.map(of));
    return others.length === 0 ? (first ?? undefined) : undefined;
  };
  return {
    animalNumber: alike((lot) => lot.animalNumber),
    establishment: alike((lot) => lot.establishment),
    grade: alike((lot) => lot.grade),
    slaughteredOn: alike((lot) => lot.slaughteredOn) ?? null,
  };
}

/** Carries the cost of lots down through any number of cuttings, after a change of their cost. */
export async function carryDown(tx: Transaction, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return;
  await lockCosts(tx);
  // Select the cuttings of these lots and of their outputs, and the other cuttings of lots used in
  // those, because a lot's cost is shared by all its cuttings.
  const { rows } = await tx.execute<{ id: string; is_below: boolean }>(sql`
    with recursive below (id) as (
      select cutting_id from cutting_inputs where lot_id = any(${sql.param([...lotIds])}::uuid[])
      union
      select cutting_inputs.cutting_id from below
        join cutting_outputs on cutting_outputs.cutting_id = below.id
        join cutting_inputs on cutting_inputs.lot_id = cutting_outputs.lot_id
    )
    select cuttings.id, cuttings.id in (select id from below) as is_below from cuttings
    where cuttings.id in (select id from below) or cuttings.id in (
      select other.cutting_id from cutting_inputs as own
        join cutting_inputs as other on other.lot_id = own.lot_id
      where own.cutting_id in (select id from below))`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const [heads, inputs, outputs] = [
    await tx.select().from(cuttings).where(inArray(cuttings.id, ids)),
    await tx
      .select()
      .from(cuttingInputs)
      .where(inArray(cuttingInputs.cuttingId, ids))
      .orderBy(asc(cuttingInputs.lotId)),
    await tx
      .select()
      .from(cuttingOutputs)
      .where(inArray(cuttingOutputs.cuttingId, ids))
      .orderBy(asc(cuttingOutputs.position)),
  ];
  const isBelow = new Set(rows.flatMap(({ id, is_below }) => (is_below ? [id] : [])));
  const costed = heads.map(
    ({ id, number, costBy }): CostedCutting => ({
      number,
      costBy,
      inputs: inputs.filter(({ cuttingId }) => cuttingId === id),
      // The other cuttings only take their share of a lot; their outputs don't change.
      outputs: isBelow.has(id) ? outputs.filter(({ cuttingId }) => cuttingId === id) : [],
    }),
  );
  const bought = await tx
    .select({ id: lots.id, lb: lots.receivedLb, costCents: lots.costCents })
    .from(lots)
    .where(inArray(lots.id, [...new Set(inputs.map(({ lotId }) => lotId))]));
  await setLotCosts(tx, carriedDown(bought, costed));
}

/**
 * Corrects a lot's cost (null for unknown) and carries it down. A cut lot can't be corrected, as
 * its cost is carried to it. For the owner.
 *
 * @throws Refusal
 */
export async function correctCost(
  db: Database,
  admin: Admin,
  lotId: string,
  cents: number | null,
): Promise<void> {
  if (!isUuid(lotId)) throw new Refusal("gone", "This lot no longer exists.");
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    if ((await tx.$count(cuttingOutputs, eq(cuttingOutputs.lotId, lotId))) > 0) {
      throw new Refusal("cut", "This lot was cut from others, which say what it cost.");
    }
    const [lot] = await tx.select().from(lots).where(eq(lots.id, lotId)).for("no key update");
    if (!lot) throw new Refusal("gone", "This lot no longer exists.");
    const changed = await setLotCosts(tx, [[lotId, cents]]);
    if (changed.length === 0) return;
    await carryDown(tx, [lotId]);
    const said = (cost: number | null) => ({
      cost: cost === null ? "Not known" : `$${(cost / 100).toFixed(2)}`,
    });
    await recordAudit(tx, admin, {
      entity: "lot",
      entityId: lotId,
      action: "cost corrected",
      before: said(lot.costCents),
      after: said(cents),
    });
  });
}

/** Sets how a cutting's cost is divided and carries it down. For the owner. @throws Refusal */
export async function chooseBasis(
  db: Database,
  admin: Admin,
  id: string,
  costBy: CostBasis,
): Promise<void> {
  if (!isUuid(id)) throw new Refusal("gone", "There is no such cutting.");
  await db.transaction(async (tx) => {
    await lockCosts(tx);
    const [before] = await tx.select().from(cuttings).where(eq(cuttings.id, id)).for("update");
    if (!before) throw new Refusal("gone", "There is no such cutting.");
    if (before.costBy === costBy) return;
    await tx.update(cuttings).set({ costBy }).where(eq(cuttings.id, id));
    const inputs = await tx.select().from(cuttingInputs).where(eq(cuttingInputs.cuttingId, id));
    await carryDown(
      tx,
      inputs.map(({ lotId }) => lotId),
    );
    await recordAudit(tx, admin, {
      entity: "cutting",
      entityId: id,
      action: "cost basis chosen",
      before: { costBy: before.costBy },
      after: { costBy },
    });
  });
}

/** Returns the costs of lots, in cents; null if unknown. For the owner. */
export async function costsOf(
  db: Database,
  _admin: Admin,
  lotIds: readonly string[],
): Promise<Record<string, number | null>> {
  if (lotIds.length === 0) return {};
  const found = await db
    .select({ id: lots.id, costCents: lots.costCents })
    .from(lots)
    .where(inArray(lots.id, [...lotIds]));
  return Object.fromEntries(found.map(({ id, costCents }) => [id, costCents]));
}

/** Returns each input's share of a cutting's cost in cents; null if unknown. For the owner. */
export async function costsWentIn(
  db: Database,
  _admin: Admin,
  id: string,
): Promise<Record<string, number | null>> {
  const own = db
    .select({ lotId: cuttingInputs.lotId })
    .from(cuttingInputs)
    .where(eq(cuttingInputs.cuttingId, id));
  const [uses, whole] = await Promise.all([
    db
      .select({
        cuttingId: cuttings.id,
        number: cuttings.number,
        costBy: cuttings.costBy,
        lotId: cuttingInputs.lotId,
        lb: cuttingInputs.lb,
      })
      .from(cuttingInputs)
      .innerJoin(cuttings, eq(cuttings.id, cuttingInputs.cuttingId))
      .where(inArray(cuttingInputs.lotId, own))
      .orderBy(asc(cuttings.number)),
    db
      .select({ id: lots.id, lb: lots.receivedLb, costCents: lots.costCents })
      .from(lots)
      .where(inArray(lots.id, own)),
  ]);
  const byCutting = Map.groupBy(uses, ({ cuttingId }) => cuttingId);
  const costed = (inputs: typeof uses): CostedCutting[] =>
    inputs.slice(0, 1).map(({ number, costBy }) => ({ number, costBy, inputs, outputs: [] }));
  const [cutting] = costed(byCutting.get(id) ?? []);
  if (!cutting) return {};
  const shares = inputCosts(cutting, [...byCutting.values()].flatMap(costed), whole);
  return Object.fromEntries(cutting.inputs.map(({ lotId }, at) => [lotId, shares[at] ?? null]));
}

/** Returns the lots for which a sheet asks for pieces. For staff who pack. */
export async function lotsInPieces(
  db: Database,
  _staff: Staff<"pack">,
  lotIds: readonly string[],
): Promise<Set<string>> {
  const stocked = await stockedAs(db, lotIds);
  return new Set([...stocked].flatMap(([id, { isKeptInPieces }]) => (isKeptInPieces ? id : [])));
}

/** Returns the possible outputs of a cutting, by name. For staff who pack. */
export function productsToCut(db: Database, _staff: Staff<"pack">) {
  return db
    .select({ id: products.id, name: products.name, isKeptInPieces })
    .from(products)
    .orderBy(asc(products.name), asc(products.id));
}
