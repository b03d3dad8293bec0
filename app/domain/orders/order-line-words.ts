import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, isNoWeight, lbLess } from "#app/lib/amounts/weight.ts";
import type { Order, OrderItem } from "./order.ts";
import { storedCosts } from "./order-costs.ts";
import { orderedInWords } from "./order-quantity.ts";

// What the order's pages and mails say about its lines: ordered, packed, billed.

type BilledStatus = Pick<Order, "status">;
type OverWeight = Pick<OrderItem, "overDecision" | "finalAmount" | "promisedAmount">;

/** Whether the order's lines are billed, i.e. its figures are no longer an estimate. */
export function isBilled({ status }: BilledStatus): boolean {
  return status === "fulfilled" || status === "delivered";
}

/** Who reads it: the client, who is spoken to, or staff. */
type Reader = "client" | "staff";

/**
 * What was packed, beside what was ordered where the two differ: "Packed 3.86 lb (you asked for
 * about 3.75 lb)", or to staff "(ordered about 3.75 lb)"; of nothing only what was ordered. `quantity` is
 * null for a line that nobody ordered.
 */
export function packedInWords(
  line: {
    packedLb: string;
    orderedPieces: number | null;
    quantity: string | null;
  },
  reader: Reader = "client",
): string {
  const packed = `Packed ${formatLb(Number(line.packedLb))}`;
  if (line.quantity === null || lbLess(line.quantity, line.packedLb) === 0) return packed;
  const asked = formatLb(Number(line.quantity));
  const about = line.orderedPieces === null ? asked : `about ${asked}`;
  const ordered = reader === "client" ? `you asked for ${about}` : `ordered ${about}`;
  return isNoWeight(line.packedLb)
    ? `${ordered.charAt(0).toUpperCase()}${ordered.slice(1)}`
    : `${packed} (${ordered})`;
}

/**
 * A line's weight and price: as ordered and how much of it is packed so far, then what was packed.
 * For narrow screens, where the price does not leave its sign.
 */
export function figuresInWords(item: OrderItem, reader: Reader = "client"): string {
  const { packState, packages, packedLb, orderedPieces, substitutesItemId } = item;
  const price = `×\u00a0${formatPricePerLb(toCents(item.pricePerLb))}`;
  if (packState === "open") {
    const ordered = `${orderedInWords(item)} ${price}`;
    return packages.length > 0
      ? `${ordered}. ${formatLb(Number(packedLb))} packed so far.`
      : ordered;
  }
  const quantity = substitutesItemId === null ? item.quantity : null;
  const packed = packedInWords({ packedLb, orderedPieces, quantity }, reader);
  return isNoWeight(packedLb) ? packed : `${packed} ${price}`;
}

/** The line of the invoice, and its words on the pages, for what exceeds the promise. */
export const overWeight = "Over weight, no charge";

/**
 * What is special about a line, for the client; "" if nothing is. The invoice's remarks have the
 * same words (`issueInvoice`).
 *
 * @param items all lines of the order
 */
export function stateInWords(order: BilledStatus, item: OrderItem, items: OrderItem[]): string {
  const because = item.packNote && `: ${item.packNote}`;
  const replaced = items.find(({ id }) => id === item.substitutesItemId);
  const own = {
    open: "",
    packed: overInWords(order, item),
    short: `Less than ordered${because}`,
    substituted: `Replaced by ${replacementOf(item, items)}${because}`,
    dropped: `Not available${because}`,
  }[item.packState];
  return [replaced && `In place of ${replaced.productName}`, own].filter(Boolean).join(". ");
}

function overInWords(order: BilledStatus, item: OrderItem): string {
  if (item.overDecision === "customer_agreed") return "Over weight, as agreed";
  // Once billed, a line of its own says so.
  return isBilled(order) || overCents(item) === 0 ? "" : overWeight;
}

function replacementOf({ id }: OrderItem, items: OrderItem[]): string {
  const sent = items.filter(({ substitutesItemId }) => substitutesItemId === id);
  return sent.map(({ productName }) => productName).join(", ") || "another product";
}

/** What was packed beyond the promised maximum and is not charged, in cents; 0 if nothing. */
export function overCents({ overDecision, finalAmount, promisedAmount }: OverWeight): number {
  if (overDecision !== "bill_promise") return 0;
  return Math.max(0, toCents(finalAmount) - toCents(promisedAmount));
}

/**
 * A line's amount in cents, before a correction of `overCents`: its estimate until the order is
 * billed, then what was packed. Null for a replacement before that: the order's estimate is of what
 * was ordered.
 */
export function amountCents(order: BilledStatus, item: OrderItem): number | null {
  if (isBilled(order) && item.packState !== "open") return toCents(item.finalAmount);
  return item.substitutesItemId === null ? toCents(item.subtotal) : null;
}

/** In place of the amount of a replacement, while the order's amounts are those of what was ordered. */
export function replacementAmount({ packState }: Pick<OrderItem, "packState">): string {
  return packState === "open" ? "Once packed" : "Not in the estimate";
}

/** The most that what was ordered can cost with its charges and taxes: "at most $103.08". */
export function mostInWords(order: Pick<Order, "items" | "charges">): string {
  return `at most ${formatCents(storedCosts(order).mostCents)}`;
}

/** An order's taxes in cents: of its invoice once it is billed, of its estimate before. */
export function taxesOfOrder(order: Pick<Order, "status" | "items" | "charges" | "taxes">) {
  if (!isBilled(order)) return storedCosts(order).taxes;
  return order.taxes.map(({ label, amount }) => ({ label, cents: toCents(amount) }));
}

/** The lines that the client ordered, i.e. all but replacements. */
export function orderedOf(items: OrderItem[]): OrderItem[] {
  return items.filter(({ substitutesItemId }) => substitutesItemId === null);
}

/** What was weighed for a line; packages that are merely assumed to be as ordered don't count. */
export function weighedPackages({ packages }: Pick<OrderItem, "packages">) {
  return packages.filter(({ source }) => source !== "assumed");
}

/** Whether anything is known of what was packed. */
export function isPackingBegun(items: OrderItem[]): boolean {
  return items.some(({ packState, packages }) => packState !== "open" || packages.length > 0);
}

/** Whether the order was fulfilled without weighing anything. */
export function isAsOrdered(items: OrderItem[]): boolean {
  return items.every((item) => item.packState === "packed" && weighedPackages(item).length === 0);
}
