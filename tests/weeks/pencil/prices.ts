/** Finds a customer's price of a product on a delivery day (trade.md 4, "Resolution"). */
import { plusDays } from "./days.ts";
import { Impossible } from "./sums.ts";

/** Includes both days; a missing one leaves that side open. */
interface Window {
  from?: string;
  until?: string;
}

export interface Price {
  /** Cents per pound; undefined if the list doesn't offer the product. */
  price: number | undefined;
  source: "customer" | "list" | "base";
  list?: string;
  window?: Window;
  base: number;
  /** The list's minimum in hundredths of a pound. It doesn't change the price. */
  minLb?: number;
}

interface ListItem {
  price: number | "not offered";
  minLb?: number;
}

interface List extends Window {
  /** Position in order of entry. */
  row: number;
  items: Map<string, ListItem>;
}

interface CustomerPrice extends Window {
  customer: string;
  product: string;
  price: number;
  row: number;
}

const holds = ({ from, until }: Window, day: string) =>
  (from === undefined || from <= day) && (until === undefined || day <= until);

const overlap = (a: Window, b: Window) =>
  (a.from === undefined || b.until === undefined || a.from <= b.until) &&
  (b.from === undefined || a.until === undefined || b.from <= a.until);

/** Sorts by the latest start, then the newest row. A missing start is the earliest. */
function newestFirst(a: { from?: string; row: number }, b: { from?: string; row: number }): number {
  const [left, right] = [a.from ?? "", b.from ?? ""];
  if (left === right) return b.row - a.row;
  return left < right ? 1 : -1;
}

export class PriceBook {
  #rows = 0;
  readonly #bases = new Map<string, number>();
  readonly #lists = new Map<string, List>();
  /** By customer: the rank of each of its lists. */
  readonly #ranks = new Map<string, Map<string, number>>();
  #ofCustomers: CustomerPrice[] = [];

  base(product: string, price: number): void {
    this.#bases.set(product, price);
  }

  /** Adds a list, or changes its window and keeps the items. */
  list(id: string, window: Window): void {
    const before = this.#lists.get(id);
    if (!before) this.#rows += 1;
    const { row = this.#rows, items = new Map() } = before ?? {};
    this.#lists.set(id, { ...window, row, items });
  }

  /** Sets a price; without one, removes the product from the list. */
  listPrice(id: string, product: string, price?: number | "not offered", minLb?: number): void {
    const { items } = this.#known(id);
    if (price === undefined) items.delete(product);
    else items.set(product, { price, minLb });
  }

  /** Copies a list's prices into another list, over those of the same products. */
  copy(from: string, to: string): void {
    const { items } = this.#known(to);
    for (const [product, item] of this.#known(from).items) items.set(product, { ...item });
  }

  /** Rank 1 comes before rank 2. */
  give(customer: string, list: string, rank: number): void {
    this.#known(list);
    const ranks = this.#ranks.get(customer) ?? new Map<string, number>();
    this.#ranks.set(customer, ranks.set(list, rank));
  }

  take(customer: string, list: string): void {
    this.#ranks.get(customer)?.delete(list);
  }

  /** Gives a new list the ranks of the old one, which ends the day before the new one starts. */
  replace(old: string, by: string): void {
    const before = this.#known(old);
    const after = this.#known(by);
    for (const ranks of this.#ranks.values()) {
      const rank = ranks.get(old);
      if (rank === undefined) continue;
      ranks.set(by, rank);
      if (after.from === undefined) ranks.delete(old);
    }
    if (after.from === undefined) return;
    const last = plusDays(after.from, -1);
    if (before.until === undefined || before.until > last) before.until = last;
  }

  /** Throws if it overlaps another price of the same customer and product. */
  ofCustomer(customer: string, product: string, price: number, window: Window): void {
    const others = this.#ofCustomers.filter(
      (other) => other.customer === customer && other.product === product,
    );
    if (others.some((other) => overlap(other, window))) {
      throw new Impossible(`${customer} has a price for ${product} within these days`);
    }
    this.#rows += 1;
    this.#ofCustomers.push({ customer, product, price, ...window, row: this.#rows });
  }

  /** Ends a customer's price after `until`, or removes it without one. `from` names the window. */
  endOfCustomer(customer: string, product: string, from?: string, until?: string): void {
    const found = this.#ofCustomers.find(
      (one) => one.customer === customer && one.product === product && one.from === from,
    );
    if (!found) throw new Impossible(`${customer} has no such price for ${product}`);
    if (until === undefined) this.#ofCustomers = this.#ofCustomers.filter((one) => one !== found);
    else found.until = until;
  }

  /** Returns a list's price whatever its window; undefined also for "not offered". */
  onList(id: string, product: string): number | undefined {
    const price = this.#known(id).items.get(product)?.price;
    return price === "not offered" ? undefined : price;
  }

  /** Returns the price for a delivery day, which doesn't depend on the day of the order. */
  priceFor(customer: string, product: string, day: string): Price {
    const base = this.#bases.get(product);
    if (base === undefined) throw new Impossible(`${product} has no price`);
    const [own] = this.#ofCustomers
      .filter((one) => one.customer === customer && one.product === product && holds(one, day))
      .sort(newestFirst);
    if (own) return { price: own.price, source: "customer", window: windowOf(own), base };
    const [found] = [...(this.#ranks.get(customer) ?? [])]
      .flatMap(([id, rank]) => {
        const list = this.#known(id);
        const item = list.items.get(product);
        return item && holds(list, day)
          ? [{ ...item, id, rank, row: list.row, ...windowOf(list) }]
          : [];
      })
      .sort((a, b) => a.rank - b.rank || newestFirst(a, b));
    if (!found) return { price: base, source: "base", base };
    return {
      price: found.price === "not offered" ? undefined : found.price,
      source: "list",
      list: found.id,
      window: windowOf(found),
      base,
      minLb: found.minLb,
    };
  }

  #known(id: string): List {
    const list = this.#lists.get(id);
    if (!list) throw new Impossible(`there is no list ${id}`);
    return list;
  }
}

function windowOf({ from, until }: Window): Window {
  return { from, until };
}
