import { Link, useLocation } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import {
  type AdminOrderSummary,
  orderName,
  orderNumber,
  shortOrderId,
} from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { wayInWords } from "#app/domain/orders/payment-words.ts";
import { OrderTransitionForm } from "#app/features/order-changes/order-transition-form.tsx";
import type { AskedChange } from "#app/features/order-changes/use-order-transition.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { useMay } from "../use-frame-facts.ts";

interface OrdersTableProps {
  orders: AdminOrderSummary[];
  /** Whether the shop delivers on days: there is a column for them. */
  hasDays: boolean;
  onAsk: (asked: AskedChange) => void;
}

/**
 * Everyone's orders. On narrow screens the date is below the client and the status below the total;
 * on phones client and date are below the number.
 */
export function OrdersTable({ orders, hasDays, onAsk }: OrdersTableProps) {
  return (
    <Table label="Orders">
      <thead>
        <tr>
          <Th>Order ID</Th>
          <Th className="hidden md:table-cell">Client</Th>
          <Th className="hidden xl:table-cell">Date</Th>
          {hasDays && <Th className="hidden md:table-cell">Delivery</Th>}
          <Th numeric className="max-md:pr-3">
            Total
          </Th>
          <Th className="hidden lg:table-cell">Status</Th>
          <Th className="text-right">Action</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} hasDays={hasDays} onAsk={onAsk} />
        ))}
      </tbody>
    </Table>
  );
}

function OrderRow({
  order,
  hasDays,
  onAsk,
}: { order: AdminOrderSummary } & Omit<OrdersTableProps, "orders">) {
  const client = order.companyName || "Unknown Client";
  const date = (
    <Moment
      at={order.placedAt}
      className="block text-sm whitespace-nowrap text-ink-soft xl:hidden"
    />
  );
  return (
    <tr>
      <Th scope="row" className="tabular-nums">
        <span className="whitespace-nowrap">{orderName(order.number)}</span>
        <span className="block text-sm font-normal text-ink-soft">{shortOrderId(order.id)}…</span>
        <span className="block font-normal md:hidden">
          <span className="break-words">{client}</span>
          <Retail order={order} />
          {date}
          {order.deliveryDay && (
            <span className="block text-sm">
              <DeliveryOf order={order} />
            </span>
          )}
        </span>
      </Th>
      <Td className="hidden break-words md:table-cell">
        {client}
        <Retail order={order} />
        {date}
      </Td>
      <Td className="hidden whitespace-nowrap xl:table-cell">
        <Moment at={order.placedAt} />
      </Td>
      {hasDays && (
        <Td className="hidden md:table-cell">
          {order.deliveryDay ? <DeliveryOf order={order} /> : "No day"}
        </Td>
      )}
      <Td numeric className="max-md:pr-3">
        {formatDollars(order.totalPrice)}
        <span className="mt-1 block lg:hidden">
          <OrderStatusBadge {...order} />
        </span>
      </Td>
      <Td className="hidden lg:table-cell">
        <OrderStatusBadge {...order} />
      </Td>
      <Td>
        <Actions order={order} onAsk={onAsk} />
      </Td>
    </tr>
  );
}

/** How an order without an account is paid. */
function Retail({ order: { paymentWay, deliveryKind } }: { order: AdminOrderSummary }) {
  return (
    paymentWay && (
      <span className="block text-sm font-normal text-ink-soft">
        Retail · {wayInWords(paymentWay, deliveryKind)}
      </span>
    )
  );
}

/** The day, and below it the zone. */
function DeliveryOf({ order }: { order: AdminOrderSummary }) {
  return (
    <>
      <span className="whitespace-nowrap">
        {order.deliveryKind === "pickup" ? "Pickup " : ""}
        {order.deliveryDay && shortDateInWords(order.deliveryDay)}
      </span>
      {order.zoneName && <span className="block text-sm text-ink-soft">{order.zoneName}</span>}
    </>
  );
}

function Actions({ order, onAsk }: { order: AdminOrderSummary } & Pick<OrdersTableProps, "onAsk">) {
  const { search } = useLocation();
  const maySell = useMay()("sell");
  const number = orderNumber(order.number);
  return (
    <div className="flex flex-col items-end gap-x-5 gap-y-2 sm:flex-row sm:items-center sm:justify-end">
      <Link
        to={`/admin/orders/${order.id}`}
        state={{ list: search }}
        prefetch="intent"
        className="link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
      >
        View<span className="sr-only"> order {number}</span>
      </Link>
      {order.status === "pending" && !order.isNewClient && order.holds.length === 0 && maySell && (
        <OrderTransitionForm
          change="fulfill"
          order={order}
          action={`/admin/orders${search}`}
          onAsk={onAsk}
          variant="secondary"
          size="sm"
        >
          <span>
            Fulfill<span className="sr-only"> order {number}</span>
          </span>
        </OrderTransitionForm>
      )}
    </div>
  );
}
