import type { StationLine } from "#app/domain/packages/packing.ts";

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
