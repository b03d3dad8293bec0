import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import type { Order } from "#app/domain/orders/order.ts";

/** The day that an order has now, above the form that gives it another; nothing without one. */
export function PresentDay({ delivery }: Pick<Order, "delivery">) {
  if (!delivery.day) return null;
  return (
    <p className="mt-6 max-w-xl">
      Now: {kindInWords(delivery.day.kind)}{" "}
      <strong className="font-semibold">{dayAndWindow(delivery.day)}</strong>
      <span className="block text-ink-soft">{destinationInWords(delivery)}</span>
    </p>
  );
}
