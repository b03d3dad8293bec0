import type { StationLine } from "#app/domain/packages/packing.ts";
import { lbLess, poundsOfPieces, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";

export interface ProductToAdd {
  id: string;
  name: string;
  category: string | null;
  soldBy: SalesUnit;
  typicalPieceLb: string | null;
}

/** An earlier substitute, and how often it was sent. */
export interface UsualSubstitute {
  askedId: string;
  sentId: string;
  times: number;
}

type Replaced = { category: string | null } & Pick<
  StationLine,
  | "productId"
  | "productName"
  | "soldBy"
  | "orderedPieces"
  | "typicalPieceLb"
  | "quantity"
  | "mostLb"
  | "packedLb"
>;

export interface OfferGroup {
  label: string;
  products: ProductToAdd[];
}

/**
 * Returns possible substitutes for a line, the likeliest first: earlier ones by how often they were
 * sent, then the same part of the animal, then the rest. Within a group, products that share words
 * with its name ("steak", "roast") and its unit come first.
 */
export function substituteGroups(
  line: Replaced,
  products: readonly ProductToAdd[],
  usual: readonly UsualSubstitute[],
): OfferGroup[] {
  const times = new Map(
    usual.flatMap(({ askedId, ...sent }) =>
      askedId === line.productId ? [[sent.sentId, sent.times] as const] : [],
    ),
  );
  const likeness = (product: ProductToAdd) =>
    2 * sharedWords(line.productName, product.name) + (product.soldBy === line.soldBy ? 1 : 0);
  // Products come sorted by name, which the stable sort keeps among equals.
  const sorted = products
    .filter(({ id }) => id !== line.productId)
    .toSorted((one, other) => likeness(other) - likeness(one));
  const sent = sorted
    .filter(({ id }) => times.has(id))
    .toSorted((one, other) => (times.get(other.id) ?? 0) - (times.get(one.id) ?? 0));
  const isLike = ({ category }: ProductToAdd) =>
    line.category !== null && category === line.category;
  const rest = sorted.filter(({ id }) => !times.has(id));
  return [
    { label: "Sent instead before", products: sent },
    { label: "Similar cuts", products: rest.filter(isLike) },
    { label: "Everything else", products: rest.filter((product) => !isLike(product)) },
  ].filter((group) => group.products.length > 0);
}

/**
 * Returns a substitute's default amount, as typed: what the line lacks, in the substitute's unit.
 * Pieces are rounded to what the client's maximum pays for.
 */
export function askedOf(line: Replaced, product: ProductToAdd | undefined): string {
  const left = Math.max(0, lbLess(line.quantity, line.packedLb));
  if (product?.soldBy !== "piece" || !product.typicalPieceLb) {
    return left === 0 ? "" : String(left / 100);
  }
  const piece = toHundredthsLb(product.typicalPieceLb);
  const nearest = Math.max(1, Math.round(left / piece));
  const most = lbLess(line.mostLb, line.packedLb);
  const isOver = toHundredthsLb(poundsOfPieces(nearest, product.typicalPieceLb)) > most;
  return left === 0 ? "" : String(isOver && nearest > 1 ? nearest - 1 : nearest);
}

function sharedWords(one: string, other: string): number {
  const words = wordsOf(one);
  return wordsOf(other).filter((word) => words.includes(word)).length;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}
