import type { StationLine } from "#app/domain/packages/packing.ts";

/** Whose a line is, where lines of several orders are packed together. */
export interface LineOwner {
  orderId: string;
  orderNumber: number;
  /** Rises with every change of the order. */
  version: number;
  clientName: string;
  phone: string;
  /** The run it leaves with, and its place there; null without one. */
  zoneName: string | null;
  stop: number | null;
  /** Of the client, where there is not enough for all; null for after those with one. */
  rank: number | null;
  placedAt: Date;
  /** Of the order and of every order of the client's. */
  notes: string;
}

/** A line of the board. */
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
