import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { orderAgainPath } from "#app/domain/drafts/order-again.ts";
import { type OwnOrderSummary, orderNumber } from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

const link = "link whitespace-nowrap";

/** A client's orders. On phones a row is a link with less detail than the order's page. */
export function OrdersTable({ label, orders }: { label: string; orders: OwnOrderSummary[] }) {
  // Orders lack a day if they are old or the shop has no zones.
  const hasDays = orders.some(({ deliveryDay }) => deliveryDay);
  return (
    <Table
      label={label}
      columns={[
        "Order",
        { head: "Date", className: "hidden md:table-cell" },
        hasDays && { head: "Delivery", className: "hidden md:table-cell" },
        "Status",
        { head: "Weight", numeric: true, className: "hidden md:table-cell" },
        { head: "Total", numeric: true, className: "max-md:pr-0" },
        { head: "Actions", isHeadHidden: true, className: "hidden md:table-cell" },
      ]}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} hasDays={hasDays} />
      ))}
    </Table>
  );
}

function OrderRow({ order, hasDays }: { order: OwnOrderSummary; hasDays: boolean }) {
  const number = orderNumber(order.number);
  const weight = formatLb(Number(order.weightLb));
  const path = `/dashboard/orders/${order.id}`;
  return (
    <tr className="relative">
      <Th scope="row">
        <Link
          to={path}
          prefetch="intent"
          className={`${link} tabular-nums after:absolute after:inset-0 md:after:hidden`}
        >
          {number}
        </Link>
        {order.poNumber && (
          <span className="block text-sm font-normal wrap-anywhere text-ink-soft">
            PO {order.poNumber}
          </span>
        )}
        <Moment at={order.placedAt} className="block text-sm font-normal text-ink-soft md:hidden" />
        {order.deliveryDay && (
          <span className="block text-sm font-normal whitespace-nowrap md:hidden">
            {deliveryOf(order)}
          </span>
        )}
      </Th>
      <Td className="hidden whitespace-nowrap md:table-cell">
        <Moment at={order.placedAt} />
      </Td>
      {hasDays && <Td className="hidden whitespace-nowrap md:table-cell">{deliveryOf(order)}</Td>}
      <Td>
        <OrderStatusBadge
          isForCustomer
          status={order.status}
          isRefused={order.isRefused}
          deliveryKind={order.deliveryKind}
        />
      </Td>
      <Td numeric className="hidden md:table-cell">
        {weight}
      </Td>
      <Td numeric className="max-md:pr-0">
        {formatDollars(order.totalPrice)}
        <span className="block text-sm text-ink-soft md:hidden">{weight}</span>
      </Td>
      <Td className="hidden md:table-cell">
        <span className="flex justify-end gap-x-5">
          <Link to={path} prefetch="intent" className={link}>
            View<span className="sr-only"> order {number}</span>
          </Link>
          <Link to={orderAgainPath(order.id)} className={link}>
            Order again<span className="sr-only">: {number}</span>
          </Link>
        </span>
      </Td>
    </tr>
  );
}

function deliveryOf({ deliveryDay, deliveryKind }: OwnOrderSummary): string {
  if (!deliveryDay) return "";
  return `${deliveryKind === "pickup" ? "Pickup " : ""}${shortDateInWords(deliveryDay)}`;
}
