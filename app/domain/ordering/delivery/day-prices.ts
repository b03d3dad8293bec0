/** A line that costs another price on another day. */
export interface LineRepriced {
  lineId: string;
  productName: string;
  orderedPieces: number | null;
  /** Pounds. */
  quantity: string;
  /** Dollars per lb, on the day that the order has and on the other. */
  from: string;
  to: string;
}

/** What a day does to an order's prices, as it is shown before it is saved. */
export interface DayPrices {
  lines: LineRepriced[];
  /** Dollars: what the order comes to now and on that day, with its charges. */
  total: { from: string; to: string };
}

/** The field that says which prices of which day were seen: "<runKey>: <asSeen>". */
export const seenPricesField = "seenPrices";

/** What was shown of a day's prices, to be compared when it is saved; the same only for the same. */
export function asSeen({ lines, total }: DayPrices): string {
  const prices = lines.map(({ lineId, from, to }) => `${lineId} ${from} ${to}`).toSorted();
  return [...prices, `${total.from} ${total.to}`].join(", ");
}
