import { and, asc, inArray, ne } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { readStock, type TrackedProduct } from "./read-stock.server.ts";
import {
  type AskedOfStock,
  asOrdered,
  limitOn,
  nextDay,
  type StockLack,
  takenBy,
  unitOfStock,
} from "./stock.ts";

/**
 * Locks the stock of products, after the products themselves (`db/locks.ts`), until the transaction
 * ends, so that each order sees the previous ones. Returns the ids of the tracked products; without
 * any, nothing is locked.
 */
export async function lockStock(
  tx: Transaction,
  productIds: readonly (string | null)[],
): Promise<string[]> {
  const ids = [...new Set(productIds)].filter((id) => id !== null && isUuid(id)) as string[];
  if (ids.length === 0) return [];
  const locked = await tx
    .select({ id: productStock.productId })
    .from(productStock)
    .where(and(inArray(productStock.productId, ids), ne(productStock.tracking, "none")))
    .orderBy(asc(productStock.productId))
    .for("no key update");
  return locked.map(({ id }) => id);
}

/**
 * Returns the lines to be ordered that are unavailable for a day, or today without one. The stock
 * stays locked until the transaction ends, which must store the lines. Staff overrides are up to
 * the caller.
 *
 * @param options.locked the result of `lockStock`, if the caller has locked the stock already
 */
export async function lacksOf(
  tx: Transaction,
  lines: readonly AskedOfStock[],
  day: string | null,
  { locked, ...options }: { withoutOrder?: string | null; locked?: readonly string[] } = {},
): Promise<StockLack[]> {
  const ids = lines.map(({ productId }) => productId);
  const tracked = locked ?? (await lockStock(tx, ids));
  // A separate statement sees what earlier holders of the lock stored.
  return (await readStock(tx, tracked, options)).flatMap((product) => {
    const own = lines.filter(({ productId }) => productId === product.productId);
    return lackOf(product, amountOf(own, product), 0, day) ?? [];
  });
}

/**
 * Returns the stored lines of an order that are unavailable for its day, for products whose stock
 * the transaction locked (`lockStock`) before changing them.
 */
export async function lacksOfStored(
  tx: Transaction,
  lines: readonly AskedOfStock[],
  day: string | null,
): Promise<StockLack[]> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  return (await readStock(tx, ids)).flatMap((product) => {
    const own = lines.filter(({ productId }) => productId === product.productId);
    const amount = amountOf(own, product);
    return lackOf(product, amount, amount, day) ?? [];
  });
}

/** @param counted the part of the amount that is already reserved */
function lackOf(
  product: TrackedProduct,
  amount: number,
  counted: number,
  day: string | null,
): StockLack | null {
  const today = pacificDay(new Date());
  const limit = limitOn(product, day ?? today);
  if (limit === null) return null;
  const isClosed = product.tracking === "closed";
  const most = isClosed ? 0 : limit + counted;
  if (!isClosed && amount <= most) return null;
  const { productId, name } = product;
  const { amount: left, unit } = asOrdered(product, most);
  return { productId, name, unit, left, day, next: nextDay(product, day ?? today) };
}

function amountOf(lines: readonly AskedOfStock[], product: TrackedProduct): number {
  const unit = unitOfStock(product);
  return lines.reduce((sum, line) => sum + takenBy(line, unit, product.typicalPieceLb), 0);
}
