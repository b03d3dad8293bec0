import { amountOf, type CartItem } from "#app/domain/drafts/cart/cart.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { toDollars } from "#app/lib/amounts/money.ts";

/** Returns a cart's lines as fields of the checkout form. */
export function checkoutLines(items: readonly CartItem[]): URLSearchParams {
  const form = new URLSearchParams();
  for (const item of items) {
    const { id, name, centsPerLb } = item.product;
    form.set(orderField.quantity(id), String(amountOf(item)));
    form.set(orderField.unit(id), unitOf(item.product));
    form.set(orderField.price(id), toDollars(centsPerLb));
    form.set(orderField.name(id), name);
  }
  return form;
}
