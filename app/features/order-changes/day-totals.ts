import type { OfferedDay } from "#app/domain/delivery/delivery-offer.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import type { Order } from "#app/domain/orders/order.ts";
import {
  chargeLine,
  codeOfMost,
  costLine,
  costsWithFee,
  goodsCents,
} from "#app/domain/orders/order-costs.ts";
import { orderedOf } from "#app/domain/orders/order-line-words.ts";

/**
 * What an order would be estimated at on another day, in cents.
 *
 * @param on.prices what its lines cost per lb then, where that differs
 * @param on.isShared whether another of its site's orders goes there that day
 */
export function totalOn(
  { items, charges }: Pick<Order, "items" | "charges">,
  day: OfferedDay,
  { prices, isShared }: { prices: Readonly<Record<string, string>>; isShared: boolean },
): number {
  const goods = orderedOf(items).map((item) =>
    costLine({ ...item, pricePerLb: prices[item.id] ?? item.pricePerLb }, item.quantity),
  );
  const others = charges.filter(({ kind }) => kind !== "delivery_fee").map(chargeLine);
  const order = { estimateCents: goodsCents(goods), shopMinimumCents: 0, isShared };
  const { feeCents: cents } = deliveryTerms(day, order);
  const taxCode = day.feeTaxCode ?? codeOfMost(goods);
  return costsWithFee([...goods, ...others], { cents, taxCode }).estimateCents;
}
