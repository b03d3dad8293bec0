import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { RowMenu } from "#app/components/overlay/row-menu.tsx";
import { isReceiptNumber } from "#app/domain/documents/invoice.ts";
import { type AdminOrder, orderName } from "#app/domain/orders/order.ts";
import { isPackingBegun } from "#app/domain/orders/order-line-words.ts";
import { InvoiceDownload } from "#app/features/invoices/invoice-download.tsx";
import { OrderTransitionForm } from "#app/features/order-changes/order-transition-form.tsx";
import type { AskedChange } from "#app/features/order-changes/use-order-transition.tsx";
import { pacificDay } from "#app/lib/dates.ts";
import { useMay } from "../use-frame-facts.ts";
import { nextStep } from "./next-step.ts";

interface OrderActionsProps {
  order: AdminOrder;
  action: string;
  onAsk: (asked: AskedChange) => void;
  /** Amount owed, if the user may take money; otherwise 0. */
  openCents: number;
  /** What is left of its paid deposit, in cents. */
  paidAheadCents: number;
  /** True before it leaves, so that its document can be reversed. */
  canReopen: boolean;
  /** Where it is handed over at a till and paid; null if it isn't, or not by this user. */
  counterPath: string | null;
  /** Why its stop's report can't be reversed; empty if it can. */
  undoObstacle: string;
  /** True if it must not leave because of meat on hold that hasn't reached the client. */
  isStopped: boolean;
  /** True if this user still has refused goods of it to weigh. */
  isAwaited: boolean;
}

/** The actions that the user may perform: the next step, papers, common actions, and a menu. */
export function OrderActions(props: OrderActionsProps) {
  const {
    order,
    action,
    onAsk,
    openCents,
    paidAheadCents,
    canReopen,
    counterPath,
    undoObstacle,
    isStopped,
    isAwaited,
  } = props;
  const { id, number, totalPrice, companyName, invoiceNumber, invoiceUrl, isRefused } = order;
  const may = useMay();
  const isPacked = order.items.some(({ packages }) => packages.length > 0);
  const isPending = order.status === "pending";
  const next = may("sell") ? nextStep(order) : null;
  const isBilled = (invoiceNumber !== null || order.noteNumber !== null) && may("money");
  const deliveryDay = order.delivery.day?.date ?? null;
  const canUndo =
    order.status === "delivered" &&
    may("sell") &&
    order.deliveredAt !== null &&
    isToday(order.deliveredAt);
  const isReceipt = isReceiptNumber(invoiceNumber ?? "");
  const form = {
    order: { id, number, totalPrice, companyName, deliveryDay, isRefused, paidAheadCents },
    action,
    onAsk,
  };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {next === "confirm" && <OrderTransitionForm {...form} change="confirm" />}
      {next === "pack" && may("pack") && (
        <ButtonLink to={`/admin/packing/${id}`}>Pack Order</ButtonLink>
      )}
      {counterPath && (
        <ButtonLink to={counterPath} variant={isStopped ? "secondary" : undefined}>
          {openCents > 0 ? "Hand Over and Take Payment" : "Hand Over at the Counter"}
        </ButtonLink>
      )}
      {next === "deliver" && (
        <OrderTransitionForm
          {...form}
          change="deliver"
          isAskedByServer={isStopped}
          variant={counterPath || isStopped ? "secondary" : undefined}
        />
      )}
      {isAwaited && <ButtonLink to={`/admin/returns/${id}`}>Weigh What Came Back</ButtonLink>}
      {invoiceNumber && invoiceUrl && (
        <InvoiceDownload
          number={invoiceNumber}
          url={invoiceUrl}
          className={buttonClass({ variant: "secondary" })}
        >
          {isReceipt ? "Download Receipt" : "Download Invoice"}
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
      {openCents > 0 && (
        <ButtonLink to={`${action}/pay`} variant="secondary">
          Take Payment
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
      {canUndo && !undoObstacle && (
        <OrderTransitionForm {...form} change="undeliver" variant="secondary" />
      )}
      {isPending && may("sell") && (
        <>
          {!isPackingBegun(order.items) && (
            <ButtonLink to={`${action}/change`} variant="secondary">
              Change Order
            </ButtonLink>
          )}
          <OrderTransitionForm {...form} change="cancel" variant="danger" />
        </>
      )}
      {(next === "pack" ||
        next === "release" ||
        (next === "deliver" && deliveryDay) ||
        isBilled) && (
        <RowMenu size="md" of={orderName(number)}>
          {next === "pack" && (
            <OrderTransitionForm {...form} change="fulfill" isMenuItem className="menu-item">
              <span>
                Mark Fulfilled<span className="text-ink-soft"> without weighing</span>
              </span>
            </OrderTransitionForm>
          )}
          {isPending && paidAheadCents === 0 && !isPackingBegun(order.items) && may("sell") && (
            <Link to={`${action}/deposit`} className="menu-item">
              Ask for a deposit
            </Link>
          )}
          {isPending && paidAheadCents > 0 && may("money") && (
            <Link to={`${action}/deposit/back`} className="menu-item">
              Give the deposit back
            </Link>
          )}
          {next === "deliver" && deliveryDay && (
            <Link to={`${action}/move`} className="menu-item">
              Move to another day
            </Link>
          )}
          {next === "deliver" && canReopen && may("sell") && (
            <Link to={`/admin/packing/${order.id}/reopen`} className="menu-item">
              Correct before it leaves
            </Link>
          )}
          {isBilled && (
            <Link to={`${action}/credit`} className="menu-item">
              Credit
            </Link>
          )}
          {order.status === "delivered" && !isRefused && may("pack") && (
            <Link to={`/admin/returns/${order.id}`} className="menu-item">
              Weigh a return
            </Link>
          )}
          {isBilled && order.invoiceId && !isReceipt && (
            <Link to={`/admin/invoices/${order.invoiceId}/debit`} className="menu-item">
              Bill the difference
            </Link>
          )}
        </RowMenu>
      )}
    </div>
  );
}

/** A handover can be undone on the same Pacific day. */
export function isToday(moment: Date): boolean {
  return pacificDay(moment) === pacificDay(new Date());
}
