/** Stock reserved by orders, and what can still be promised for a day (trade.md 9). */
import { type Line, type Order, packedLb } from "./order.ts";
import type { StockBook } from "./stock/stock-book.ts";
import { sum } from "./sums.ts";

export interface PromisedAt {
  today: string;
  /** True if the packer marked the line as done, so that it reserves nothing more. */
  isDone: (line: string) => boolean;
}

/** Unpacked amounts of open lines by day; past days count as today. */
export function reserved(
  { stock, orders }: { stock: StockBook; orders: Iterable<Order> },
  product: string,
  at: PromisedAt,
): Map<string, number> {
  const days = new Map<string, number>();
  for (const { state, day, lines } of orders) {
    if (state !== "pending") continue;
    const taken = sum(
      lines
        .filter((line) => line.product === product && isOpen(line, at))
        .map((line) => Math.max(0, stillToPack(stock, line))),
    );
    const when = day < at.today ? at.today : day;
    if (taken > 0) days.set(when, (days.get(when) ?? 0) + taken);
  }
  return days;
}

/**
 * Returns the amount available for a day: on hand and not on hold, plus incoming, less reserved
 * until then, and at most that of any later day. Undefined means unlimited.
 */
export function leftFor(
  books: { stock: StockBook; orders: Iterable<Order> },
  product: string,
  day: string,
  at: PromisedAt,
): number | undefined {
  return leftOn(books, product, at)(day);
}

/** Returns `leftFor` for any day, while nothing changes. */
export function leftOn(
  books: { stock: StockBook; orders: Iterable<Order> },
  product: string,
  at: PromisedAt,
): (day: string) => number | undefined {
  const { stock } = books;
  const { tracking, until } = stock.kept(product);
  if (tracking === "none") return () => undefined;
  if (tracking === "closed") return (day) => (until !== undefined && day >= until ? undefined : 0);
  const [comes, goes] = [stock.incoming(product, at.today), reserved(books, product, at)];
  const there = stock.onHand(product) - stock.onHold(product);
  const on = (last: string) => {
    const until = (days: Map<string, number>) =>
      sum([...days].filter(([one]) => one <= last).map(([, amount]) => amount));
    return there + until(comes) - until(goes);
  };
  return (day) => {
    const days = [day, ...comes.keys(), ...goes.keys()].filter((one) => one >= day);
    return Math.min(...days.map(on));
  };
}

/** True if more of a line may still be taken from stock. */
export function isOpen({ state, id }: Line, { isDone }: PromisedAt): boolean {
  return (state === "open" || state === "packed") && !isDone(id);
}

function stillToPack(stock: StockBook, line: Line): number {
  const ordered = stock.amountOf(line.product, line.lb);
  if (stock.kept(line.product).tracking !== "pieces") return ordered - packedLb(line);
  const live = line.packages.filter(({ voided }) => !voided);
  return ordered - sum(live.map(({ pieces }) => pieces));
}
