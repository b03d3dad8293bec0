import {
  type ComingOrder,
  feeBeside,
  type OfferedDay,
} from "#app/domain/delivery/delivery-offer.ts";
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
 * Returns an order's estimate on another day, in cents.
 *
 * @param on.prices its lines' prices per lb that differ on that day
 * @param on.coming the other orders for its site
 */
export function totalOn(
  { number, items, charges }: Pick<Order, "number" | "items" | "charges">,
  day: OfferedDay,
  on: { prices: Readonly<Record<string, string>>; coming: readonly ComingOrder[] },
): number {
  const goods = orderedOf(items).map((item) =>
    costLine({ ...item, pricePerLb: on.prices[item.id] ?? item.pricePerLb }, item.quantity),
  );
  const others = charges.filter(({ kind }) => kind !== "delivery_fee").map(chargeLine);
  const cents = feeBeside(day, on.coming, { estimateCents: goodsCents(goods), number });
  const taxCode = day.feeTaxCode ?? codeOfMost(goods);
  return costsWithFee([...goods, ...others], { cents, taxCode }).estimateCents;
}
