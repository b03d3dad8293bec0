import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, isNoWeight, lbLess } from "#app/lib/amounts/weight.ts";
import type { Order, OrderItem } from "./order.ts";
import { storedCosts } from "./order-costs.ts";
import { orderedInWords } from "./order-quantity.ts";

// What an order's pages and emails say about its lines.

type BilledStatus = Pick<Order, "status">;
type OverWeight = Pick<OrderItem, "overDecision" | "finalAmount" | "promisedAmount">;

/** True if the order is billed, so its figures are no longer an estimate. */
export function isBilled({ status }: BilledStatus): boolean {
  return status === "fulfilled" || status === "delivered";
}

type Reader = "client" | "staff";

/**
 * Says what was packed, and what was ordered if that differs: "Packed 3.86 lb (you asked for about
 * 3.75 lb)", or to staff "(ordered about 3.75 lb)"; if nothing was packed, only what was ordered.
 * `quantity` is null for a line that nobody ordered.
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
 * Says a line's weight and price for narrow screens: as ordered with the weight packed so far, then
 * as packed. The price doesn't wrap away from its sign.
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

/** The invoice line for weight beyond the promise. */
export const overWeight = "Over weight, no charge";

/**
 * Says what is special about a line, for the client; "" if nothing is. The invoice's remarks use
 * the same words (`issueInvoice`). `items` are all lines of the order.
 */
export function stateInWords(order: BilledStatus, item: OrderItem, items: OrderItem[]): string {
  const because = item.packNote && `: ${item.packNote}`;
  const replaced = items.find(({ id }) => id === item.substitutesItemId);
  const own = {
    open: "",
    packed: overInWords(order, item),
    short: `Less than ordered${because}`,
    substituted: `${replacedInWords(item.packedLb, replacementOf(item, items))}${because}`,
    dropped: `Not available${because}`,
  }[item.packState];
  return [replaced && `In place of ${replaced.productName}`, own].filter(Boolean).join(". ");
}

function overInWords(order: BilledStatus, item: OrderItem): string {
  if (item.overDecision === "customer_agreed") return "Over weight, as agreed";
  // Once billed, a separate line says so.
  return isBilled(order) || overCents(item) === 0 ? "" : overWeight;
}

function replacementOf({ id }: OrderItem, items: OrderItem[]): string {
  const sent = items.filter(({ substitutesItemId }) => substitutesItemId === id);
  return sent.map(({ productName }) => productName).join(", ");
}

/**
 * Says what was sent instead of a line's product, or of a part of it if some was packed.
 *
 * @param replacement the names of the products; "" if unknown
 */
export function replacedInWords(packedLb: string, replacement: string): string {
  const replaced = isNoWeight(packedLb) ? "Replaced" : "Partly replaced";
  return `${replaced} by ${replacement || "another product"}`;
}

/** Returns the cents packed beyond the promised maximum and not charged; 0 if none. */
export function overCents({ overDecision, finalAmount, promisedAmount }: OverWeight): number {
  if (overDecision !== "bill_promise") return 0;
  return Math.max(0, toCents(finalAmount) - toCents(promisedAmount));
}

/**
 * Returns a line's amount in cents before a correction of `overCents`: its estimate until the order
 * is billed, then what was packed. Null for a substitute until then, as the estimate covers what
 * was ordered.
 */
export function amountCents(order: BilledStatus, item: OrderItem): number | null {
  if (isBilled(order) && item.packState !== "open") return toCents(item.finalAmount);
  return item.substitutesItemId === null ? toCents(item.subtotal) : null;
}

/** Returns the words in place of a substitute's amount until the order is billed. */
export function replacementAmount({ packState }: Pick<OrderItem, "packState">): string {
  return packState === "open" ? "Once packed" : "Not in the estimate";
}

/** Returns e.g. "at most $103.08", an order's maximum with charges and taxes. */
export function mostInWords(order: Pick<Order, "items" | "charges">): string {
  return `at most ${formatCents(storedCosts(order).mostCents)}`;
}

/** Returns an order's taxes in cents: its invoice's once billed, its estimate's before. */
export function taxesOfOrder(order: Pick<Order, "status" | "items" | "charges" | "taxes">) {
  if (!isBilled(order)) return storedCosts(order).taxes;
  return order.taxes.map(({ label, amount }) => ({ label, cents: toCents(amount) }));
}

/** Returns the lines that the client ordered, without substitutes. */
export function orderedOf(items: OrderItem[]): OrderItem[] {
  return items.filter(({ substitutesItemId }) => substitutesItemId === null);
}

/** Returns a line's packages without those assumed to be as ordered. */
export function weighedPackages({ packages }: Pick<OrderItem, "packages">) {
  return packages.filter(({ source }) => source !== "assumed");
}

/** True if anything was packed or decided. */
export function isPackingBegun(items: OrderItem[]): boolean {
  return items.some(({ packState, packages }) => packState !== "open" || packages.length > 0);
}

/** True if the order was fulfilled without weighing anything. */
export function isAsOrdered(items: OrderItem[]): boolean {
  return items.every((item) => item.packState === "packed" && weighedPackages(item).length === 0);
}
