import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";

export interface RunPackage {
  orderId: string;
  orderItemId: string;
  productName: string;
  lb: string;
  /** Null if it is in no box. */
  boxId: string | null;
  /** The number of its box within the order; null without one. */
  box: number | null;
  /** Null if it has no lot. */
  lot: string | null;
  /** Start of the hold on its lot; null if there is none. */
  heldAt: Date | null;
}

export interface StayingLine {
  orderItemId: string;
  productName: string;
  lb: string;
}

/** The part of an order that must not be handed over. */
export interface KeptBack {
  lots: string[];
  /** Lines with meat on hold. */
  lines: string[];
  products: string[];
  /** Boxes with such meat; empty if none were used. */
  boxes: number[];
  /** Everything that stays: meat on hold, and other meat in a box with it. */
  stays: StayingLine[];
  /** True if nothing else is left to hand over. */
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
