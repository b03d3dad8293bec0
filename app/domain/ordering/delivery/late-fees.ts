import { orderName } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";

/** The delivery fee that an order bears, in cents with tax. */
export interface LateFee {
  number: number;
  cents: number;
}

/**
 * Says in whole sentences how adding a late order to a run changes its delivery fee and those of
 * its client's other orders on the two runs.
 */
export function feesInWords(
  { number, status }: { number: number; status: OrderStatus },
  { before, after }: { before: readonly LateFee[]; after: readonly LateFee[] },
): string[] {
  const numbers = [...new Set([...before, ...after].map((fee) => fee.number))];
  const others = numbers
    .filter((one) => one !== number)
    .sort((one, other) => one - other)
    .flatMap((one) => otherInWords(one, centsOf(before, one), centsOf(after, one)));
  return [
    ownInWords(status !== "pending", centsOf(before, number), centsOf(after, number)),
    ...others,
  ];
}

const centsOf = (fees: readonly LateFee[], number: number) =>
  fees.find((fee) => fee.number === number)?.cents ?? 0;

function ownInWords(isPacked: boolean, from: number, to: number): string {
  if (from === to) {
    if (to === 0) return "No delivery fee is charged for it.";
    const stays = `Its delivery fee of ${formatCents(to)} stays`;
    return isPacked ? `${stays}, and no second one is charged.` : `${stays}.`;
  }
  if (to === 0) return `Its delivery fee of ${formatCents(from)} is dropped.`;
  if (from === 0) return `A delivery fee of ${formatCents(to)} is charged for it.`;
  return `Its delivery fee is ${formatCents(to)} then, not ${formatCents(from)}.`;
}

function otherInWords(number: number, from: number, to: number): string[] {
  if (from === to) return [];
  const name = orderName(number);
  if (to === 0) return [`${name} no longer pays the delivery fee of ${formatCents(from)}.`];
  if (from === 0) return [`${name} pays the delivery fee of ${formatCents(to)} then.`];
  return [
    `The delivery fee of ${name.toLowerCase()} is ${formatCents(to)} then, not ${formatCents(from)}.`,
  ];
}
