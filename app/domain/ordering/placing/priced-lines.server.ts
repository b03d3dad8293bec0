import { type CostLine, costLine, orderCosts } from "#app/domain/orders/order-costs.ts";
import { type SoldProduct, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { leastError, stepError, unitOf } from "#app/domain/orders/order-quantity.ts";
import { notAvailable } from "#app/domain/orders/order-refusals.ts";
import { lackInWords } from "#app/domain/stock/stock.ts";
import { lacksOf, lockStock } from "#app/domain/stock/take-stock.server.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import { together } from "#db/together.ts";
import {
  type CheckedOrder,
  type OrderProblem,
  OrderRefusedError,
  PriceChangedError,
  refuseOrder,
} from "./order-rules.ts";

type AskedLine = CheckedOrder["lines"][number];

/** The customer whose prices apply, and the delivery day ("2026-11-26"). */
interface PricedFor {
  customerId: string;
  /** Null for no day: today's prices and stock apply. */
  day: string | null;
  /** True if staff gave a reason to promise more than is in stock. */
  isForced?: boolean;
  /** The order that this one replaces. */
  insteadOf?: string | null;
}

type PricedLine = AskedLine & CostLine<SoldProduct["taxCode"]> & { product: SoldProduct };

/** The largest total in cents: the column's maximum, less the largest charges with their taxes. */
const maxTotalCents = 999_999_999_999 - 22_400_000;

interface SoldNow {
  sold: SoldProduct[];
  /** The products whose stock was locked; null if staff promise more than is in stock. */
  tracked: string[] | null;
}

/**
 * Reads and locks the products of an order's lines, and then their stock, until the transaction
 * ends. Refuses nothing, so that it can be sent together with other reads.
 */
export async function readSold(
  tx: Transaction,
  asked: readonly Pick<AskedLine, "productId">[],
  whose: PricedFor,
): Promise<SoldNow> {
  const ids = asked.map(({ productId }) => productId);
  const [sold, tracked] = await together([
    soldTo(tx, whose, ids),
    whose.isForced ? null : lockStock(tx, ids),
  ]);
  return { sold, tracked };
}

/**
 * Looks up names, units and the customer's prices for an order's lines, keeping their order. Locks
 * products and stock, unless the caller has (`readSold`).
 *
 * @throws OrderRefusedError for products that are not sold, pounds out of step, too little stock or
 *   too large a total; PriceChangedError, which also reports the stock
 */
export async function priceLines(
  tx: Transaction,
  asked: AskedLine[],
  whose: PricedFor,
  read?: SoldNow,
): Promise<PricedLine[]> {
  const { sold, tracked } = read ?? (await readSold(tx, asked, whose));
  const lines = priced(asked, sold);
  const lacks = tracked ? await lacking(tx, lines, whose, tracked) : [];
  refuseChanges(lines, lacks);
  refuseOutOfStep(lines);
  refuseTooLittle(lines);
  if (lacks.length > 0) throw new OrderRefusedError(lacks);
  refuseTotal(lines);
  return lines;
}

function priced(asked: AskedLine[], sold: readonly SoldProduct[]): PricedLine[] {
  const byId = new Map(sold.map((product) => [product.id, product]));
  const problems = [];
  const lines = [];
  for (const [index, line] of asked.entries()) {
    const product = byId.get(line.productId);
    if (product) lines.push({ ...line, product, ...costLine(product, line.quantity) });
    else {
      const { productId } = line;
      problems.push({ field: `lines.${index}.productId`, productId, message: notAvailable });
    }
  }
  if (problems.length > 0) throw new OrderRefusedError(problems);
  return lines;
}

async function lacking(
  tx: Transaction,
  lines: PricedLine[],
  { day, insteadOf = null }: PricedFor,
  locked: readonly string[],
): Promise<OrderProblem[]> {
  const lacks = await lacksOf(tx, lines, day, { withoutOrder: insteadOf, locked });
  return lacks.map((lack) => {
    const { productId } = lack;
    const index = lines.findIndex((line) => line.productId === productId);
    const message = lackInWords(lack);
    return { field: `lines.${index}.stock`, productId, message, isStock: true as const };
  });
}

function refuseChanges(lines: PricedLine[], besides: OrderProblem[]): void {
  const changes = lines
    .map(({ productId, seenPricePerLb, seenUnit, product }) => {
      const { name, pricePerLb } = product;
      return { productId, name, seenPricePerLb, pricePerLb, seenUnit, unit: unitOf(product) };
    })
    .filter(
      ({ seenPricePerLb, pricePerLb, seenUnit, unit }) =>
        pricePerLb !== seenPricePerLb || unit !== seenUnit,
    );
  if (changes.length > 0) throw new PriceChangedError(changes, besides);
}

function refuseOutOfStep(lines: PricedLine[]): void {
  const problems = lines.flatMap(({ productId, quantity, product }, index): OrderProblem[] => {
    const message = product.soldBy === "lb" ? stepError(quantity, product.orderStepLb) : null;
    return message ? [{ field: `lines.${index}.quantity`, productId, message }] : [];
  });
  if (problems.length > 0) throw new OrderRefusedError(problems);
}

/** Applies the price list's minimum quantity to each product's lines together, for staff too. */
function refuseTooLittle(lines: PricedLine[]): void {
  const problems = lines.flatMap(({ productId, product }, index): OrderProblem[] => {
    const own = lines.filter((line) => line.productId === productId);
    const together = toPounds(sumLb(own.map(({ quantity }) => quantity)));
    const message = leastError(together, product.minLb, product);
    return message ? [{ field: `lines.${index}.quantity`, productId, message }] : [];
  });
  if (problems.length > 0) throw new OrderRefusedError(problems);
}

function refuseTotal(lines: PricedLine[]): void {
  if (orderCosts(lines).estimateCents <= maxTotalCents) return;
  const message = "This is more than can be ordered at once. Please split it into two orders.";
  refuseOrder("lines", message);
}
