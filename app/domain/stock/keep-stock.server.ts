import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { refuseVoidLots } from "#app/domain/lots/void-lots.server.ts";
import { hundredthsLb, lbLess, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { productStock, stockEntries, stockIncoming } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { askSharedLots } from "./shared-lots.server.ts";
import {
  type StockUnit,
  stockInWords,
  stockIsOrAre,
  trackingText,
  weightOfPieces,
} from "./stock.ts";
import { enterStock } from "./stock-entries.server.ts";
import {
  type CountedLot,
  countField,
  readAmount,
  readSome,
  type TrackingWanted,
} from "./stock-form.ts";

type StockRefusal = "gone" | "invalid" | "changed";

/** A product whose stock is tracked, with its stock locked. */
interface Kept {
  productId: string;
  unit: StockUnit;
  typicalPieceLb: string | null;
}

/**
 * Sets how a product's stock is tracked, if it is still at `version`. Starting to count in pounds
 * or pieces requires a count, as earlier entries may be incomplete. Audited. For staff who pack.
 *
 * @throws Refusal
 */
export async function setTracking(
  db: Database,
  staff: Staff<"pack">,
  productId: string,
  wanted: TrackingWanted,
): Promise<void> {
  await db.transaction(async (tx) => {
    const product = await productOf(tx, productId);
    if (wanted.tracking === "pieces" && product.soldBy !== "piece") {
      throw fieldRefused("tracking", "It is sold by the pound. Count it in pounds.");
    }
    const isCounted = wanted.tracking === "lb" || wanted.tracking === "pieces";
    if (wanted.tracking === "pieces" && wanted.lowAt && Number(wanted.lowAt) % 1 !== 0) {
      throw fieldRefused("lowAt", "Enter whole pieces, for instance 5");
    }
    await tx.insert(productStock).values({ productId, version: 0 }).onConflictDoNothing();
    const own = eq(productStock.productId, productId);
    const [stored] = await tx.select().from(productStock).where(own).for("no key update");
    if (!stored || stored.version !== wanted.version) {
      const fields = { version: String(stored?.version ?? 0) };
      const message =
        "Someone changed how this is tracked meanwhile. What you chose is still here: save again to keep it.";
      throw new Refusal<StockRefusal>("changed", message, { fields });
    }
    const next = {
      tracking: wanted.tracking,
      lowAt: isCounted && wanted.lowAt !== null ? Number(wanted.lowAt).toFixed(2) : null,
      closedUntil: wanted.tracking === "closed" ? wanted.closedUntil : null,
    };
    const { tracking, lowAt, closedUntil } = stored;
    const isSame =
      tracking === next.tracking && lowAt === next.lowAt && closedUntil === next.closedUntil;
    if (isSame && stored.version > 0) return;
    await tx
      .update(productStock)
      .set({
        ...next,
        version: stored.version + 1,
        ...(tracking !== next.tracking && { countedAt: null }),
      })
      .where(own);
    const before = trackingFacts({ tracking, lowAt, closedUntil });
    const after = trackingFacts(next);
    await recordAudit(tx, staff, {
      entity: "product",
      entityId: productId,
      action: "stock tracking",
      before,
      after,
    });
  });
}

function trackingFacts({ tracking, lowAt, closedUntil }: Omit<TrackingWanted, "version">) {
  return {
    tracking: trackingText[tracking],
    ...(lowAt && { lowAt: String(Number(lowAt)) }),
    ...(closedUntil && { closedUntil: formatFullDay(closedUntil) }),
  };
}

/**
 * Enters a product's count, lot by lot. Each difference becomes an entry; without one, an entry of
 * zeros records that the lot was counted. Returns the differences in words, one per lot. Idempotent
 * by request id. For staff who pack.
 *
 * @throws Refusal if the stock isn't tracked, a number is invalid, or somebody made an entry since
 *   the form was opened, as only the counting person knows which came first. "shared lot" asks for
 *   confirmation if the count would imply that a lot's other products are gone, and "more than
 *   came" if more of a lot would be left than ever came in
 */
export async function countStock(
  db: Database,
  staff: Staff<"pack">,
  productId: string,
  {
    requestId,
    rows,
    reason,
    isMeant = false,
    isMore = false,
  }: {
    requestId: string;
    rows: readonly CountedLot[];
    reason: string;
    isMeant?: boolean;
    isMore?: boolean;
  },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const kept = await lockKept(tx, productId);
    if (await wasEntered(tx, productId, requestId)) return [];
    if (rows.length === 0) {
      throw new Refusal<StockRefusal>("invalid", "Enter what you counted in at least one row.");
    }
    const errors: Record<string, string[]> = {};
    const counted = rows.flatMap((row) => {
      const amount = readAmount(row.counted, kept.unit);
      if (typeof amount === "number") return [{ ...row, amount }];
      errors[countField.counted(row.lotId)] = [amount.error];
      return [];
    });
    if (Object.keys(errors).length > 0) {
      throw new Refusal<StockRefusal>("invalid", invalidMessage, { errors });
    }
    await knownLots(
      tx,
      rows.map(({ lotId }) => lotId),
    );
    const there = await onHandOf(tx, kept);
    const changed = counted.filter(({ lotId, seen }) => seen !== (there.get(lotId)?.amount ?? 0));
    if (changed.length > 0) throw changedSince(changed, there, kept.unit);
    const entries = counted.map(({ lotId, amount }) => {
      const before = there.get(lotId);
      const by = amount - (before?.amount ?? 0);
      return { lotId, amount, by, ...differenceOf(kept, amount, before) };
    });
    const differing = entries.filter(({ by }) => by !== 0);
    if (!isMore) await askMoreThanCame(tx, kept, differing);
    const counts = entries.map(({ lotId, lb, pieces }) => ({
      productId,
      lotId,
      kind: "count" as const,
      lb,
      pieces,
      reason,
      requestId,
    }));
    const enter = () => enterStock(tx, staff.userId, counts);
    if (isMeant) await enter();
    else await askSharedLots(tx, { productId, counts }, enter);
    await tx
      .update(productStock)
      .set({ countedAt: sql`now()` })
      .where(eq(productStock.productId, productId));
    return differing.map(({ by }) => `${by > 0 ? "+" : ""}${stockInWords(by, kept.unit)}`);
  });
}

/**
 * Returns the difference that a count enters. A count in pieces also enters their pounds, unless
 * the pieces agree: their loss of weight was not counted.
 */
function differenceOf(kept: Kept, amount: number, before: OfLot | undefined) {
  if (amount === (before?.amount ?? 0)) return { lb: "0.00", pieces: 0 };
  const now = amounts(kept, amount, before);
  return {
    lb: toPounds(lbLess(now.lb, before?.lb ?? "0.00")),
    pieces: kept.unit === "pieces" ? amount - (before?.amount ?? 0) : 0,
  };
}

function changedSince(
  changed: readonly CountedLot[],
  there: ReadonlyMap<string | null, OfLot>,
  unit: StockUnit,
): Refusal<StockRefusal> {
  const amountOf = (lotId: string | null) => there.get(lotId)?.amount ?? 0;
  const fields = Object.fromEntries(
    changed.map(({ lotId }) => [countField.seen(lotId), String(amountOf(lotId))]),
  );
  const errors = Object.fromEntries(
    changed.map(({ lotId }) => [
      countField.counted(lotId),
      [`The stock says ${stockInWords(amountOf(lotId), unit)} now`],
    ]),
  );
  const message =
    "Something was packed, received or counted meanwhile. Check the numbers that you typed, and save again.";
  return new Refusal<StockRefusal>("changed", message, { fields, errors });
}

/**
 * Enters what was thrown away, spoiled or lost of a product, with the reason. Idempotent. For staff
 * who pack.
 *
 * @throws Refusal that asks to confirm more than is on hand
 */
export async function wasteStock(
  db: Database,
  staff: Staff<"pack">,
  productId: string,
  waste: { requestId: string; lot: string; amount: string; reason: string; isMeant?: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const kept = await lockKept(tx, productId);
    if (await wasEntered(tx, productId, waste.requestId)) return;
    const amount = readSome(waste.amount, kept.unit);
    if (typeof amount !== "number") throw fieldRefused("amount", amount.error);
    const lotId = waste.lot === "" ? null : waste.lot;
    await knownLots(tx, [lotId]);
    const there = await onHandOf(tx, kept);
    if (!waste.isMeant) {
      const all = [...there.values()].reduce((sum, one) => sum + one.amount, 0);
      // Stock of no known lot may be from any lot.
      const most = lotId === null ? all : (there.get(lotId)?.amount ?? 0);
      if (amount > most) throw moreThanThere(amount, most, kept.unit);
    }
    const { requestId, reason } = waste;
    const entry = { productId, lotId, kind: "waste" as const, reason, requestId };
    await enterStock(tx, staff.userId, [{ ...entry, ...amounts(kept, -amount, there.get(lotId)) }]);
  });
}

/**
 * Asks to confirm a count of more of a lot than ever came in, by the product's entries, else by the
 * lot's own weight. Lots without either aren't checked.
 *
 * @param kept what is counted; its product is null for a lot that isn't one
 * @throws Refusal "more than came"
 */
export async function askMoreThanCame(
  tx: Transaction,
  { productId, unit }: { productId: string | null; unit: StockUnit },
  counted: readonly { lotId: string | null; amount: number }[],
): Promise<void> {
  const ids = counted.flatMap(({ lotId }) => lotId ?? []);
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{ id: string; code: string; came: number | null }>(sql`
    select lots.id, lots.code, coalesce(
        nullif(sum(${unit === "pieces" ? sql`entry.pieces` : sql`entry.lb * 100`}), 0),
        ${unit === "pieces" ? sql`null` : sql`lots.received_lb * 100`})::float as came
    from lots left join stock_entries as entry on entry.lot_id = lots.id
      and entry.product_id is not distinct from ${productId}::uuid
      and entry.kind in ('received', 'cut into')
    where lots.id = any(${sql.param(ids)}::uuid[]) group by lots.id`);
  const lotOf = new Map(rows.map((lot) => [lot.id, lot]));
  for (const { lotId, amount } of counted) {
    const { code, came = null } = lotOf.get(lotId ?? "") ?? {};
    if (came === null || amount <= came) continue;
    const message = `Only ${stockInWords(came, unit)} of lot ${code} ever came in, and you counted ${stockInWords(amount, unit)}. Nothing was saved: correct it, or tick that it is meant.`;
    throw new Refusal("more than came", message, { field: "isMore" });
  }
}

export function moreThanThere(amount: number, there: number, unit: StockUnit): Refusal {
  const left =
    there > 0
      ? `Only ${stockInWords(there, unit)} of it ${stockIsOrAre(there, unit)}`
      : "None of it is";
  const message = `${left} on hand, and ${stockInWords(amount, unit)} would be thrown away. Correct it, or tick that it is meant.`;
  return new Refusal("more than there", message, { field: "isMeant" });
}

/**
 * Adds expected stock of a product, with its day. The request id becomes its id, so that retries
 * are idempotent. For staff who pack.
 *
 * @throws Refusal
 */
export async function addIncoming(
  db: Database,
  staff: Staff<"pack">,
  productId: string,
  coming: { requestId: string; arrivesOn: string; amount: string; note: string },
  today: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const kept = await lockKept(tx, productId);
    const amount = readSome(coming.amount, kept.unit);
    if (typeof amount !== "number") throw fieldRefused("amount", amount.error);
    if (coming.arrivesOn < today) throw fieldRefused("arrivesOn", "Choose today or a later day");
    const { requestId: id, arrivesOn, note } = coming;
    const added = await tx
      .insert(stockIncoming)
      .values({ id, productId, arrivesOn, note, enteredBy: staff.userId, ...amounts(kept, amount) })
      .onConflictDoNothing()
      .returning({ id: stockIncoming.id });
    if (added.length === 0) return;
    const what = stockInWords(amount, kept.unit);
    await recordAudit(tx, staff, {
      entity: "product",
      entityId: productId,
      action: "stock expected",
      after: { amount: what, day: formatFullDay(arrivesOn), ...(note && { note }) },
    });
  });
}

/**
 * Removes expected stock. If it arrived, it becomes an entry of no known lot; otherwise it is no
 * longer expected, or was received with its lots. Idempotent. For staff who pack.
 */
export async function endIncoming(
  db: Database,
  staff: Staff<"pack">,
  productId: string,
  { id, isThere }: { id: string; isThere: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const kept = await lockKept(tx, productId);
    if (!isUuid(id)) return;
    const [ended] = await tx
      .delete(stockIncoming)
      .where(and(eq(stockIncoming.id, id), eq(stockIncoming.productId, productId)))
      .returning();
    if (!ended) return;
    const { lb, pieces, arrivesOn, note } = ended;
    const what =
      kept.unit === "pieces" ? stockInWords(pieces, "pieces") : `${String(Number(lb))} lb`;
    if (isThere) {
      const reason = `Expected on ${formatFullDay(arrivesOn)}${note && `: ${note}`}`.slice(0, 500);
      const entry = { productId, lotId: null, kind: "received" as const, lb, pieces, reason };
      await enterStock(tx, staff.userId, [{ ...entry, requestId: id }]);
    }
    await recordAudit(tx, staff, {
      entity: "product",
      entityId: productId,
      action: isThere ? "stock arrived" : "stock not expected",
      before: { amount: what, day: formatFullDay(arrivesOn), ...(note && { note }) },
    });
  });
}

/** Returns an amount in pounds, and in pieces if these are counted (`weightOfPieces`). */
function amounts(
  { unit, typicalPieceLb }: Kept,
  amount: number,
  ofLot?: OfLot,
): { lb: string; pieces: number } {
  if (unit === "lb") return { lb: toPounds(hundredthsLb(amount)), pieces: 0 };
  return { lb: toPounds(weightOfPieces(amount, ofLot, typicalPieceLb)), pieces: amount };
}

async function productOf(tx: Transaction, productId: string) {
  const [product] = isUuid(productId)
    ? await tx
        .select({ soldBy: products.soldBy, typicalPieceLb: products.typicalPieceLb })
        .from(products)
        .where(eq(products.id, productId))
        .for("share")
    : [];
  if (!product) throw new Refusal<StockRefusal>("gone", "This product no longer exists.");
  return product;
}

/** Locks a product's stock. @throws Refusal if it isn't tracked */
async function lockKept(tx: Transaction, productId: string): Promise<Kept> {
  const { soldBy, typicalPieceLb } = await productOf(tx, productId);
  const [stock] = await tx
    .select({ tracking: productStock.tracking })
    .from(productStock)
    .where(eq(productStock.productId, productId))
    .for("no key update");
  if (stock?.tracking !== "lb" && stock?.tracking !== "pieces") {
    const message = "No stock is counted of this product. Choose pounds or pieces first.";
    throw new Refusal<StockRefusal>("changed", message);
  }
  const unit = stock.tracking === "pieces" && soldBy === "piece" ? "pieces" : "lb";
  return { productId, unit, typicalPieceLb };
}

/** What is on hand of a lot, and what came into it. */
interface OfLot {
  /** In the product's unit. */
  amount: number;
  lb: string;
  /** Hundredths of a pound. */
  cameLb: number;
  camePieces: number;
}

/** Returns what is on hand by lot; null for no known lot, into which nothing is known to come. */
async function onHandOf(
  tx: Transaction,
  { productId, unit }: Kept,
): Promise<Map<string | null, OfLot>> {
  const came = sql`filter (where ${stockEntries.kind} in ('received', 'cut into')
    and ${stockEntries.lotId} is not null)`;
  const sums = await tx
    .select({
      lotId: stockEntries.lotId,
      lb: sql<string>`sum(${stockEntries.lb})`,
      pieces: sql<number>`sum(${stockEntries.pieces})::int`,
      cameLb: sql<number>`coalesce(sum(${stockEntries.lb} * 100) ${came}, 0)::float`,
      camePieces: sql<number>`coalesce(sum(${stockEntries.pieces}) ${came}, 0)::int`,
    })
    .from(stockEntries)
    .where(eq(stockEntries.productId, productId))
    .groupBy(stockEntries.lotId);
  return new Map(
    sums.map(({ lotId, pieces, ...pounds }) => [
      lotId,
      { ...pounds, amount: unit === "pieces" ? pieces : toHundredthsLb(pounds.lb) },
    ]),
  );
}

async function wasEntered(tx: Transaction, productId: string, requestId: string): Promise<boolean> {
  const same = and(eq(stockEntries.requestId, requestId), eq(stockEntries.productId, productId));
  return (await tx.$count(stockEntries, same)) > 0;
}

/**
 * Checks that lots exist, and that none is voided before the transaction ends.
 *
 * @throws Refusal
 */
async function knownLots(tx: Transaction, ids: readonly (string | null)[]): Promise<void> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  const found = named.every(isUuid)
    ? await tx
        .select({ id: lots.id })
        .from(lots)
        .where(inArray(lots.id, named))
        .orderBy(asc(lots.id))
        .for("key share")
    : [];
  if (found.length < named.length) {
    throw new Refusal<StockRefusal>("invalid", "This lot is no longer there. Reload the page.");
  }
  await refuseVoidLots(tx, named, "Nothing was saved.");
}

function fieldRefused(field: string, message: string): Refusal<StockRefusal> {
  return new Refusal<StockRefusal>("invalid", invalidMessage, { errors: { [field]: [message] } });
}
