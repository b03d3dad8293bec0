import { Link } from "react-router";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import { dayAndWindow, kindInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import {
  type AdminOrder,
  invoicedWith,
  orderNumber,
  shortOrderId,
} from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { useMay } from "../use-frame-facts.ts";
import { isToday } from "./order-actions.tsx";

/** Tall enough for a finger on touch screens. */
const way = "link inline-flex items-center pointer-coarse:min-h-11";

interface OrderStateProps {
  order: AdminOrder;
  undoObstacle: string;
}

export function OrderState({ order, undoObstacle }: OrderStateProps) {
  const { status, placedAt, invoiceNumber, invoicedAt, notes, standingNotes } = order;
  const { isNewClient } = order;
  const current = order.customer.notes;
  const may = useMay();
  return (
    <>
      <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-10 print:mt-3">
        <dl className="flex flex-wrap items-baseline gap-x-10 gap-y-2">
          <div>
            <dt className="sr-only">Status</dt>
            <dd>
              <OrderStatusBadge
                status={status}
                isNewClient={isNewClient}
                holds={order.holds}
                isRefused={order.isRefused}
                deliveryKind={order.deliveryKind}
              />
            </dd>
          </div>
          <div className="flex gap-x-2">
            <dt className="text-ink-soft">Order ID</dt>
            <dd>{shortOrderId(order.id)}</dd>
          </div>
          <div className="flex gap-x-2">
            <dt className="text-ink-soft">Placed</dt>
            <dd className="tabular-nums">
              <Moment at={placedAt} time />
            </dd>
          </div>
          {order.delivery.day && (
            <div className="flex gap-x-2">
              <dt className="text-ink-soft">{kindInWords(order.delivery.day.kind)}</dt>
              <dd className="font-semibold">
                {dayAndWindow(order.delivery.day)}
                <span className="font-normal">, {order.delivery.day.zoneName}</span>
              </dd>
            </div>
          )}
          {order.delivery.day && status === "pending" && may("sell") && (
            <Link to={`/admin/orders/${order.id}/day`} className={`${way} print:hidden`}>
              Change day
            </Link>
          )}
          <div className="flex gap-x-2">
            <dt className="text-ink-soft">Substitutes</dt>
            <dd>{!order.allowsSubstitutes ? "None" : order.callFirst ? "Call first" : "OK"}</dd>
          </div>
          {order.deliveredAt && (
            <div className="flex gap-x-2 print:hidden">
              <dt className="text-ink-soft">
                {order.isRefused ? allRefusedInWords(order.deliveryKind) : "Delivered"}
              </dt>
              <dd className="tabular-nums">
                <Moment at={order.deliveredAt} time />
                {undoObstacle && isToday(order.deliveredAt) && (
                  <span className="block max-w-xl text-sm text-ink-soft">{undoObstacle}</span>
                )}
              </dd>
            </div>
          )}
          {order.runId && may("deliver") && (
            <div className="print:hidden">
              <dt className="sr-only">Run</dt>
              <dd>
                <Link to={`/admin/runs/${order.runId}`} className={way}>
                  See the run
                </Link>
              </dd>
            </div>
          )}
          {order.poNumber && (
            <div className="flex gap-x-2">
              <dt className="text-ink-soft">PO number</dt>
              <dd className="wrap-anywhere">
                {order.poNumber}
                {order.samePoOrder && (
                  <span className="print:hidden">
                    , also on order{" "}
                    <Link to={`/admin/orders/${order.samePoOrder.id}`} className="link">
                      {orderNumber(order.samePoOrder.number)}
                    </Link>
                  </span>
                )}
              </dd>
            </div>
          )}
          {order.noteNumber && (
            <div className="flex gap-x-2 print:hidden">
              <dt className="text-ink-soft">Delivery note</dt>
              <dd className="tabular-nums">
                {order.noteNumber}
                {!invoiceNumber && (
                  <>
                    ,{" "}
                    <Link to={`/admin/receivables/${order.customerId}`} className="link">
                      not invoiced yet
                    </Link>
                  </>
                )}
              </dd>
            </div>
          )}
          {invoiceNumber && invoicedAt && (
            <div className="flex gap-x-2 print:hidden">
              <dt className="text-ink-soft">Invoice</dt>
              <dd className="tabular-nums">
                {invoiceNumber}, <Moment at={invoicedAt} />
                {order.isInvoiceCredited && ", credited in full"}
                {order.invoicedOrders > 1 && (
                  <span className="block text-sm text-ink-soft">
                    {invoicedWith(order)}
                    {order.invoiceTotal && `: ${formatDollars(order.invoiceTotal)} in all`}
                  </span>
                )}
              </dd>
            </div>
          )}
          {order.differences.map(({ number, total }) => (
            <div key={number} className="flex gap-x-2 print:hidden">
              <dt className="text-ink-soft">Also billed</dt>
              <dd className="tabular-nums">
                {number}, {formatDollars(total)}
              </dd>
            </div>
          ))}
        </dl>
        <button
          type="button"
          onClick={() => window.print()}
          className="link needs-script min-h-11 print:hidden"
        >
          Print pick list
        </button>
      </div>
      {isNewClient && status === "pending" && (
        <Notice title="This client is new" className="mt-5 max-w-2xl print:hidden">
          Call them before you confirm the order. Until then it is not counted in your figures and
          cannot be fulfilled.
        </Notice>
      )}
      <Notes title="Order notes">{notes}</Notes>
      <Notes title="Notes for every order">{standingNotes}</Notes>
      {status === "pending" && current !== undefined && current !== standingNotes && (
        <Notes title="Notes for every order, changed since this one was placed">
          {current.trim() || "None now"}
        </Notes>
      )}
    </>
  );
}

/** Also printed on the pick list, for the cutting room. */
function Notes({ title, children }: { title: string; children: string }) {
  if (!children.trim()) return null;
  return (
    <section aria-label={title} className="mt-4 border-l-4 border-oxblood pl-4">
      <h2 className="font-sans text-sm font-semibold text-ink-soft">{title}</h2>
      <p className="mt-1 max-w-2xl break-words whitespace-pre-line print:text-lg">{children}</p>
    </section>
  );
}
