/** The placed orders, their prices and packing, and the days' stops. */
import { isAhead, isFar } from "./cards.ts";
import {
  billSums,
  type Charge,
  estimateSums,
  type LineAsked,
  lineOf,
  mostSums,
  type Order,
} from "./order.ts";
import { Packing } from "./packing.ts";
import { PriceBook } from "./prices.ts";
import { StockBook } from "./stock/stock-book.ts";
import { bookedOn, feeOf, overfull, stopOf, type Zone, zoneNamed } from "./stops.ts";
import { Impossible, type Sums, withTax } from "./sums.ts";

export interface OrderAsked {
  id: string;
  /** From 1001, never reused. */
  number?: number;
  customer: string;
  site: string;
  zone: string;
  /** Delivery day. */
  day: string;
  today: string;
  lines: LineAsked[];
  /** Besides the delivery fee. */
  charges?: Charge[];
  /** Fee set by staff instead of the zone's. */
  fee?: number;
  /** The buyer's own approval limit in cents. */
  approveOver?: number;
}

/** Omitted fields stay unchanged. */
export type OrderChange = { id: string; today: string } & Partial<
  Pick<OrderAsked, "lines" | "day" | "site" | "zone" | "charges" | "fee">
>;

/** Orders without credit checks, which the pencil adds. */
export class OrderBook {
  readonly prices = new PriceBook();
  readonly stock = new StockBook();
  readonly packing = new Packing((id) => this.order(id), this.stock);
  protected readonly zones = new Map<string, Zone>();
  /** In the order in which they were placed. */
  protected readonly orders = new Map<string, Order>();

  /** Sets or changes a zone; finished orders keep their fee. */
  zone(zone: Zone): void {
    this.zones.set(zone.id, zone);
  }

  order(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw new Impossible(`there is no order ${id}`);
    return order;
  }

  everyOrder(): Iterable<Order> {
    return this.orders.values();
  }

  /** Cents before tax. */
  fee(id: string): number {
    const order = this.order(id);
    return feeOf(this.orders.values(), order, zoneNamed(this.zones, order.zone));
  }

  /** Fixes the fee of an order that was being finished while others of its stop changed. */
  feeStays(id: string, cents: number): void {
    this.order(id).fee = { cents, by: "finishing" };
  }

  /** With fees and tax, like the maximum and the final amount. */
  estimate(id: string): number {
    return withTax(estimateSums(this.order(id), this.feeCharge(id)));
  }

  /** Returns its maximum, as shown, authorized and counted in the exposure. */
  most(id: string): number {
    return withTax(mostSums(this.order(id), this.feeCharge(id)));
  }

  /** The final amount, as far as it is packed. */
  cameTo(id: string): number {
    return withTax(this.billed(id));
  }

  /** Before tax, by code. */
  billed(id: string): Sums {
    return billSums(this.order(id), this.feeCharge(id));
  }

  /** The final amount of a finished order, else its estimate. */
  total(id: string): number {
    const { state } = this.order(id);
    return state === "fulfilled" || state === "delivered" ? this.cameTo(id) : this.estimate(id);
  }

  /** Sentences about orders that cost more than their maximum. */
  brokenPromises(): string[] {
    return [...this.orders.keys()].flatMap((id) =>
      this.cameTo(id) > this.most(id)
        ? [`${id} came to ${this.cameTo(id)} of ${this.most(id)}`]
        : [],
    );
  }

  /** Number of stops, and hundredths of a pound promised to them. */
  stopsOn(zone: string, day: string): { stops: number; lb: number } {
    return bookedOn(this.orders.values(), zone, day);
  }

  overfull(): string[] {
    return overfull(this.orders.values(), this.zones.values());
  }

  /**
   * True if a run has room for a stop of that site with these promised hundredths of a lb.
   *
   * @param at.apartFrom an order whose place is freed for it
   */
  fits(at: { zone: string; day: string; site: string; lb: number; apartFrom?: Order }): boolean {
    const { capStops = Infinity, capLb = Infinity } = zoneNamed(this.zones, at.zone);
    const others = [...this.orders.values()].filter((order) => order !== at.apartFrom);
    const { stops, lb } = bookedOn(others, at.zone, at.day);
    // An order at an existing stop adds none, even on a day that staff filled beyond its limit.
    const isNewStop = stopOf(others, at).length === 0;
    return (!isNewStop || stops < capStops) && lb + at.lb <= capLb;
  }

  /** Splits a changed order's pounds by price: old ones keep theirs, added ones take the day's. */
  partsAfterChange(order: string, product: string, lb: number): { lb: number; price: number }[] {
    const { customer, day, lines } = this.order(order);
    const parts: { lb: number; price: number }[] = [];
    let left = lb;
    for (const line of lines.filter((one) => one.product === product)) {
      const kept = Math.min(left, line.lb);
      if (kept > 0) parts.push({ lb: kept, price: line.price });
      left -= kept;
    }
    if (left === 0) return parts;
    const { price } = this.prices.priceFor(customer, product, day);
    if (price === undefined) throw new Impossible(`${product} is not offered to ${customer}`);
    const same = parts.find((part) => part.price === price);
    if (same) same.lb += left;
    else parts.push({ lb: left, price });
    return parts;
  }

  protected write(asked: OrderAsked): Order {
    const { id, number, customer, site, zone, day, today } = asked;
    if (this.orders.has(id)) throw new Impossible(`${id} is placed already`);
    const taken = [...this.orders.values()].some((order) => order.number === number);
    if (number !== undefined && (number < 1001 || taken)) {
      throw new Impossible(`no order is numbered ${number}`);
    }
    const order: Order = {
      id,
      number,
      customer,
      site,
      zone,
      day,
      state: "pending",
      isCardSaved: isFar(day, today),
      lines: asked.lines.map(lineOf),
      charges: asked.charges ?? [],
      holds: new Set(),
      fee: asked.fee === undefined ? undefined : { cents: asked.fee, by: "staff" },
    };
    this.orders.set(id, order);
    return order;
  }

  protected rewrite(to: OrderChange): void {
    const order = this.pending(to.id);
    if (to.lines) {
      if (order.lines.some(({ packages }) => packages.some(({ voided }) => !voided))) {
        throw new Impossible(`${to.id} is being packed`);
      }
      const said = order.lines.filter(({ isSaid }) => isSaid);
      order.lines = to.lines.map((asked) => {
        const isSaid = said.some(
          (one) => one.product === asked.product && one.price === asked.price,
        );
        return { ...lineOf(asked), ...(isSaid && { isSaid }) };
      });
    }
    if (to.day !== undefined && to.day !== order.day) {
      const isHeld = !order.isCardSaved || !isAhead(order.day, to.today);
      order.isCardSaved = (isHeld ? isFar : isAhead)(to.day, to.today);
    }
    order.day = to.day ?? order.day;
    order.site = to.site ?? order.site;
    order.zone = to.zone ?? order.zone;
    order.charges = to.charges ?? order.charges;
    // A customer's agreement to the fee ends with any change.
    if (order.fee?.by === "customer") order.fee = undefined;
    if (to.fee !== undefined) order.fee = { cents: to.fee, by: "staff" };
  }

  /** Prices every line for its delivery day, except where staff set the price. */
  protected price(id: string): void {
    const { customer, lines, day } = this.order(id);
    for (const line of lines) {
      if (line.isSaid) continue;
      line.price = this.prices.priceFor(customer, line.product, day).price ?? line.price;
    }
  }

  protected pending(id: string): Order {
    const order = this.order(id);
    if (order.state !== "pending") throw new Impossible(`${id} is ${order.state}`);
    return order;
  }

  protected feeCharge(id: string): Charge {
    const { zone, fee } = this.order(id);
    const { feeTax = "Z" } = zoneNamed(this.zones, zone);
    return { cents: this.fee(id), tax: fee?.tax ?? feeTax };
  }
}
