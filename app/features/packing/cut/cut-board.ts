import { judgeLine, type StationLine } from "#app/domain/packages/packing.ts";

/** The order and client that a line belongs to, when several orders are packed together. */
export interface LineOwner {
  orderId: string;
  orderNumber: number;
  /** Increases with every change of the order. */
  version: number;
  clientName: string;
  phone: string;
  /** The run that the order leaves with; null without one. */
  zoneName: string | null;
  stop: number | null;
  /** The client's priority when stock is short; null ranks after every number. */
  rank: number | null;
  /** Notes of the order, then the client's standing notes. */
  notes: string;
  /** Lines of other products that have to be packed before the order can be finished. */
  othersLeft: number;
}

export type CutLine = StationLine & { owner: LineOwner };

/** A product across the day's open orders, to be weighed piece after piece. */
export interface CutBoard {
  day: string;
  productId: string;
  productName: string;
  /** In the order of runs and stops. */
  lines: CutLine[];
  /** Who is signed in: packages are stored as packed by them. */
  packer: string;
}

/** Counts lines of other products that keep an order from being finished: open, not as ordered. */
export function othersLeft(lines: readonly StationLine[], productId: string): number {
  return lines.filter(
    (line) => line.packState === "open" && line.productId !== productId && judgeLine(line) !== "ok",
  ).length;
}

/** Says which orders can be finished once the lines of a cut are done: by their other products. */
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
