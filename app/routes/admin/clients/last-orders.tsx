import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { type LastOrder, orderName } from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

/** A client's newest orders, each row a link to its order. */
export function LastOrders({ orders }: { orders: LastOrder[] }) {
  return (
    <ul>
      {orders.map(({ id, number, placedAt, deliveryDay, totalPrice, ...order }) => (
        <li key={id} className="border-b border-rule">
          <Link
            to={`/admin/orders/${id}`}
            className="group flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 py-2.5"
          >
            <span className="font-semibold whitespace-nowrap group-hover:text-oxblood">
              {orderName(number)}
            </span>
            <span className="text-sm whitespace-nowrap text-ink-soft">
              {deliveryDay ? `for ${shortDateInWords(deliveryDay)}` : <Moment at={placedAt} />}
            </span>
            <span className="ml-auto inline-flex items-center gap-4">
              <OrderStatusBadge
                status={order.status}
                holds={order.holds}
                isNewClient={order.isNewClient}
                isRefused={order.isRefused}
                deliveryKind={order.deliveryKind}
              />
              <span className="w-24 text-right tabular-nums">{formatDollars(totalPrice)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
