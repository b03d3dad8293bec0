import { and, asc, eq, inArray } from "drizzle-orm";
import { lineTotalCents, sumCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { ofProduct, type PriceSource, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";
import { leastError, stepError, unitOf } from "../order-quantity.ts";
import { notAvailable } from "../order-refusals.ts";
import {
  type CheckedOrder,
  type OrderProblem,
  OrderRefusedError,
  PriceChangedError,
} from "./order-rules.ts";

type AskedLine = CheckedOrder["lines"][number];

/** What is read of a product now, and copied to its line. */
const productColumns = {
  id: products.id,
  name: products.name,
  pricePerLb: pricedFor.pricePerLb,
  minLb: pricedFor.minLb,
  priceSource: pricedFor.source,
  priceSourceName: pricedFor.sourceName,
  basePricePerLb: pricedFor.basePricePerLb,
  soldBy: products.soldBy,
  typicalPieceLb: products.typicalPieceLb,
  orderStepLb: products.orderStepLb,
  overCapPct: toleranceInForce,
  taxCode: products.taxCode,
};

type PricedProduct = Pick<
  typeof products.$inferSelect,
  "name" | "pricePerLb" | "soldBy" | "typicalPieceLb" | "orderStepLb" | "taxCode"
> & {
  overCapPct: number;
  /** The least that the customer may order of it; null for no limit. */
  minLb: string | null;
  priceSource: PriceSource;
  priceSourceName: string;
  basePricePerLb: string;
};

/** Whose prices apply, and on which day of delivery ("2026-11-26"). */
interface PricedFor {
  customerId: string;
  day: string;
}

/** A line with its product as it is sold now. */
interface PricedLine extends AskedLine {
  product: PricedProduct;
  /** The estimate. */
  cents: number;
}

/** The largest total in cents: the table's, less the largest charges. */
const maxTotalCents = 999_999_999_999 - 20_000_000;

/**
 * Looks up names, units and the customer's prices for an order's lines, keeping their order. The
 * products stay locked until the transaction ends.
 *
 * @throws OrderRefusedError for products that are not sold, for pounds out of step and for a total
 *   that is too large, PriceChangedError
 */
export async function priceLines(
  tx: Transaction,
  asked: AskedLine[],
  whose: PricedFor,
): Promise<PricedLine[]> {
  const lines = await priced(tx, asked, whose);
  refuseChanges(lines);
  refuseOutOfStep(lines);
  refuseTooLittle(lines);
  refuseTotal(lines);
  return lines;
}

/**
 * Inserts an order's lines; returns them with the estimates and promises computed by the database,
 * in dollars.
 */
export function addLines(tx: Transaction, orderId: string, lines: PricedLine[]) {
  return tx
    .insert(orderItems)
    .values(
      lines.map(({ productId, quantity, pieces, product }, position) => ({
        orderId,
        position,
        productId,
        productName: product.name,
        soldBy: product.soldBy,
        orderedPieces: pieces,
        typicalPieceLb: product.typicalPieceLb,
        quantity,
        pricePerLb: product.pricePerLb,
        priceSource: product.priceSource,
        priceSourceName: product.priceSourceName,
        basePricePerLb: product.basePricePerLb,
        overCapPct: product.overCapPct,
        taxCode: product.taxCode,
      })),
    )
    .returning({
      productName: orderItems.productName,
      orderedPieces: orderItems.orderedPieces,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
      promisedAmount: orderItems.promisedAmount,
      taxCode: orderItems.taxCode,
    });
}

async function priced(
  tx: Transaction,
  asked: AskedLine[],
  { customerId, day }: PricedFor,
): Promise<PricedLine[]> {
  const ids = asked.map(({ productId }) => productId);
  const sold = await tx
    .select(productColumns)
    .from(products)
    .innerJoin(pricesOn(customerId, day), ofProduct)
    .where(and(inArray(products.id, ids), eq(products.isActive, true), pricedFor.isOffered))
    // Lock in a consistent order to avoid deadlocks between orders.
    .orderBy(asc(products.id))
    .for("share", { of: products });
  const byId = new Map(sold.map(({ id, ...product }) => [id, product]));

  const problems = [];
  const lines = [];
  for (const [index, line] of asked.entries()) {
    const product = byId.get(line.productId);
    if (product) {
      const cents = lineTotalCents(toCents(product.pricePerLb), line.quantity);
      lines.push({ ...line, product, cents });
    } else {
      const { productId } = line;
      problems.push({ field: `lines.${index}.productId`, productId, message: notAvailable });
    }
  }
  if (problems.length > 0) throw new OrderRefusedError(problems);
  return lines;
}

function refuseChanges(lines: PricedLine[]): void {
  const changes = lines
    .map(({ productId, seenPricePerLb, seenUnit, product }) => {
      const { name, pricePerLb } = product;
      return { productId, name, seenPricePerLb, pricePerLb, seenUnit, unit: unitOf(product) };
    })
    .filter(
      ({ seenPricePerLb, pricePerLb, seenUnit, unit }) =>
        pricePerLb !== seenPricePerLb || unit !== seenUnit,
    );
  if (changes.length > 0) throw new PriceChangedError(changes);
}

function refuseOutOfStep(lines: PricedLine[]): void {
  const problems = lines.flatMap(({ productId, quantity, product }, index): OrderProblem[] => {
    const message = product.soldBy === "lb" ? stepError(quantity, product.orderStepLb) : null;
    return message ? [{ field: `lines.${index}.quantity`, productId, message }] : [];
  });
  if (problems.length > 0) throw new OrderRefusedError(problems);
}

/** A price list may ask for a least quantity; of staff too, who can change the list. */
function refuseTooLittle(lines: PricedLine[]): void {
  const problems = lines.flatMap(({ productId, quantity, product }, index): OrderProblem[] => {
    const message = leastError(quantity, product.minLb, product);
    return message ? [{ field: `lines.${index}.quantity`, productId, message }] : [];
  });
  if (problems.length > 0) throw new OrderRefusedError(problems);
}

function refuseTotal(lines: PricedLine[]): void {
  if (sumCents(lines, (line) => line.cents) <= maxTotalCents) return;
  const message = "This is more than can be ordered at once. Please split it into two orders.";
  throw new OrderRefusedError([{ field: "lines", message }]);
}
