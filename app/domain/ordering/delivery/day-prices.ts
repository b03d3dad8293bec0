export interface LineRepriced {
  lineId: string;
  productName: string;
  orderedPieces: number | null;
  /** Pounds. */
  quantity: string;
  /** Dollars per lb on the order's current day and on the other. */
  from: string;
  to: string;
}

/** What a day changes about an order's prices, shown before saving. */
export interface DayPrices {
  lines: LineRepriced[];
  /** The order's total with its charges, now and on that day, in dollars. */
  total: { from: string; to: string };
}

/** The form field for the day whose prices were shown, and the prices: "<runKey>: <asSeen>". */
export const seenPricesField = "seenPrices";

/** Serializes the prices as shown, to compare them when saving. */
export function asSeen({ lines, total }: DayPrices): string {
  const prices = lines.map(({ lineId, from, to }) => `${lineId} ${from} ${to}`).toSorted();
  return [...prices, `${total.from} ${total.to}`].join(", ");
}
