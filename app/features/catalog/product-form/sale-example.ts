import { lineTotalCents, promiseCents } from "#app/lib/line-totals.ts";
import { formatCents, toDollars } from "#app/lib/money.ts";
import { formatLb, poundsOfPieces } from "#app/lib/weight.ts";
import { hundredthsOf, isWithin, numberBounds, wholeOf } from "./typed-numbers.ts";

/** Pieces and pounds of the example order. */
const examplePieces = 3;
const exampleLb = 10;

/**
 * What an order of the product costs, as customers will read it, from the form's values; null until
 * the numbers it needs are there. `shopOverCapPct` applies where the tolerance is empty.
 */
export function saleExample(
  values: Partial<Record<string, string>>,
  shopOverCapPct: number,
): string | null {
  const {
    pricePerLb = "",
    soldBy,
    typicalPieceLb = "",
    orderStepLb = "",
    overCapPct = "",
  } = values;
  const centsPerLb = hundredthsOf(pricePerLb);
  const tolerance = overCapPct.trim() === "" ? shopOverCapPct : wholeOf(overCapPct);
  if (!isWithin(centsPerLb, numberBounds.pricePerLb)) return null;
  if (!isWithin(tolerance, numberBounds.overCapPct)) return null;
  const costs = (lb: string) => {
    const estimate = lineTotalCents(centsPerLb, lb);
    const most = formatCents(promiseCents(estimate, tolerance));
    return `estimate ${formatCents(estimate)}, at most ${most}`;
  };
  if (soldBy === "piece") {
    const typical = hundredthsOf(typicalPieceLb);
    if (!isWithin(typical, numberBounds.typicalPieceLb)) return null;
    const lb = poundsOfPieces(examplePieces, toDollars(typical));
    return `${examplePieces} pieces: about ${formatLb(Number(lb))}, ${costs(lb)}`;
  }
  const step = orderStepLb.trim() === "" ? 1 : hundredthsOf(orderStepLb);
  if (!isWithin(step, numberBounds.orderStepLb)) return null;
  // The first weight from 10 lb on that can be ordered.
  const lb = toDollars(Math.ceil((exampleLb * 100) / step) * step);
  return `${formatLb(Number(lb))}: ${costs(lb)}`;
}
