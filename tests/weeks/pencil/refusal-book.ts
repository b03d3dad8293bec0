/** Reasons for which the shop must refuse an act (trade.md 3 to 7, 13, 14). */
import { cutOff } from "./days.ts";
import {
  goodsEstimate,
  type Line,
  type LineAsked,
  lineBill,
  lineOf,
  type Order,
  packedLb,
  promisedLb,
} from "./order.ts";
import type { OrderAsked } from "./order-book.ts";
import { isToPack } from "./packing.ts";
import { isOpen, leftFor } from "./promises.ts";
import { ReturnBook } from "./return-book.ts";
import { stopOf, toGo, zoneNamed } from "./stops.ts";
import { amount, atMost, Impossible, sum } from "./sums.ts";
import type { GivenPart } from "./till-book.ts";

export type WhyNot =
  | "not offered"
  | "closed"
  | "late"
  | "full"
  | "minimum"
  | "too little left"
  | "being packed"
  | "empty"
  | "dearer"
  | "there already"
  | "lacking"
  | "on hold"
  | "more than there"
  | "not due"
  | "odd coins"
  | "taken already"
  | "not packed"
  | "too much"
  | "not waiting"
  | "amount"
  | "till closed"
  | "till open"
  | "account"
  | "price"
  | "given back"
  | "other way"
  | "billed on"
  | "left"
  | "no room"
  | "used"
  | "counted since"
  | "not left"
  | "not refused"
  | "over credited"
  | "no reason"
  | "not as seen"
  | "delivered"
  | "brought"
  | "sold here"
  | "weighed back"
  | "not there"
  | "weighed since"
  | "credited since"
  | "counted in"
  | "no place"
  | "not reported"
  | "not today";

/** The time, the closed days of zones, and the lines that are done at the station. */
export interface Asking {
  now: number;
  today: string;
  isClosed: (zone: string, day: string) => boolean;
  isDone: (line: string) => boolean;
}

/** The client, or staff, who may override cut-off, room, minimum and stock for a reason. */
interface Who {
  isByStaff: boolean;
  isForced: boolean;
}

interface Verdict {
  why: WhyNot[];
  /** Reasons that the pencil can't judge; the shop may give them. */
  maybe?: WhyNot[];
}

const day = 24 * 60 * 60_000;

/** Orders that staff force are told to the pencil like any other. */
export class RefusalBook extends ReturnBook {
  readonly #deliveredAt = new Map<string, number>();

  /** Reasons why an order can't be placed. The customer's own minimum doesn't bind staff. */
  whyNotPlaced(
    asked: Pick<OrderAsked, "customer" | "site" | "zone" | "day"> & { lines: LineAsked[] },
    { isByStaff = false, isForced = false, ...at }: Asking & Partial<Who>,
  ): Verdict {
    const { customer, zone, day } = asked;
    const lines = asked.lines.map((line) => {
      const { price } = this.prices.priceFor(customer, line.product, day);
      return { ...lineOf({ ...line, price: price ?? 0 }), isOffered: price !== undefined };
    });
    const goods = sum(lines.map(({ lb, price }) => amount(lb, price)));
    const lb = sum(lines.map((line) => atMost(line.lb, line.overPercent)));
    // A further order at an existing stop needs no minimum (5).
    const isTooLittle =
      stopOf(this.orders.values(), asked).length === 0 &&
      this.minimumToGo({ ...asked, goods, isByStaff }) > 0;
    return {
      why: reasons({
        "not offered": lines.some(({ isOffered }) => !isOffered),
        closed: at.isClosed(zone, day),
        late: !isForced && this.#isLate(zone, day, at),
        full: !isForced && !this.fits({ ...asked, lb }),
        minimum: !isForced && isTooLittle,
        lacking: !isForced && this.#isLacking(lines, day, at),
      }),
    };
  }

  /**
   * Reasons why a pending order's lines can't become these. Cut-off, room and minimum bind only the
   * client (6).
   *
   * @param change.more products whose amount grows
   */
  whyNotChanged(
    id: string,
    { lines, more, isByStaff }: { lines: LineAsked[]; more: string[]; isByStaff: boolean },
    at: Asking,
  ): Verdict {
    const order = this.order(id);
    const { customer, zone, day, site } = order;
    const before = promisedLb(order);
    const then = this.#supposing(id, { lines: lines.map(lineOf) }, () => ({
      lb: promisedLb(order),
      toGo: this.minimumToGo({ customer, site, zone, day, goods: 0, isByStaff }),
      // Existing amounts stay, however little stock there is.
      isLacking: more.some((product) => (leftFor(this.#books(), product, day, at) ?? 0) < 0),
    }));
    const isClosed = at.isClosed(zone, day);
    const isFull =
      then.lb > before && !this.#hasRoomInPlace({ zone, day, site, lb: then.lb, order });
    const why = reasons({
      "being packed": hasBegun(order),
      empty: lines.length === 0,
      "not offered": more.some(
        (product) => this.prices.priceFor(customer, product, day).price === undefined,
      ),
      closed: !isByStaff && isClosed,
      late: !isByStaff && this.#isLate(zone, day, at),
      full: !isByStaff && isFull,
      minimum: !isByStaff && then.toGo > 0,
      lacking: then.isLacking || more.some((product) => this.#isClosedBy(product, day, at)),
    });
    // The pencil isn't told when a run leaves.
    const hasLeft = this.mayHaveLeft(zone, day, at.today);
    return { why, ...(isByStaff && (hasLeft || isClosed) && { maybe: ["late"] }) };
  }

  /**
   * Reasons why a pending order can't move: its own cut-off has passed, the new day fails the
   * checks for placing, or what stays behind falls below the minimum (13).
   *
   * @param to.by "forced" for staff who override cut-off, room and minimum
   */
  whyNotMoved(
    id: string,
    { by, ...to }: { day: string; zone: string; by: "client" | "staff" | "forced" },
    at: Asking,
  ): Verdict {
    const order = this.order(id);
    const { customer, site } = order;
    const isServed = !at.isClosed(to.zone, to.day) && to.day >= at.today;
    if (by === "forced") {
      return {
        why: reasons({ closed: !isServed }),
        ...(this.mayHaveLeft(to.zone, to.day, at.today) && { maybe: ["late"] }),
      };
    }
    const isByStaff = by === "staff";
    const stays = to.zone === order.zone && to.day === order.day;
    const left = stopOf(this.orders.values(), order).filter((one) => one !== order);
    const isLeft = !stays && left.some(({ state }) => state === "pending");
    const isEarlier = to.day < order.day;
    const then = this.#supposing(id, { ...to, ...this.#pricedOn(order, to.day) }, () => ({
      toGo: this.minimumToGo({ customer, site, ...to, goods: 0, isByStaff }),
      total: this.total(id),
      isLacking: isEarlier && this.#isLackingMoved(order, to.day, at),
    }));
    const missing = this.#minimumOf(order.zone, customer, isByStaff) - sum(left.map(goodsEstimate));
    const lb = promisedLb(order);
    return {
      why: reasons({
        "being packed": !isByStaff && isBegun(order),
        closed: !isServed,
        late: this.#isLate(order.zone, order.day, at) || this.#isLate(to.zone, to.day, at),
        full: !stays && !this.fits({ ...to, site, lb, apartFrom: order }),
        minimum: then.toGo > 0,
        "too little left": isLeft && missing > 0,
        lacking: then.isLacking,
      }),
    };
  }

  totalOn(id: string, to: { day: string; zone: string }): number {
    const priced = this.#pricedOn(this.order(id), to.day);
    return this.#supposing(id, { ...to, ...priced }, () => this.total(id));
  }

  /** Reasons why its client can't cancel a pending order (6). */
  whyNotCancelled(id: string, at: Asking): Verdict {
    const order = this.order(id);
    const isLate = this.#isLate(order.zone, order.day, at);
    return { why: reasons({ "being packed": isBegun(order), late: isLate }) };
  }

  /** Reasons why an order can't be approved (7). */
  whyNotApproved(id: string, at: Asking): Verdict {
    const { customer, day, zone, holds, state, lines } = this.order(id);
    const isOffered = ({ product }: Line) =>
      this.prices.priceFor(customer, product, day).price !== undefined;
    return {
      why: reasons({
        "not waiting": state !== "pending" || !holds.has("approval"),
        late: this.#isLate(zone, day, at),
        "not offered": !lines.every(isOffered),
      }),
    };
  }

  /** Reasons why an order can't be reopened before its run leaves (14). */
  whyNotReopened(id: string): WhyNot[] {
    return reasons({
      "not packed": this.order(id).state !== "fulfilled",
      "billed on": this.isBilledOn(id),
      left: this.isReturned(id),
    });
  }

  /** Reasons why meat that never left can't go back to its lot: another day, or a count since. */
  whyNotPutBack(sale: string, parts: readonly GivenPart[], today: string): WhyNot[] {
    const counted = this.till
      .poundsOf(sale, parts)
      .some(({ package: id }) => this.stock.isCountedSince(id));
    return [
      ...(this.till.sale(sale).day === today ? [] : (["not today"] as const)),
      ...(counted ? (["counted since"] as const) : []),
    ];
  }

  /** Reasons why these pounds of a line's lot can't have come back (14). */
  whyNotReturned(at: {
    order: string;
    line: string;
    lot: string | undefined;
    lb: number;
    place: "truck" | "client";
    isUndelivered: boolean;
  }): WhyNot[] {
    const { order, line, lot, lb, place, isUndelivered } = at;
    const { state } = this.order(order);
    const isTruck = place === "truck";
    const isRefused = isUndelivered || this.refusedAt(order, line) > 0;
    return reasons({
      "not packed": state !== "fulfilled" && state !== "delivered",
      "not left": isUndelivered ? !isTruck : state === "fulfilled" && !isRefused,
      "too much":
        lb > (this.sentOf(order, line).get(lot) ?? 0) ||
        (isTruck && isRefused && lb > this.mostFromTruck(at)),
      "not refused": isTruck && !isRefused,
    });
  }

  /** Reasons why a weighing must stay: its meat was counted since, or isn't all there (14). */
  whyNotWeighingTakenBack(id: string): Required<Verdict> {
    const back = this.standingReturns().find((one) => one.id === id);
    const { product } = back ? this.lineWith(back) : { product: "" };
    const left = back?.isStock ? this.stock.leftHere(product, back.lot) : [];
    const isShort = (there: number) => back !== undefined && there < back.lb;
    return {
      why: reasons({
        "counted since": back?.isStock === true && this.stock.isCountedSince(id),
        "not there": left.length > 0 && left.every(isShort),
      }),
      maybe: left.some(isShort) ? ["not there"] : [],
    };
  }

  protected lineWith({ order, line }: { order: string; line: string }): Line {
    const found = this.order(order).lines.find(({ id }) => id === line);
    if (!found) throw new Impossible(`${order} has no line ${line}`);
    return found;
  }

  /** True if the order waits for an approval that is too late now. */
  protected isLapsing(id: string, at: Asking): boolean {
    const order = this.order(id);
    const waits = order.state === "pending" && order.holds.has("approval");
    return waits && !isBegun(order) && this.#isLate(order.zone, order.day, at);
  }

  override delivered(id: string, at?: number): void {
    super.delivered(id);
    if (at !== undefined) this.#deliveredAt.set(id, at);
  }

  override deliveryUndone(id: string): void {
    super.deliveryUndone(id);
    this.#deliveredAt.delete(id);
  }

  /** Reasons why its client can't claim pounds of a line; it is late 24 h after delivery (3). */
  whyNotAsked(id: string, { line, lb }: { line: string; lb: number }, at: Asking): Verdict {
    const order = this.order(id);
    const found = order.lines.find((one) => one.id === line);
    const since = this.#deliveredAt.get(id);
    const before = this.creditedOfLine(id, line);
    const why = reasons({
      "not packed": order.state === "pending",
      late: since !== undefined && at.now > since + day,
      "too much": !found || lineBill(found) <= before.cents || lb > packedLb(found),
      "over credited": found !== undefined && before.cents > 0 && lb > packedLb(found) - before.lb,
    });
    // Without a recorded delivery, the deadline is unknown.
    const isOver = order.state === "fulfilled" && order.day < at.today;
    return { why, ...(isOver && { maybe: ["late"] }) };
  }

  /**
   * True if a run may have left, which the pencil isn't told: from its day on, or once an order of
   * it was delivered, because a run that nobody waits for ends with its cut-off.
   */
  mayHaveLeft(zone: string, day: string, today: string): boolean {
    const there = [...this.orders.values()].filter((one) => one.zone === zone && one.day === day);
    return day <= today || there.some(({ state }) => state === "delivered");
  }

  /** True if a zone takes orders for a day, apart from room (5). */
  isOpenFor(zone: string, day: string, at: Asking): boolean {
    return day >= at.today && !at.isClosed(zone, day) && !this.#isLate(zone, day, at);
  }

  /** True if a day has no room for another stop, however small. */
  isFullDay(zone: string, day: string): boolean {
    const { capStops = Infinity, capLb = Infinity } = zoneNamed(this.zones, zone);
    const { stops, lb } = this.stopsOn(zone, day);
    return stops >= capStops || lb >= capLb;
  }

  /** Returns an order's amounts, and what it lacks to the minimum, without placing it. */
  wouldCome(asked: OrderAsked): Record<"fee" | "tax" | "estimate" | "most" | "toGo", number> {
    const { id, customer, site, zone, day } = asked;
    const isAlone = stopOf(this.orders.values(), asked).length === 0;
    const order = this.write(asked);
    try {
      const toGo = this.minimumToGo({ customer, site, zone, day, goods: 0 });
      const estimate = this.estimate(id);
      const tax = estimate - this.fee(id) - goodsEstimate(order);
      const costs = { fee: this.fee(id), tax, estimate, most: this.most(id) };
      return { ...costs, toGo: isAlone ? toGo : 0 };
    } finally {
      this.orders.delete(id);
    }
  }

  /** Returns the cents that a site's goods of a day, plus `goods`, lack to both minimums. */
  minimumToGo(at: {
    customer: string;
    site: string;
    zone: string;
    day: string;
    goods: number;
    isByStaff?: boolean;
  }): number {
    const minimum = this.#minimumOf(at.zone, at.customer, at.isByStaff ?? false);
    return toGo(stopOf(this.orders.values(), at), at.goods, minimum);
  }

  #isLacking(lines: readonly Line[], day: string, at: Asking): boolean {
    return [...Map.groupBy(lines, ({ product }) => product)].some(([product, own]) => {
      const left = leftFor(this.#books(), product, day, at);
      const asked = sum(own.map(({ lb }) => this.stock.amountOf(product, lb)));
      return left !== undefined && asked > left;
    });
  }

  /** True if moving the order to an earlier day leaves too little for that day's orders. */
  #isLackingMoved({ lines }: Order, day: string, at: Asking): boolean {
    return lines.some((line) => {
      if (!isOpen(line, at) || !isToPack(line)) return false;
      const { product } = line;
      return (
        this.#isClosedBy(product, day, at) || (leftFor(this.#books(), product, day, at) ?? 0) < 0
      );
    });
  }

  #isClosedBy(product: string, day: string, at: Asking): boolean {
    const { tracking } = this.stock.kept(product);
    return tracking === "closed" && leftFor(this.#books(), product, day, at) === 0;
  }

  #books() {
    return { stock: this.stock, orders: this.orders.values() };
  }

  #minimumOf(zone: string, customer: string, isByStaff: boolean): number {
    const { minimum = 0 } = zoneNamed(this.zones, zone);
    return Math.max(minimum, isByStaff ? 0 : (this.customerOf(customer).minimum ?? 0));
  }

  #isLate(zone: string, day: string, { now, isClosed }: Asking): boolean {
    const { cutOff: last } = zoneNamed(this.zones, zone);
    const isZoneClosed = (other: string) => isClosed(zone, other);
    return last !== undefined && now > cutOff(day, last.daysBefore, last.minutes, isZoneClosed);
  }

  /** True if a run has room for a change of its order: no new stop, only the added pounds. */
  #hasRoomInPlace(at: { zone: string; day: string; site: string; lb: number; order: Order }) {
    const { capLb = Infinity } = zoneNamed(this.zones, at.zone);
    return this.stopsOn(at.zone, at.day).lb - promisedLb(at.order) + at.lb <= capLb;
  }

  #pricedOn(order: Order, day: string): { lines?: Line[] } {
    if (isBegun(order) || day === order.day) return {};
    const lines = order.lines.map((line) => {
      const { price = line.price } = this.prices.priceFor(order.customer, line.product, day);
      return line.isSaid ? line : { ...line, price };
    });
    return { lines };
  }

  /** Evaluates something as if the order were changed, then restores it. */
  #supposing<Seen>(
    id: string,
    so: Partial<Pick<Order, "day" | "zone" | "lines">>,
    see: () => Seen,
  ) {
    const order = this.order(id);
    const { day, zone, lines } = order;
    Object.assign(order, so);
    try {
      return see();
    } finally {
      Object.assign(order, { day, zone, lines });
    }
  }
}

/** True if anything was ever weighed for it, or decided at the station. */
function hasBegun({ lines }: Order): boolean {
  return lines.some(({ packages, state }) => packages.length > 0 || state !== "open");
}

/** True if anything of it is packed or decided at the station. */
function isBegun({ lines }: Order): boolean {
  return lines.some(
    ({ packages, state }) => state !== "open" || packages.some(({ voided }) => !voided),
  );
}

function reasons(all: Partial<Record<WhyNot, boolean>>): WhyNot[] {
  return (Object.keys(all) as WhyNot[]).filter((reason) => all[reason]);
}
