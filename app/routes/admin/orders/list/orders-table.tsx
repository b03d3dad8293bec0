import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { RowMenu } from "#app/components/overlay/row-menu.tsx";
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
import { useMay } from "../../use-frame-facts.ts";
import { holdAnchor, nextStep } from "../next-step.ts";
import type { ChosenOrders } from "./several-orders.tsx";

interface OrdersTableProps {
  orders: AdminOrderSummary[];
  /** True if the shop delivers on days, which get a column. */
  hasDays: boolean;
  onAsk: (asked: AskedChange) => void;
  /** Null if orders can't be ticked. */
  chosen: ChosenOrders | null;
}

/**
 * Everyone's orders; a click on a row opens its order. On narrow screens date and delivery day are
 * below the client and the status below the total; on phones everything except the action is below
 * the number.
 */
export function OrdersTable({ orders, hasDays, ...rest }: OrdersTableProps) {
  return (
    <Table
      label="Orders"
      columns={[
        {
          head: (
            <span className="flex gap-x-3">
              {rest.chosen && <ChooseAll {...rest.chosen} />}
              <span className="self-baseline">Order ID</span>
            </span>
          ),
        },
        { head: "Client", className: "hidden md:table-cell" },
        { head: "Date", className: "hidden 2xl:table-cell" },
        hasDays && { head: "Delivery", className: "hidden lg:table-cell" },
        { head: "Total", numeric: true, className: "hidden md:table-cell" },
        { head: "Status", className: "hidden lg:table-cell" },
        { head: "Action", className: "text-right" },
      ]}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} hasDays={hasDays} {...rest} />
      ))}
    </Table>
  );
}

function OrderRow({
  order,
  hasDays,
  onAsk,
  chosen,
}: { order: AdminOrderSummary } & Omit<OrdersTableProps, "orders">) {
  const { search } = useLocation();
  const client = order.companyName || "Unknown Client";
  const date = (
    <Moment
      at={order.placedAt}
      className="block text-sm whitespace-nowrap text-ink-soft 2xl:hidden"
    />
  );
  return (
    <tr className="relative hover:bg-paper-deep/50 has-[input:checked]:bg-paper-deep/50">
      <Th scope="row" className="tabular-nums">
        <div className="flex gap-x-3">
          {chosen && <ChooseOrder order={order} {...chosen} />}
          <div className="min-w-0 self-baseline">
            <Link
              to={`/admin/orders/${order.id}`}
              state={{ list: search }}
              prefetch="intent"
              className="link scroll-mb-24 whitespace-nowrap after:absolute after:inset-0"
            >
              {orderName(order.number)}
            </Link>
            <span className="block text-sm font-normal text-ink-soft">
              {shortOrderId(order.id)}…
            </span>
            <span className="block font-normal md:hidden">
              <span className="break-words">{client}</span>
              <Retail order={order} />
              {date}
              {order.deliveryDay && (
                <span className="block text-sm">
                  <DeliveryOf order={order} />
                </span>
              )}
              <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {formatDollars(order.totalPrice)}
                <OrderStatusBadge {...order} />
              </span>
            </span>
          </div>
        </div>
      </Th>
      <Td className="hidden break-words md:table-cell 2xl:min-w-36">
        {client}
        <Retail order={order} />
        {date}
        {order.deliveryDay && (
          <span className="block text-sm lg:hidden">
            <DeliveryOf order={order} />
          </span>
        )}
      </Td>
      <Td className="hidden whitespace-nowrap 2xl:table-cell">
        <Moment at={order.placedAt} />
      </Td>
      {hasDays && (
        <Td className="hidden lg:table-cell">
          {order.deliveryDay ? (
            <DeliveryOf order={order} />
          ) : order.channel === "counter" ? (
            "At the counter"
          ) : (
            "No day"
          )}
        </Td>
      )}
      <Td numeric className="hidden md:table-cell">
        {formatDollars(order.totalPrice)}
        <span className="mt-1 block lg:hidden">
          <OrderStatusBadge {...order} />
        </span>
      </Td>
      <Td className="hidden lg:table-cell [&>span]:justify-start">
        <OrderStatusBadge {...order} />
      </Td>
      <Td>
        <Actions order={order} onAsk={onAsk} />
      </Td>
    </tr>
  );
}

const tickArea = "relative z-10 -m-2.5 grid size-11 shrink-0 cursor-pointer place-items-center";
const tick = "size-5 scroll-mb-24 accent-oxblood";

function ChooseOrder({ order, formId, ids, choose }: { order: AdminOrderSummary } & ChosenOrders) {
  return (
    <label className={tickArea}>
      <input
        type="checkbox"
        form={formId}
        name="order"
        value={order.id}
        aria-label={`Choose order ${orderNumber(order.number)}`}
        checked={ids.has(order.id)}
        onChange={({ target }) => choose([order.id], target.checked)}
        className={tick}
      />
    </label>
  );
}

/** Ticks all orders of the page, or none. */
function ChooseAll({ ids, onPage, choose }: ChosenOrders) {
  const box = useRef<HTMLInputElement>(null);
  const ticked = onPage.filter((id) => ids.has(id)).length;
  const isAll = ticked > 0 && ticked === onPage.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll;
  }, [ticked, isAll]);
  return (
    <label className={`needs-script ${tickArea}`}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Choose all orders on this page"
        checked={isAll}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => choose(onPage, target.checked)}
        className={tick}
      />
    </label>
  );
}

function Retail({ order: { paymentWay, deliveryKind, channel } }: { order: AdminOrderSummary }) {
  if (channel === "counter") {
    return <span className="block text-sm font-normal text-ink-soft">Counter sale</span>;
  }
  return (
    paymentWay && (
      <span className="block text-sm font-normal text-ink-soft">
        Retail · {wayInWords(paymentWay, deliveryKind)}
      </span>
    )
  );
}

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

type ActionsProps = { order: AdminOrderSummary } & Pick<OrdersTableProps, "onAsk">;

function Actions({ order, onAsk }: ActionsProps) {
  const { search } = useLocation();
  const may = useMay();
  const page = `/admin/orders/${order.id}`;
  const number = orderNumber(order.number);
  const form = { order, action: `/admin/orders${search}`, onAsk };
  const view = (
    <Link to={page} state={{ list: search }} prefetch="intent" className="menu-item">
      View<span className="sr-only"> order {number}</span>
    </Link>
  );
  return (
    <div className="relative z-10 ml-auto flex w-fit items-center gap-x-1 max-sm:flex-col max-sm:items-end">
      <NextAction order={order} onAsk={onAsk} />
      {may("sell") && nextStep(order) && (
        <RowMenu of={orderName(order.number)}>
          {view}
          {order.status === "fulfilled" && order.deliveryDay && (
            <Link to={`${page}/move`} className="menu-item">
              Move to another day
            </Link>
          )}
          {order.status === "pending" && order.deliveryDay && (
            <Link to={`${page}/day`} className="menu-item">
              Change day
            </Link>
          )}
          {nextStep(order) === "pack" && (
            <OrderTransitionForm {...form} change="fulfill" isMenuItem className="menu-item">
              <span>
                Fulfill<span className="sr-only"> order {number}</span>
                <span className="text-ink-soft"> without weighing</span>
              </span>
            </OrderTransitionForm>
          )}
        </RowMenu>
      )}
    </div>
  );
}

function NextAction({ order, onAsk }: ActionsProps): ReactNode {
  const { search } = useLocation();
  const may = useMay();
  const page = `/admin/orders/${order.id}`;
  const ofOrder = <span className="sr-only"> order {orderNumber(order.number)}</span>;
  const look = {
    variant: "secondary",
    size: "sm",
    className: "scroll-mb-24 whitespace-nowrap",
  } as const;
  const asked = { order, action: `/admin/orders${search}`, onAsk, ...look };
  switch (may("sell") && nextStep(order)) {
    case "pack":
      return (
        <ButtonLink to={`/admin/packing/${order.id}`} prefetch="intent" {...look}>
          <span>Pack{ofOrder}</span>
        </ButtonLink>
      );
    case "release":
      return (
        <ButtonLink to={`${page}#${holdAnchor}`} state={{ list: search }} {...look}>
          <span>See hold{ofOrder}</span>
        </ButtonLink>
      );
    case "confirm":
      return (
        <OrderTransitionForm {...asked} change="confirm">
          <span>Confirm{ofOrder}</span>
        </OrderTransitionForm>
      );
    case "deliver":
      return (
        <OrderTransitionForm {...asked} change="deliver">
          <span>Deliver{ofOrder}</span>
        </OrderTransitionForm>
      );
    default:
      return (
        <ButtonLink to={page} state={{ list: search }} prefetch="intent" {...look}>
          <span>View{ofOrder}</span>
        </ButtonLink>
      );
  }
}
