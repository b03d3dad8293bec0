/** What happens to an order at the packing station (trade.md 2). Nothing is deleted: packages are voided. */
import { type Line, type LineAsked, lineOf, type Order, packedLb } from "./order.ts";
import { Impossible, netWeight, type Reading } from "./sums.ts";

export class Packing {
  readonly #find: (id: string) => Order;

  constructor(find: (id: string) => Order) {
    this.#find = find;
  }

  /** Returns the package's weight in hundredths of a pound, which its sticker and the slip say. */
  weighed(at: { order: string; line: string; id: string; pieces?: number } & Reading): number {
    const line = this.#line(at.order, at.line);
    if (line.packages.some(({ id }) => id === at.id)) {
      throw new Impossible(`package ${at.id} is on the line already`);
    }
    const lb = netWeight(at);
    line.packages.push({ id: at.id, lb, pieces: at.pieces ?? 1, voided: false });
    if (line.state !== "substituted" && line.state !== "short") line.state = "packed";
    return lb;
  }

  voided(at: { order: string; line: string; id: string }): void {
    const line = this.#line(at.order, at.line);
    const found = line.packages.find(({ id, voided }) => id === at.id && !voided);
    if (!found) throw new Impossible(`there is no package ${at.id} to void`);
    found.voided = true;
    if (line.state === "packed" && packedLb(line) === 0) line.state = "open";
  }

  /** Done with less than was ordered; with nothing packed at all it is dropped. */
  short(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    line.state = packedLb(line) === 0 ? "dropped" : "short";
  }

  dropped(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    if (packedLb(line) > 0) throw new Impossible(`${line.id} has packages`);
    line.state = "dropped";
  }

  /** A line that was short or dropped by mistake is packed on. */
  opened(at: { order: string; line: string }): void {
    const line = this.#line(at.order, at.line);
    line.state = packedLb(line) === 0 ? "open" : "packed";
  }

  /** At the lower of the ordered price and the substitute's; within the promise of what was ordered. */
  substituted(at: { order: string; line: string; by: LineAsked }): void {
    const line = this.#line(at.order, at.line);
    line.state = "substituted";
    const price = Math.min(line.price, at.by.price);
    this.#find(at.order).lines.push({ ...lineOf({ ...at.by, price }), inPlaceOf: line.id });
  }

  /** By staff; it brings a promise of its own. */
  added(at: { order: string; line: LineAsked }): void {
    const order = this.#packable(at.order);
    order.lines.push({ ...lineOf(at.line), added: true });
  }

  /** The customer said yes to more than the promise. */
  agreed(at: { order: string; line: string }): void {
    this.#line(at.order, at.line).agreed = true;
  }

  #packable(id: string): Order {
    const order = this.#find(id);
    if (order.state !== "pending") throw new Impossible(`${id} is ${order.state}`);
    return order;
  }

  #line(order: string, id: string): Line {
    const line = this.#packable(order).lines.find((one) => one.id === id);
    if (!line) throw new Impossible(`${order} has no line ${id}`);
    return line;
  }
}
