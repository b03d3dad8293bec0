import { and, asc, eq, inArray } from "drizzle-orm";
import { lineTotalCents, toCents } from "#app/lib/money.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { notSold } from "./order-texts.ts";
import { type CheckedOrder, OrderRefusedError, PriceChangedError } from "./place-order.ts";

type AskedLine = CheckedOrder["lines"][number];

/** A line that can be bought, with its product as it stands in the catalogue. */
interface PricedLine extends AskedLine {
  name: string;
  pricePerLb: string;
}

/** The most that the table takes as a total, in cents. */
const maxTotalCents = 999_999_999_999;

/**
 * Writes the lines of an order that is being placed, in the order given, with today's names and
 * prices. Nobody can change those until the transaction has ended.
 *
 * @returns the lines as stored, subtotals included
 * @throws OrderRefusedError for products that are not sold, PriceChangedError
 */
export async function addPricedLines(tx: Transaction, orderId: string, asked: AskedLine[]) {
  const lines = await priced(tx, asked);
  refuseChangedPrices(lines);
  refuseBeyondTable(lines);
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
    // Always locked in one order, so that no two orders wait for each other.
    .orderBy(asc(products.id))
    .for("share");
  const byId = new Map(sold.map(({ id, ...product }) => [id, product]));

  const problems = [];
  const lines = [];
  for (const [index, line] of asked.entries()) {
    const product = byId.get(line.productId);
    if (product) lines.push({ ...line, ...product });
    else {
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
    .map(({ quantity: _, ...change }) => change);
  if (changes.length > 0) throw new PriceChangedError(changes);
}

function refuseBeyondTable(lines: PricedLine[]): void {
  const cents = lines.reduce(
    (sum, { pricePerLb, quantity }) => sum + lineTotalCents(toCents(pricePerLb), quantity),
    0,
  );
  if (cents <= maxTotalCents) return;
  const message = "This is more than can be ordered at once. Please make two orders of it.";
  throw new OrderRefusedError([{ field: "lines", message }]);
}
