import { and, asc, desc, eq, gte, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Staff } from "#app/domain/access/capability.ts";
import { isHeldLot, isUsableOn } from "#app/domain/lots/holds/lot-holds.server.ts";
import { sumsOfLots } from "#app/domain/lots/lot-left.server.ts";
import type { Lot } from "#app/domain/lots/lots.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { type Cursor, pageAt, pageSize, type TwoWayPage } from "#app/lib/page-of-rows.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import {
  isLiveEntry,
  productStock,
  stockEntries,
  stockIncoming,
  stockWaitlist,
} from "#db/schema/meat/stock.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillSales } from "#db/schema/money/tills.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { StockEntryKind, StockTracking } from "#db/schema/values/meat/stock.ts";
import { type UntrackedLot, untrackedLots } from "./lots-untracked.server.ts";
import { readStock, type TrackedProduct } from "./read-stock.server.ts";
import { availableOn, leftOn, type StockUnit, shownStock, unitOfStock } from "./stock.ts";
import { isByHand, isKeptAsLot } from "./stock-entries.server.ts";

export interface StockRow {
  productId: string;
  name: string;
  tracking: StockTracking;
  unit: StockUnit;
  onHand: number;
  /** The part in lots on hold. */
  held: number;
  reserved: number;
  incoming: number;
  /** Available today; null if it isn't counted. */
  available: number | null;
  shown: ReturnType<typeof shownStock>;
  /** True if it was never counted, or the stock is negative. */
  needsCount: boolean;
}

export interface UntrackedProduct {
  productId: string;
  name: string;
  /** Usable hundredths of a pound in its lots, which can't be promised. */
  inLotsLb: number;
  /** On hold or expired. */
  heldLb: number;
}

/** Returns the tracked products, and the active untracked ones, by name. For staff who pack. */
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
      return { ...product, inLotsLb: sumOf(own) - heldLb, heldLb };
    }),
  };
}

function rowOf(product: TrackedProduct, countedAt: Date | null, today: string): StockRow {
  const { productId, name, tracking, onHand, held, changes } = product;
  const isCounted = tracking !== "closed";
  return {
    productId,
    name,
    tracking,
    unit: unitOfStock(product),
    onHand,
    held,
    reserved: changes.reduce((sum, { reserved }) => sum + reserved, 0),
    incoming: changes.reduce((sum, { incoming }) => sum + incoming, 0),
    available: isCounted ? availableOn(product, today) : null,
    shown: shownStock(product, today),
    needsCount: isCounted && (countedAt === null || onHand < 0),
  };
}

export interface LotOnHand {
  lotId: string | null;
  code: string | null;
  supplier: string | null;
  receivedAt: Date | null;
  expiresOn: string | null;
  /** True if nothing of it may be packed, cut or promised. */
  isHeld: boolean;
  amount: number;
}

export interface StockMovement {
  id: string;
  kind: StockEntryKind;
  amount: number;
  lotCode: string | null;
  lotId: string | null;
  reason: string;
  by: string | null;
  at: Date;
  /**
   * A reversed entry, a reversal, or a package that is no entry, as neither its product nor its lot
   * was tracked: it changed nothing on hand, and its amount is in pounds.
   */
  mark: "taken back" | "takes back" | "not tracked" | null;
  /** True if typed by hand, so that it can be reversed. */
  isByHand: boolean;
  order: PackedOrder | null;
}

interface PackedOrder {
  id: string;
  number: number;
  /** The receipt's or invoice's number of a sale at the counter; else null. */
  soldAs: string | null;
}

export interface Incoming {
  id: string;
  arrivesOn: string;
  amount: number;
  note: string;
}

interface StockDay {
  day: string;
  incoming: number;
  reserved: number;
  /** Negative if it is short. */
  left: number;
}

export interface ProductStockView extends StockRow {
  soldBy: TrackedProduct["soldBy"];
  lowAt: string | null;
  closedUntil: string | null;
  countedAt: Date | null;
  version: number;
  lots: LotOnHand[];
  /** Recent lots with nothing on hand, for a count that finds some. */
  otherLots: { id: string; code: string; supplier: string }[];
  movements: TwoWayPage<StockMovement>;
  coming: Incoming[];
  days: StockDay[];
  waiting: number;
}

/** A lot that isn't a product, such as a primal to be cut, with its rest. */
export interface LotNotSold {
  id: string;
  code: string;
  supplier: string;
  /** Its name on the receipt or cutting sheet. */
  description: string;
  receivedAt: Date;
  expiresOn: string | null;
  isHeld: boolean;
  leftLb: string;
}

/** Returns lots that aren't products with a rest, first to expire first. For staff who pack. */
export async function lotsNotSold(db: Database, _staff: Staff<"pack">): Promise<LotNotSold[]> {
  const found = await db
    .select({
      id: lots.id,
      code: lots.code,
      supplier: lots.supplier,
      receivedAt: lots.receivedAt,
      expiresOn: lots.expiresOn,
      description: sql<string>`coalesce((select min(description) from receipt_lines
        where receipt_lines.lot_id = lots.id and receipt_lines.product_id is null),
        (select product_name from cutting_outputs
        where cutting_outputs.lot_id = lots.id and cutting_outputs.product_id is null), '')`,
      isHeld: isHeldLot,
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

const offeredLots = 50;

/** Returns a product's stock; null if there is no such product. For staff who pack. */
export async function getStock(
  db: Database,
  _staff: Staff<"pack">,
  productId: string,
  place: MovementsPlace = {},
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
    lotsOnHand(db, productId, unit),
    pageOfMovements(place, async (...at) => {
      // The drip of a piece changes its pounds, but not its count.
      const changes = unit === "pieces" ? ne(stockEntries.pieces, 0) : ne(stockEntries.lb, "0");
      const which = and(eq(stockEntries.productId, productId), or(changes, isCount));
      const entries = await movementsOf(db, which, at);
      return [
        ...entries.map(({ lb, pieces, ...one }) => ({ ...one, amount: amountIn({ lb, pieces }) })),
        ...(await packagesNotTracked(db, productId, at)),
      ];
    }),
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
    .filter(({ amount }) => amount !== 0)
    .map(({ isUsable: _, ...lot }): LotOnHand => lot);
  const { name, soldBy, tracking, lowAt, closedUntil, countedAt, version } = product;
  const row: StockRow = facts
    ? rowOf(facts, countedAt, today)
    : {
        productId,
        name,
        tracking: tracking ?? "none",
        unit,
        onHand: 0,
        held: 0,
        reserved: 0,
        incoming: 0,
        available: null,
        shown: null,
        needsCount: false,
      };
  return {
    ...row,
    soldBy,
    lowAt,
    closedUntil,
    countedAt,
    waiting,
    version: version ?? 0,
    lots: there,
    otherLots: await otherLots(
      db,
      there.flatMap(({ lotId }) => lotId ?? []),
      today,
    ),
    movements,
    coming: coming.map(({ lb, pieces, ...one }) => ({ ...one, amount: amountIn({ lb, pieces }) })),
    days: facts ? daysOf(facts) : [],
  };
}

function daysOf(facts: TrackedProduct): StockDay[] {
  if (facts.tracking === "closed") return [];
  return facts.changes.map((change) => ({ ...change, left: leftOn(facts, change.day) }));
}

/**
 * Returns a product's lots, also empty ones, with what is on hand by the entries, for the stock
 * page and for packing. First to expire first, then oldest; no known lot last.
 */
async function lotsOnHand(db: Database, productId: string, unit: StockUnit) {
  const found = await db
    .select({
      lotId: stockEntries.lotId,
      code: lots.code,
      supplier: lots.supplier,
      receivedAt: lots.receivedAt,
      expiresOn: lots.expiresOn,
      isHeld: isHeldLot,
      isUsable: isUsableOn(pacificDay(new Date())),
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
  return found.map(({ lb, pieces, ...lot }) => ({
    ...lot,
    amount: unit === "pieces" ? pieces : Math.round(Number(lb) * 100),
  }));
}

/**
 * Returns a tracked product's lots to pack from: usable ones on hand, first to expire first,
 * optionally those whose code or supplier contains a text; and empty ones. None for an untracked
 * product. For staff who pack.
 */
export async function lotsToPack(
  db: Database,
  _staff: Staff<"pack">,
  { productId, search }: { productId: string; search: string },
): Promise<{ there: Lot[]; emptied: string[] }> {
  const [facts] = isUuid(productId) ? await readStock(db, [productId]) : [];
  if (!facts || facts.tracking === "closed") return { there: [], emptied: [] };
  const text = search.trim().toLowerCase();
  const known = await lotsOnHand(db, productId, unitOfStock(facts));
  const there = known.flatMap(
    ({ lotId: id, code, supplier, receivedAt, expiresOn, isUsable, amount }) => {
      if (!id || code === null || supplier === null || receivedAt === null) return [];
      const isMeant = [code, supplier].some((one) => one.toLowerCase().includes(text));
      const isOffered = amount > 0 && isUsable && isMeant;
      return isOffered ? [{ id, code, supplier, receivedAt, expiresOn }] : [];
    },
  );
  const emptied = known.flatMap(({ lotId, amount }) => (lotId && amount <= 0 ? [lotId] : []));
  return { there, emptied };
}

/** Returns a page of the movements of a lot, of any product, newest first. For staff who pack. */
export async function movementsOfLot(
  db: Database,
  _staff: Staff<"pack">,
  lotId: string,
  place: MovementsPlace = {},
): Promise<TwoWayPage<StockMovement>> {
  if (!isUuid(lotId)) return { rows: [], hasMore: false, hasNewer: false };
  const which = and(eq(stockEntries.lotId, lotId), or(ne(stockEntries.lb, "0"), isCount));
  return pageOfMovements(place, async (...at) => {
    const found = await movementsOf(db, which, at);
    return found.map(({ lb, pieces: _, ...one }) => ({ ...one, amount: toHundredthsLb(lb) }));
  });
}

/** A count without a difference is listed too. */
const isCount = eq(stockEntries.kind, "count");

interface MovementsPlace {
  before?: Cursor | undefined;
  after?: Cursor | undefined;
}

type Beyond = { cursor: Cursor; side: "<" | ">" } | undefined;

type MovementsAt = [from: Beyond, order: "newest first" | "oldest first", limit: number];

/** Reads a page of movements, which several tables may hold, in one order. */
function pageOfMovements(
  { before, after }: MovementsPlace,
  read: (...at: MovementsAt) => Promise<StockMovement[]>,
): Promise<TwoWayPage<StockMovement>> {
  const beyond = (cursor: Cursor | undefined, side: "<" | ">"): Beyond =>
    cursor && isUuid(cursor.id) ? { cursor, side } : undefined;
  const place = { older: beyond(before, "<"), newer: beyond(after, ">") };
  return pageAt(pageSize(), place, async (from, order, limit) => {
    const newestFirst = (await read(from, order, limit)).sort(
      (one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1),
    );
    return (order === "newest first" ? newestFirst : newestFirst.reverse()).slice(0, limit);
  });
}

function pageOf(at: PgColumn, id: PgColumn, [from, order]: MovementsAt) {
  // Cursors have milliseconds, so times are compared in these.
  const time = sql`date_trunc('milliseconds', ${at})`;
  const towards = order === "newest first" ? desc : asc;
  return {
    beyond: from
      ? sql`(${time}, ${id}) ${sql.raw(from.side)} (${sql.param(from.cursor.at, at)}, ${from.cursor.id}::uuid)`
      : undefined,
    order: [towards(time), towards(id)],
  };
}

/**
 * Returns the newest packages of a product that took nothing from any stock. Meat that was packed
 * before the product was tracked is listed nowhere else.
 */
async function packagesNotTracked(
  db: Database,
  productId: string,
  at: MovementsAt,
): Promise<StockMovement[]> {
  const page = pageOf(packages.packedAt, packages.id, at);
  const rows = await db
    .select({
      id: packages.id,
      lb: packages.netLb,
      at: packages.packedAt,
      by: user.email,
      lotId: packages.lotId,
      lotCode: lots.code,
      ...ofOrder,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(tillSales, eq(tillSales.orderId, orders.id))
    .leftJoin(documents, eq(documents.id, tillSales.documentId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .leftJoin(user, eq(user.id, packages.packedBy))
    .where(
      and(
        eq(orderItems.productId, productId),
        isNull(packages.voidedAt),
        sql`not exists (select from stock_entries where stock_entries.package_id = packages.id)`,
        page.beyond,
      ),
    )
    .orderBy(...page.order)
    .limit(at[2]);
  return rows.map(({ lb, ...row }) => ({
    ...withOrder(row),
    kind: "packed",
    amount: -toHundredthsLb(lb),
    reason: "",
    mark: "not tracked",
    isByHand: false,
  }));
}

const ofOrder = {
  orderId: orders.id,
  orderNumber: orders.number,
  soldAs: documents.documentNumber,
};

function withOrder<
  Row extends { orderId: string | null; orderNumber: number | null; soldAs: string | null },
>({ orderId: id, orderNumber: number, soldAs, ...row }: Row) {
  return { ...row, order: id === null || number === null ? null : { id, number, soldAs } };
}

async function movementsOf(db: Database, which: SQL | undefined, at: MovementsAt) {
  const page = pageOf(stockEntries.enteredAt, stockEntries.id, at);
  const rows = await db
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
      isByHand,
      ...ofOrder,
    })
    .from(stockEntries)
    .leftJoin(lots, eq(lots.id, stockEntries.lotId))
    .leftJoin(user, eq(user.id, stockEntries.enteredBy))
    .leftJoin(packages, eq(packages.id, stockEntries.packageId))
    .leftJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .leftJoin(tillSales, eq(tillSales.orderId, orders.id))
    .leftJoin(documents, eq(documents.id, tillSales.documentId))
    .where(and(which, page.beyond))
    .orderBy(...page.order)
    .limit(at[2]);
  return rows.map(withOrder);
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
