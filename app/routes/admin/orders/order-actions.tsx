import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import type { AdminOrder } from "#app/features/orders/order.ts";
import { isPackingBegun } from "#app/features/orders/order-line-words.ts";
import { OrderTransitionForm } from "#app/features/orders/transition/order-transition-form.tsx";
import type { AskedChange } from "#app/features/orders/transition/use-order-transition.tsx";
import { pacificDay } from "#app/lib/dates.ts";
import { useMay } from "../use-frame-facts.ts";

interface OrderActionsProps {
  order: AdminOrder;
  /** The page's own URL. */
  action: string;
  onAsk: (asked: AskedChange) => void;
}

/**
 * An order's actions: pack, cancel, and confirm or fulfil, while pending; then its papers, and that it
 * was handed over. Only what the user may.
 */
export function OrderActions({ order, action, onAsk }: OrderActionsProps) {
  const { id, totalPrice, companyName, invoiceNumber, invoiceUrl } = order;
  const may = useMay();
  const isPacked = order.items.some(({ packages }) => packages.length > 0);
  const deliveryDay = order.delivery.day?.date ?? null;
  const form = { order: { id, totalPrice, companyName, deliveryDay }, action, onAsk };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {invoiceNumber && invoiceUrl && (
        <InvoiceDownload
          number={invoiceNumber}
          url={invoiceUrl}
          className={buttonClass({ variant: "secondary" })}
        >
          Download Invoice
        </InvoiceDownload>
      )}
      {order.noteNumber && order.noteUrl && (
        <InvoiceDownload
          number={order.noteNumber}
          url={order.noteUrl}
          className={buttonClass({ variant: "secondary" })}
        >
          Delivery Note
        </InvoiceDownload>
      )}
      {(invoiceNumber || order.noteNumber) && may("money") && (
        <Link to={`${action}/credit`} className={buttonClass({ variant: "secondary" })}>
          Credit
        </Link>
      )}
      {order.invoiceId && may("money") && (
        <Link
          to={`/admin/invoices/${order.invoiceId}/debit`}
          className={buttonClass({ variant: "secondary" })}
        >
          Bill a Difference
        </Link>
      )}
      {isPacked && may("pack") && (
        <a
          href={`/admin/packing/${id}/papers/slip.pdf`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: "secondary" })}
        >
          Packing Slip
        </a>
      )}
      {order.status === "fulfilled" && may("sell") && (
        <>
          {order.delivery.day && (
            <Link to={`${action}/move`} className={buttonClass({ variant: "secondary" })}>
              Move to another day
            </Link>
          )}
          <OrderTransitionForm {...form} change="deliver" />
        </>
      )}
      {order.status === "delivered" && may("sell") && isToday(order.deliveredAt) && (
        <OrderTransitionForm {...form} change="undeliver" variant="secondary" />
      )}
      {order.status === "pending" && may("sell") && (
        <>
          {!isPackingBegun(order.items) && (
            <Link to={`${action}/change`} className={buttonClass({ variant: "secondary" })}>
              Change Order
            </Link>
          )}
          {!order.isNewClient && !order.holdReason && may("pack") && (
            <Link to={`/admin/packing/${id}`} className={buttonClass({ variant: "secondary" })}>
              Pack Order
            </Link>
          )}
          <OrderTransitionForm {...form} change="cancel" variant="danger" />
          {order.isNewClient ? (
            <OrderTransitionForm {...form} change="confirm" />
          ) : (
            !order.holdReason && <OrderTransitionForm {...form} change="fulfill" />
          )}
        </>
      )}
    </div>
  );
}

/** What was handed over can be taken back on the same Pacific day. */
function isToday(moment: Date | null): boolean {
  return moment !== null && pacificDay(moment) === pacificDay(new Date());
}
