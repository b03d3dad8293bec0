import { and, asc, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import type { Lot } from "#app/domain/lots/lots.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { productStock, stockEntries, stockIncoming, stockWaitlist } from "#db/schema/meat/stock.ts";
import { lots } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { StockEntryKind, StockTracking } from "#db/schema/values/meat/stock.ts";
import { type UntrackedLot, untrackedLots } from "./lots-untracked.server.ts";
import { readStock, type TrackedProduct } from "./read-stock.server.ts";
import { availableOn, leftOn, type StockUnit, shownStock, unitOfStock } from "./stock.ts";
import { isByHand, isKeptAsLot, isLiveEntry } from "./stock-entries.server.ts";

/** How a product stands, in the list. */
export interface StockRow {
  productId: string;
  name: string;
  tracking: StockTracking;
  unit: StockUnit;
  onHand: number;
  /** Of it, what is of lots on hold. */
  held: number;
  reserved: number;
  incoming: number;
  /** Today's; null of what is not counted. */
  available: number | null;
  shown: ReturnType<typeof shownStock>;
  /** Nobody has looked yet how much there is, or there is less than nothing. */
  needsCount: boolean;
}

/** A product of which no stock is kept. */
export interface UntrackedProduct {
  productId: string;
  name: string;
  /** What lies in its lots by the books, in hundredths of a pound: it promises nothing. */
  inLotsLb: number;
  /** Of it, what is on hold or past its date. */
  heldLb: number;
}

/** The products of which a stock is kept, and the active ones of which none is, by name. For staff who pack. */
export async function listStock(
  db: Database,
  _staff: Staff<"pack">,
): Promise<{ tracked: StockRow[]; untracked: UntrackedProduct[] }> {
  const today = pacificDay(new Date());
  const [tracked, counted, untracked, inLots] = await Promise.all([
    readStock(db),
    db
      .select({ productId: productStock.productId, countedAt: productStock.countedAt })
      .from(productStock),
    db
      .select({ productId: products.id, name: products.name })
      .from(products)
      .leftJoin(productStock, eq(productStock.productId, products.id))
      .where(
        and(eq(products.isActive, true), sql`coalesce(${productStock.tracking}, 'none') = 'none'`),
      )
      .orderBy(asc(products.name), asc(products.id)),
    untrackedLots(db),
  ]);
  const lotsOf = Map.groupBy(inLots, ({ productId }) => productId);
  const sumOf = (found: readonly UntrackedLot[]) => found.reduce((sum, { lb }) => sum + lb, 0);
  const countedAt = new Map(counted.map((one) => [one.productId, one.countedAt]));
  return {
    tracked: tracked.map((product) =>
      rowOf(product, countedAt.get(product.productId) ?? null, today),
    ),
    untracked: untracked.map((product) => {
      const own = lotsOf.get(product.productId) ?? [];
      const heldLb = sumOf(own.filter(({ isUsable }) => !isUsable));
      return { ...product, inLotsLb: sumOf(own), heldLb };
    }),
  };
}

function rowOf(product: TrackedProduct, countedAt: Date | null, today: string): StockRow {
  const { productId, name, tracking, onHand, held, changes } = product;
  const isCounted = tracking !== "closed";
  return {
    ...{ productId, name, tracking, unit: unitOfStock(product), onHand, held },
    reserved: changes.reduce((sum, { reserved }) => sum + reserved, 0),
    incoming: changes.reduce((sum, { incoming }) => sum + incoming, 0),
    available: isCounted ? availableOn(product, today) : null,
    shown: shownStock(product, today),
    needsCount: isCounted && (countedAt === null || onHand < 0),
  };
}

/** A lot of a product that is on hand. */
export interface LotOnHand {
  /** Null for what is of no known lot. */
  lotId: string | null;
  code: string | null;
  supplier: string | null;
  receivedAt: Date | null;
  expiresOn: string | null;
  amount: number;
}

/** Something that came to the stock or left it. */
export interface StockMovement {
  id: string;
  kind: StockEntryKind;
  amount: number;
  lotCode: string | null;
  lotId: string | null;
  reason: string;
  by: string | null;
  at: Date;
  /** It was taken back, or takes another one back. */
  mark: "taken back" | "takes back" | null;
  /** Somebody typed it, and may take it back. */
  isByHand: boolean;
}

/** What is to come. */
export interface Incoming {
  id: string;
  arrivesOn: string;
  amount: number;
  note: string;
}

/** What there is on a day, once those of before have taken theirs. */
interface StockDay {
  day: string;
  incoming: number;
  reserved: number;
  /** Below nothing where it is short. */
  left: number;
}

/** The stock of a product with all that is known of it. */
export interface ProductStockView extends StockRow {
  soldBy: TrackedProduct["soldBy"];
  lowAt: string | null;
  closedUntil: string | null;
  countedAt: Date | null;
  version: number;
  lots: LotOnHand[];
  /** Lots that came in lately and of which nothing is on hand: for a count that finds some. */
  otherLots: { id: string; code: string; supplier: string }[];
  movements: StockMovement[];
  coming: Incoming[];
  days: StockDay[];
  waiting: number;
}

/** A lot that is no product, such as a primal that is cut first, with what is left of it. */
export interface LotNotSold {
  id: string;
  code: string;
  supplier: string;
  /** What its receipt or its cutting sheet calls it. */
  description: string;
  receivedAt: Date;
  expiresOn: string | null;
  isHeld: boolean;
  leftLb: string;
}

/** The lots that are not sold as they are, of which something is left: those that expire first, first. For staff who pack. */
export async function lotsNotSold(db: Database, _staff: Staff<"pack">): Promise<LotNotSold[]> {
  const found = await db
    .select({
      ...{ id: lots.id, code: lots.code, supplier: lots.supplier, receivedAt: lots.receivedAt },
      expiresOn: lots.expiresOn,
      description: sql<string>`coalesce((select min(description) from receipt_lines
        where receipt_lines.lot_id = lots.id and receipt_lines.product_id is null),
        (select product_name from cutting_outputs
        where cutting_outputs.lot_id = lots.id and cutting_outputs.product_id is null), '')`,
      isHeld: sql<boolean>`exists (select from lot_holds
        where lot_holds.lot_id = lots.id and lot_holds.released_at is null)`,
    })
    .from(lots)
    .where(and(isNull(lots.voidedAt), isKeptAsLot))
    .orderBy(sql`${lots.expiresOn} asc nulls last`, asc(lots.receivedAt), asc(lots.id));
  const sums = await sumsOfLots(
    db,
    found.map(({ id }) => id),
  );
  return found.flatMap((lot) => {
    const leftLb = sums.get(lot.id)?.leftLb ?? "0.00";
    return Number(leftLb) === 0 ? [] : [{ ...lot, leftLb }];
  });
}

/** How many movements are shown, the newest. */
const shownMovements = 50;

/** How many lots are offered for a count. */
const offeredLots = 50;

/** The stock of a product; null without such a product. For staff who pack. */
export async function getStock(
  db: Database,
  _staff: Staff<"pack">,
  productId: string,
): Promise<ProductStockView | null> {
  if (!isUuid(productId)) return null;
  const today = pacificDay(new Date());
  const [product] = await db
    .select({
      name: products.name,
      soldBy: products.soldBy,
      tracking: productStock.tracking,
      lowAt: productStock.lowAt,
      closedUntil: productStock.closedUntil,
      countedAt: productStock.countedAt,
      version: productStock.version,
    })
    .from(products)
    .leftJoin(productStock, eq(productStock.productId, products.id))
    .where(eq(products.id, productId));
  if (!product) return null;
  const [facts] = await readStock(db, [productId]);
  const unit = facts ? unitOfStock(facts) : "lb";
  const amountIn = ({ lb, pieces }: { lb: string; pieces: number }) =>
    unit === "pieces" ? pieces : Math.round(Number(lb) * 100);
  const [onHand, movements, coming, waiting] = await Promise.all([
    lotsOnHand(db, productId),
    movementsOf(db, eq(stockEntries.productId, productId)),
    db
      .select({
        id: stockIncoming.id,
        arrivesOn: stockIncoming.arrivesOn,
        lb: stockIncoming.lb,
        pieces: stockIncoming.pieces,
        note: stockIncoming.note,
      })
      .from(stockIncoming)
      .where(eq(stockIncoming.productId, productId))
      .orderBy(asc(stockIncoming.arrivesOn), asc(stockIncoming.id)),
    db.$count(stockWaitlist, eq(stockWaitlist.productId, productId)),
  ]);
  const there = onHand
    .map(({ lb, pieces, ...lot }) => ({ ...lot, amount: amountIn({ lb, pieces }) }))
    .filter(({ amount }) => amount !== 0);
  const { name, soldBy, tracking, lowAt, closedUntil, countedAt, version } = product;
  const row: StockRow = facts
    ? rowOf(facts, countedAt, today)
    : {
        ...{ productId, name, tracking: tracking ?? "none", unit, onHand: 0, held: 0, reserved: 0 },
        ...{ incoming: 0, available: null, shown: null, needsCount: false },
      };
  return {
    ...{ ...row, soldBy, lowAt, closedUntil, countedAt, waiting },
    version: version ?? 0,
    lots: there,
    otherLots: await otherLots(
      db,
      there.flatMap(({ lotId }) => lotId ?? []),
      today,
    ),
    movements: movements.map(({ lb, pieces, ...one }) => ({
      ...one,
      amount: amountIn({ lb, pieces }),
    })),
    coming: coming.map(({ lb, pieces, ...one }) => ({ ...one, amount: amountIn({ lb, pieces }) })),
    days: facts ? daysOf(facts) : [],
  };
}

function daysOf(facts: TrackedProduct): StockDay[] {
  if (facts.tracking === "closed") return [];
  return facts.changes.map((change) => ({ ...change, left: leftOn(facts, change.day) }));
}

/** First expired first, then the oldest; what is of no known lot last. */
function lotsOnHand(db: Database, productId: string) {
  return db
    .select({
      lotId: stockEntries.lotId,
      code: lots.code,
      supplier: lots.supplier,
      receivedAt: lots.receivedAt,
      expiresOn: lots.expiresOn,
      lb: sql<string>`sum(${stockEntries.lb})`,
      pieces: sql<number>`sum(${stockEntries.pieces})::int`,
    })
    .from(stockEntries)
    .leftJoin(lots, eq(lots.id, stockEntries.lotId))
    .where(eq(stockEntries.productId, productId))
    .groupBy(stockEntries.lotId, lots.id)
    .orderBy(
      sql`${stockEntries.lotId} is null`,
      sql`${lots.expiresOn} asc nulls last`,
      asc(lots.receivedAt),
    );
}

/**
 * The lots that there is some of a product of, those that expire first before others, and expired ones not at
 * all: what packers are to take first. Those whose code or supplier contains a text, if there is one. For
 * staff who pack.
 */
export async function lotsToPack(
  db: Database,
  _staff: Staff<"pack">,
  { productId, search }: { productId: string; search: string },
): Promise<Lot[]> {
  const [facts] = isUuid(productId) ? await readStock(db, [productId]) : [];
  if (!facts || facts.tracking === "closed") return [];
  const today = pacificDay(new Date());
  const text = search.trim().toLowerCase();
  return (await lotsOnHand(db, productId)).flatMap(
    ({ lotId: id, code, supplier, receivedAt, expiresOn, lb }) => {
      if (!id || code === null || supplier === null || receivedAt === null) return [];
      const isThere = Number(lb) > 0 && (expiresOn === null || expiresOn >= today);
      const isMeant = [code, supplier].some((one) => one.toLowerCase().includes(text));
      return isThere && isMeant ? [{ id, code, supplier, receivedAt, expiresOn }] : [];
    },
  );
}

/** What came to a lot and left it, of whichever product, the newest first. For staff who pack. */
export async function movementsOfLot(
  db: Database,
  _staff: Staff<"pack">,
  lotId: string,
): Promise<StockMovement[]> {
  if (!isUuid(lotId)) return [];
  const found = await movementsOf(db, eq(stockEntries.lotId, lotId));
  return found.map(({ lb, pieces: _, ...one }) => ({ ...one, amount: toHundredthsLb(lb) }));
}

function movementsOf(db: Database, which: SQL) {
  return db
    .select({
      id: stockEntries.id,
      kind: stockEntries.kind,
      lb: stockEntries.lb,
      pieces: stockEntries.pieces,
      lotId: stockEntries.lotId,
      lotCode: lots.code,
      reason: stockEntries.reason,
      by: user.email,
      at: stockEntries.enteredAt,
      mark: sql<StockMovement["mark"]>`case when ${stockEntries.reversesId} is not null
        then 'takes back' when not ${isLiveEntry} then 'taken back' end`,
      isByHand: isByHand,
    })
    .from(stockEntries)
    .leftJoin(lots, eq(lots.id, stockEntries.lotId))
    .leftJoin(user, eq(user.id, stockEntries.enteredBy))
    .where(which)
    .orderBy(desc(stockEntries.enteredAt), desc(stockEntries.id))
    .limit(shownMovements);
}

async function otherLots(db: Database, onHand: string[], today: string) {
  const found = await db
    .select({ id: lots.id, code: lots.code, supplier: lots.supplier })
    .from(lots)
    .where(
      and(
        isNull(lots.voidedAt),
        sql`coalesce(${lots.expiresOn} >= ${today}::date, true)`,
        gte(lots.receivedAt, new Date(`${daysAfter(today, -365)}T00:00:00Z`)),
      ),
    )
    .orderBy(desc(lots.receivedAt), desc(lots.id))
    .limit(offeredLots);
  return found.filter(({ id }) => !onHand.includes(id));
}
