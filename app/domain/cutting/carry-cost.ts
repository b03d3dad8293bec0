import { lineTotalCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { sharedOut } from "#app/lib/amounts/shared-out.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { CostBasis } from "#db/schema/values/meat/cuttings.ts";

/** The basis until the owner has chosen one. */
export const firstCostBasis: CostBasis = "value";

/** A lot's data for costs. Null means unknown, which is never 0. */
export interface CostedLot {
  id: string;
  /** As received. */
  lb: string | null;
  costCents: number | null;
}

/** A cutting's data for costs. */
export interface CostedCutting {
  /** Increases over time: a lot is made before it is cut. */
  number: number;
  costBy: CostBasis;
  inputs: { lotId: string; lb: string }[];
  /** The price is null for an output that isn't a product and has no stated value. */
  outputs: { lotId: string; lb: string; pricePerLb: string | null }[];
}

/**
 * Returns the cost of each lot made by cuttings, exact in sum. A lot's cost is divided by weight
 * between its cuttings and its remainder; a cutting's cost is divided between its outputs by weight
 * or by sales value. By value, outputs without a price first bear the cost of their pounds. Waste
 * bears nothing. If one input's cost is unknown, so are all outputs'.
 *
 * @param lots the inputs that none of these cuttings made
 */
export function carriedDown(
  lots: readonly CostedLot[],
  cuttings: readonly CostedCutting[],
): Map<string, number | null> {
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  const ordered = cuttings.toSorted((one, other) => one.number - other.number);
  const carried = new Map<string, number | null>();
  for (const cutting of ordered) {
    const shares = cutting.inputs.map(({ lotId }) => shareOf(lotId, cutting, ordered, known));
    const costs = outputCosts(cutting, shares);
    for (const [index, { lotId, lb }] of cutting.outputs.entries()) {
      const costCents = costs[index] ?? null;
      carried.set(lotId, costCents);
      known.set(lotId, { id: lotId, lb, costCents });
    }
  }
  return carried;
}

/** Returns a cutting's share of each input's cost, given all cuttings of its inputs. */
export function inputCosts(
  cutting: CostedCutting,
  cuttings: readonly CostedCutting[],
  lots: readonly CostedLot[],
): (number | null)[] {
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  return cutting.inputs.map(({ lotId }) => shareOf(lotId, cutting, cuttings, known));
}

function shareOf(
  lotId: string,
  { number }: CostedCutting,
  cuttings: readonly CostedCutting[],
  known: ReadonlyMap<string, CostedLot>,
): number | null {
  const lot = known.get(lotId);
  if (!lot || lot.costCents === null || lot.lb === null) return null;
  const uses = cuttings.flatMap((one) =>
    one.inputs
      .filter((input) => input.lotId === lotId)
      .map(({ lb }) => ({ number: one.number, lb: toHundredthsLb(lb) as number })),
  );
  const used = uses.reduce((sum, { lb }) => sum + lb, 0);
  // If more is cut than was received, no cost remains with the lot.
  const left = Math.max(0, toHundredthsLb(lot.lb) - used);
  const shares = sharedOut(lot.costCents, [...uses.map(({ lb }) => lb), left]);
  return shares[uses.findIndex((one) => one.number === number)] ?? null;
}

function outputCosts(
  { costBy, outputs }: Pick<CostedCutting, "costBy" | "outputs">,
  shares: readonly (number | null)[],
): (number | null)[] {
  if (shares.some((share) => share === null)) return outputs.map(() => null);
  const cents = shares.reduce((sum: number, share) => sum + (share ?? 0), 0);
  const byWeight = sharedOut(
    cents,
    outputs.map(({ lb }) => toHundredthsLb(lb)),
  );
  if (costBy === "weight" || outputs.every(({ pricePerLb }) => pricePerLb === null)) {
    return byWeight;
  }
  const unpriced = outputs.map(({ pricePerLb }, index) =>
    pricePerLb === null ? (byWeight[index] ?? 0) : 0,
  );
  const byValue = sharedOut(
    cents - unpriced.reduce((sum, share) => sum + share, 0),
    outputs.map(({ lb, pricePerLb }) =>
      pricePerLb === null ? 0 : lineTotalCents(toCents(pricePerLb), toHundredthsLb(lb)),
    ),
  );
  return byValue.map((share, index) => share + (unpriced[index] ?? 0));
}
