import { and, asc, eq, inArray } from "drizzle-orm";
import { lineTotalCents, sumCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { belowMinimum, notSold } from "../order-refusals.ts";
import { type CheckedOrder, OrderRefusedError, PriceChangedError } from "./order-rules.ts";

type AskedLine = CheckedOrder["lines"][number];

/** A line with its product's current name and price. */
interface PricedLine extends AskedLine {
  name: string;
  pricePerLb: string;
  /** Line total. */
  cents: number;
}

/** The largest total the table accepts, in cents. */
const maxTotalCents = 999_999_999_999;

/**
 * Looks up today's names and prices for an order's lines, keeping their order. The products stay
 * locked until the transaction ends.
 *
 * @throws OrderRefusedError for products that are not sold and for a total that is too small or too
 *   large, PriceChangedError
 */
export async function priceLines(
  tx: Transaction,
  asked: AskedLine[],
  minOrderCents: number,
): Promise<PricedLine[]> {
  const lines = await priced(tx, asked);
  refuseChangedPrices(lines);
  refuseTotal(lines, minOrderCents);
  return lines;
}

/**
 * Inserts an order's lines; returns them with the subtotals computed by the database, in dollars.
 */
export function addLines(tx: Transaction, orderId: string, lines: PricedLine[]) {
  return tx
    .insert(orderItems)
    .values(
      lines.map(({ productId, name, quantity, pricePerLb }, position) => ({
        orderId,
        position,
        productId,
        productName: name,
        quantity,
        pricePerLb,
      })),
    )
    .returning({
      productName: orderItems.productName,
      quantity: orderItems.quantity,
      pricePerLb: orderItems.pricePerLb,
      subtotal: orderItems.subtotal,
    });
}

async function priced(tx: Transaction, asked: AskedLine[]): Promise<PricedLine[]> {
  const ids = asked.map(({ productId }) => productId);
  const sold = await tx
    .select({ id: products.id, name: products.name, pricePerLb: products.pricePerLb })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.isActive, true)))
    // Lock in a consistent order to avoid deadlocks between orders.
    .orderBy(asc(products.id))
    .for("share");
  const byId = new Map(sold.map(({ id, ...product }) => [id, product]));

  const problems = [];
  const lines = [];
  for (const [index, line] of asked.entries()) {
    const product = byId.get(line.productId);
    if (product) {
      const cents = lineTotalCents(toCents(product.pricePerLb), line.quantity);
      lines.push({ ...line, ...product, cents });
    } else {
      const { productId } = line;
      problems.push({ field: `lines.${index}.productId`, productId, message: notSold });
    }
  }
  if (problems.length > 0) throw new OrderRefusedError(problems);
  return lines;
}

function refuseChangedPrices(lines: PricedLine[]): void {
  const changes = lines
    .filter(({ pricePerLb, seenPricePerLb }) => pricePerLb !== seenPricePerLb)
    .map(({ quantity: _, cents: __, ...change }) => change);
  if (changes.length > 0) throw new PriceChangedError(changes);
}

function refuseTotal(lines: PricedLine[], minOrderCents: number): void {
  const cents = sumCents(lines, (line) => line.cents);
  const message =
    cents > maxTotalCents
      ? "This is more than can be ordered at once. Please split it into two orders."
      : belowMinimum(cents, minOrderCents);
  if (message) throw new OrderRefusedError([{ field: "lines", message }]);
}
