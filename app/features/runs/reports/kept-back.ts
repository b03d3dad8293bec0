import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";

export interface RunPackage {
  orderId: string;
  orderItemId: string;
  productName: string;
  lb: string;
  boxId: string | null;
  box: number | null;
  lot: string | null;
  heldAt: Date | null;
}

export interface StayingLine {
  orderItemId: string;
  productName: string;
  lb: string;
}

export interface KeptBack {
  lots: string[];
  lines: string[];
  products: string[];
  /** Boxes with such meat; empty if none were used. */
  boxes: number[];
  /** Everything that stays: meat on hold, and other meat in a box with it. */
  stays: StayingLine[];
  isWhole: boolean;
}

/**
 * Returns the packages of an order that stay because of holds; null if none do. Whole boxes stay,
 * since nobody opens them at a door.
 *
 * @param known the latest start of a hold that counts
 */
export function keptBack(packages: readonly RunPackage[], known?: Date): KeptBack | null {
  const held = packages.filter(
    ({ heldAt }) => heldAt !== null && (known === undefined || heldAt <= known),
  );
  if (held.length === 0) return null;
  const boxIds = new Set(held.flatMap(({ boxId }) => boxId ?? []));
  const stays = packages.filter(
    (one) => held.includes(one) || (one.boxId !== null && boxIds.has(one.boxId)),
  );
  const byLine = Map.groupBy(stays, ({ orderItemId }) => orderItemId);
  return {
    lots: unique(held.flatMap(({ lot }) => lot ?? [])),
    lines: unique(held.map(({ orderItemId }) => orderItemId)),
    products: unique(held.map(({ productName }) => productName)),
    boxes: unique(held.flatMap(({ box }) => box ?? [])).sort((a, b) => a - b),
    stays: [...byLine].map(([orderItemId, own]) => ({
      orderItemId,
      productName: own[0]?.productName ?? "",
      lb: toPounds(sumLb(own.map(({ lb }) => lb))),
    })),
    isWhole: stays.length === packages.length,
  };
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)];
