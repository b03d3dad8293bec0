import { costLine, orderCosts } from "#app/domain/orders/order-costs.ts";
import { formatCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatLb, hundredthsLb, poundsOfPieces, toPounds } from "#app/lib/amounts/weight.ts";
import { hundredthsOf, isWithin, numberBounds, wholeOf } from "#app/lib/form/typed-numbers.ts";

const examplePieces = 3;
const exampleLb = 10;

/** Describes the cost of an example order by the form's values; null if a number is missing. */
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
    taxCode = "Z",
  } = values;
  const centsPerLb = hundredthsOf(pricePerLb);
  const tolerance = overCapPct.trim() === "" ? shopOverCapPct : wholeOf(overCapPct);
  if (!isWithin(centsPerLb, numberBounds.pricePerLb)) return null;
  if (!isWithin(tolerance, numberBounds.overCapPct)) return null;
  const sold = { pricePerLb: toDollars(centsPerLb), overCapPct: tolerance, taxCode };
  const costs = (lb: string) => {
    const { taxes, estimateCents, mostCents } = orderCosts([costLine(sold, lb)]);
    const withTax = taxes.length > 0 ? " with tax" : "";
    return `estimate ${formatCents(estimateCents)}${withTax}, at most ${formatCents(mostCents)}`;
  };
  if (soldBy === "piece") {
    const typical = hundredthsOf(typicalPieceLb);
    if (!isWithin(typical, numberBounds.typicalPieceLb)) return null;
    const lb = poundsOfPieces(examplePieces, toPounds(hundredthsLb(typical)));
    return `${examplePieces} pieces: about ${formatLb(Number(lb))}, ${costs(lb)}`;
  }
  const step = orderStepLb.trim() === "" ? 1 : hundredthsOf(orderStepLb);
  if (!isWithin(step, numberBounds.orderStepLb)) return null;
  // The lowest weight from 10 lb that can be ordered.
  const lb = toPounds(hundredthsLb(Math.ceil((exampleLb * 100) / step) * step));
  return `${formatLb(Number(lb))}: ${costs(lb)}`;
}
