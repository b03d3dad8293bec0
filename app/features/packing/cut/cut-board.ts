import { judgeLine, type StationLine } from "#app/domain/packages/packing.ts";

/** A line's order and client, when several orders are packed together. */
export interface LineOwner {
  orderId: string;
  orderNumber: number;
  /** Increases with every change of the order. */
  version: number;
  clientName: string;
  phone: string;
  /** The zone of the order's run; null without one. */
  zoneName: string | null;
  stop: number | null;
  /** The client's priority when stock is short; null ranks last. */
  rank: number | null;
  /** The order's notes, then the client's standing notes. */
  notes: string;
  /** Lines of other products to pack before the order can be finished. */
  othersLeft: number;
}

export type CutLine = StationLine & { owner: LineOwner };

/** A product across the day's open orders, weighed piece after piece. */
export interface CutBoard {
  day: string;
  productId: string;
  productName: string;
  lines: CutLine[];
  /** Who is signed in; packages are stored as packed by them. */
  packer: string;
}

/** Counts lines of other products that keep an order from being finished. */
export function othersLeft(lines: readonly StationLine[], productId: string): number {
  return lines.filter(
    (line) => line.packState === "open" && line.productId !== productId && judgeLine(line) !== "ok",
  ).length;
}

/** Says how many orders can be finished once a cut's lines are done, given their other lines. */
export function finishableInWords(
  lines: readonly { owner?: Pick<LineOwner, "orderId" | "othersLeft"> }[],
): string {
  const owners = new Map(lines.map(({ owner }) => [owner?.orderId, owner?.othersLeft ?? 0]));
  const ready = [...owners.values()].filter((left) => left === 0).length;
  const all = owners.size;
  if (ready === all)
    return all === 1 ? "Its order can be finished." : "Their orders can be finished.";
  if (ready === 0) {
    return all === 1
      ? "Its order has other products to pack."
      : "Their orders have other products to pack.";
  }
  const others = all - ready === 1 ? "the other has" : `the other ${all - ready} have`;
  return `${ready} of ${all} orders can be finished; ${others} other products to pack.`;
}
