import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { type AdminOrderSummary, orderName, shortOrderId } from "#app/domain/orders/order.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { NothingYet } from "./today-section.tsx";

/** The latest pending orders. On phones the date is below the number. */
export function PendingOrders({ orders }: { orders: AdminOrderSummary[] }) {
  if (orders.length === 0) {
    return (
      <NothingYet title="No pending orders">
        An order appears here as soon as a client has placed it.
      </NothingYet>
    );
  }
  return (
    <Table
      label="Recent pending orders"
      columns={[
        "Order ID",
        "Client",
        { head: "Date", className: "hidden md:table-cell" },
        { head: "Total", numeric: true },
      ]}
    >
      {orders.map((order) => (
        <PendingOrder key={order.id} order={order} />
      ))}
    </Table>
  );
}

function PendingOrder({ order }: { order: AdminOrderSummary }) {
  return (
    <tr className="relative">
      <Th scope="row">
        <Link
          to={`/admin/orders/${order.id}`}
          prefetch="intent"
          className="link whitespace-nowrap tabular-nums after:absolute after:inset-0"
        >
          {orderName(order.number)}
        </Link>
        <span className="block text-sm font-normal text-ink-soft">{shortOrderId(order.id)}…</span>
        <Moment
          at={order.placedAt}
          time
          className="block text-sm font-normal text-ink-soft md:hidden"
        />
      </Th>
      <Td>
        {order.companyName || "Unknown Client"}
        {order.isNewClient && (
          <span className="ml-2">
            <Badge>New client</Badge>
          </span>
        )}
        {order.holds.length > 0 && (
          <span className="ml-2">
            <Badge>On hold</Badge>
          </span>
        )}
      </Td>
      <Td className="hidden whitespace-nowrap md:table-cell">
        <Moment at={order.placedAt} time />
      </Td>
      <Td numeric>{formatDollars(order.totalPrice)}</Td>
    </tr>
  );
}
