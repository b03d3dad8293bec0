import { type CostLine, costLine, orderCosts } from "#app/domain/orders/order-costs.ts";
import { type SoldProduct, soldTo } from "#app/domain/orders/order-lines.server.ts";
import { leastError, stepError, unitOf } from "#app/domain/orders/order-quantity.ts";
import { notAvailable } from "#app/domain/orders/order-refusals.ts";
import { lackInWords } from "#app/domain/stock/stock.ts";
import { lacksOf } from "#app/domain/stock/take-stock.server.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import {
  type CheckedOrder,
  type OrderProblem,
  OrderRefusedError,
  PriceChangedError,
  refuseOrder,
} from "./order-rules.ts";

type AskedLine = CheckedOrder["lines"][number];

/** Whose prices apply, and for which day of delivery ("2026-11-26"). */
interface PricedFor {
  customerId: string;
  /** Null for none: then today's prices and stock. */
  day: string | null;
  /** Staff have a reason to promise more than there is. */
  isForced?: boolean;
  /** An order that this one is placed instead of. */
  insteadOf?: string | null;
}

/** A line with its product as it is sold now. */
type PricedLine = AskedLine & CostLine<SoldProduct["taxCode"]> & { product: SoldProduct };

/** The largest total in cents: the table's, less the largest charges with their taxes. */
const maxTotalCents = 999_999_999_999 - 22_400_000;

/**
 * Looks up names, units and the customer's prices for an order's lines, keeping their order. The
 * products stay locked until the transaction ends, and their stock behind them, of which nobody else can
 * order until these lines are stored.
 *
 * @throws OrderRefusedError for products that are not sold, for pounds out of step, for more than is left
 *   in stock and for a total that is too large; PriceChangedError, which says both where both are so
 */
export async function priceLines(
  tx: Transaction,
  asked: AskedLine[],
  whose: PricedFor,
): Promise<PricedLine[]> {
  const lines = await priced(tx, asked, whose);
  const lacks = whose.isForced ? [] : await lacking(tx, lines, whose);
  refuseChanges(lines, lacks);
  refuseOutOfStep(lines);
  refuseTooLittle(lines);
  if (lacks.length > 0) throw new OrderRefusedError(lacks);
  refuseTotal(lines);
  return lines;
}

async function priced(
  tx: Transaction,
  asked: AskedLine[],
  whose: PricedFor,
): Promise<PricedLine[]> {
  const ids = asked.map(({ productId }) => productId);
  const byId = new Map((await soldTo(tx, whose, ids)).map((product) => [product.id, product]));

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

/** Of what there is less left than all lines of it ask for; said of the first of them. */
async function lacking(
  tx: Transaction,
  lines: PricedLine[],
  { day, insteadOf = null }: PricedFor,
): Promise<OrderProblem[]> {
  const lacks = await lacksOf(tx, lines, day, { withoutOrder: insteadOf });
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

/**
 * A price list may ask for a least quantity, of all lines of a product together; of staff too, who can
 * change the list.
 */
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
