import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { isPackingBegun } from "#app/domain/orders/order-line-words.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { OrderTransitionForm } from "#app/features/order-changes/order-transition-form.tsx";
import type { AskedChange } from "#app/features/order-changes/use-order-transition.tsx";
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
  const { id, number, totalPrice, companyName, invoiceNumber, invoiceUrl } = order;
  const may = useMay();
  const isPacked = order.items.some(({ packages }) => packages.length > 0);
  const isHeld = order.holds.length > 0;
  const deliveryDay = order.delivery.day?.date ?? null;
  const form = { order: { id, number, totalPrice, companyName, deliveryDay }, action, onAsk };
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
        <ButtonLink to={`${action}/credit`} variant="secondary">
          Credit
        </ButtonLink>
      )}
      {order.invoiceId && may("money") && (
        <ButtonLink to={`/admin/invoices/${order.invoiceId}/debit`} variant="secondary">
          Bill the difference
        </ButtonLink>
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
            <ButtonLink to={`${action}/move`} variant="secondary">
              Move to another day
            </ButtonLink>
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
            <ButtonLink to={`${action}/change`} variant="secondary">
              Change Order
            </ButtonLink>
          )}
          {!order.isNewClient && !isHeld && may("pack") && (
            <ButtonLink to={`/admin/packing/${id}`} variant="secondary">
              Pack Order
            </ButtonLink>
          )}
          <OrderTransitionForm {...form} change="cancel" variant="danger" />
          {order.isNewClient ? (
            <OrderTransitionForm {...form} change="confirm" />
          ) : (
            !isHeld && <OrderTransitionForm {...form} change="fulfill" />
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
