import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { CreditNoteLinks } from "#app/domain/documents/invoice-state.tsx";
import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import type { ShownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { afterHold, holdsForClient } from "#app/domain/orders/hold.ts";
import type { OwnOrder } from "#app/domain/orders/lists/orders.server.ts";
import { invoicedWith, orderNumber } from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { isAhead } from "#app/domain/orders/timeline/order-timeline.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { UntilWhen, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";
import { formatDollars } from "#app/lib/amounts/money.ts";

interface OrderFactsProps {
  order: OwnOrder;
  companyName: string;
  /** False if the invoice's link is hidden because of their role, rather than missing. */
  seesInvoices: boolean;
  mayChange: boolean;
  deposit: Pick<ShownDeposit, "ifCancelled"> | null;
}

/** The order's status, dates and notes. */
export function OrderFacts({
  order,
  companyName,
  seesInvoices,
  mayChange,
  deposit,
}: OrderFactsProps) {
  return (
    <dl className="col-span-12 border-t border-ink lg:col-span-3 lg:col-start-10 lg:row-start-1 print:border-t-0">
      {/* Print only: nothing else on paper names the client. */}
      <Fact label="Client" className="hidden print:flex">
        {companyName}
      </Fact>
      <Fact label="Status">
        <OrderStatusBadge
          isForCustomer
          status={order.status}
          holds={order.holds}
          isRefused={order.isRefused}
          deliveryKind={order.deliveryKind}
        />
      </Fact>
      {order.holds.length > 0 && order.status === "pending" && (
        <div className="border-b border-rule py-3.5 text-[0.9375rem]">
          <dt className="sr-only">On hold</dt>
          <dd>
            {holdsForClient(order.holds)} {afterHold(order.holds)}
          </dd>
        </div>
      )}
      {order.isNewClient && order.status === "pending" && (
        <div className="border-b border-rule py-3.5 text-[0.9375rem]">
          <dt className="sr-only">First order</dt>
          <dd>We will get in touch to confirm your first order before we start cutting.</dd>
        </div>
      )}
      <DeliveryFacts order={order} />
      {mayChange && !order.isGuests && order.status === "pending" && (
        <div className="border-b border-rule py-3.5 text-[0.9375rem] print:hidden">
          <Changes order={order} deposit={deposit} />
        </div>
      )}
      <Fact label="Placed">
        <Moment at={order.placedAt} time />
      </Fact>
      {order.poNumber && (
        <Fact label="PO number">
          <span className="wrap-anywhere">{order.poNumber}</span>
          {order.samePoOrder && (
            <span className="block text-sm text-ink-soft print:hidden">
              Also on order{" "}
              <TextLink to={`/dashboard/orders/${order.samePoOrder.id}`}>
                {orderNumber(order.samePoOrder.number)}
              </TextLink>
            </span>
          )}
        </Fact>
      )}
      {order.noteNumber && (
        <Fact label="Delivery note">
          {order.noteNumber}
          {!order.invoiceNumber && (
            <span className="block text-sm text-ink-soft">On your next monthly invoice</span>
          )}
        </Fact>
      )}
      {order.invoicedAt && (
        <Fact label="Invoiced">
          <Moment at={order.invoicedAt} time />
        </Fact>
      )}
      {order.invoiceNumber && (
        <Fact label="Invoice">
          {order.invoiceNumber}
          {order.isInvoiceCredited && ", credited in full"}
          {order.isInvoiceCredited && order.creditNotes.length > 0 && (
            <span className="block text-sm">
              by <CreditNoteLinks notes={order.creditNotes} />
            </span>
          )}
          {order.invoicedOrders > 1 && (
            <span className="block text-sm text-ink-soft">
              {invoicedWith(order)}
              {order.invoiceTotal && `: ${formatDollars(order.invoiceTotal)} in all`}
            </span>
          )}
          {seesInvoices && !order.invoiceUrl && (
            <span className="block text-sm text-ink-soft">No invoice available</span>
          )}
        </Fact>
      )}
      {order.differences.map(({ number, total }) => (
        <Fact key={number} label="Also billed">
          {number}: {formatDollars(total)}
        </Fact>
      ))}
      {order.allowsSubstitutes && (
        <Fact label="Substitutes">
          {order.callFirst
            ? "Call before you send something similar"
            : "You may send something similar"}
        </Fact>
      )}
      <Notes label="Notes">{order.notes}</Notes>
      <Notes label="Notes for every order">{order.standingNotes}</Notes>
    </dl>
  );
}

/** Shows how a client can still change an order, or why they can't. */
function Changes({ order: { id, ...order }, deposit }: Pick<OrderFactsProps, "order" | "deposit">) {
  const company = useCompany();
  const { day } = order.delivery;
  const why = whyUnchangeable(order, company);
  if (why) {
    return (
      <>
        <dt className="text-sm text-ink-soft">Changes</dt>
        <dd className="mt-1">{why}</dd>
      </>
    );
  }
  const way = "link inline-flex min-h-11 items-center";
  return (
    <>
      <dt className="text-sm text-ink-soft">
        <UntilWhen day={day} />
      </dt>
      <dd>
        <ul>
          <li>
            <Link to={`/dashboard/orders/${id}/change`} className={way}>
              Change the order
            </Link>
          </li>
          {day && (
            <li>
              <Link to={`/dashboard/orders/${id}/day`} className={way}>
                Change day
              </Link>
            </li>
          )}
          <li>
            <details>
              <summary className={`${way} cursor-pointer`}>Cancel the order</summary>
              <Form method="post" className="mt-1 mb-2">
                <p className="mb-3">
                  Cancelling costs nothing, and can't be undone.{" "}
                  {day?.kind === "delivery" &&
                    "If another of your orders goes with it, that order may then pay for delivery. "}
                  {deposit?.ifCancelled}
                </p>
                <SubmitButton intent="cancel" variant="danger">
                  Yes, cancel it
                </SubmitButton>
              </Form>
            </details>
          </li>
        </ul>
      </dd>
    </>
  );
}

/** Day, window and place; the notes for the driver are the site's. */
function DeliveryFacts({ order }: { order: OwnOrder }) {
  const { id, delivery } = order;
  const { day, notes } = delivery;
  const where = destinationInWords(delivery);
  return (
    <>
      {(day || where) && (
        <div className="border-b border-rule py-3.5">
          <dt className="text-sm text-ink-soft">{day ? kindInWords(day.kind) : "Deliver to"}</dt>
          <dd className="mt-1">
            {day && <span className="block font-semibold">{dayAndWindow(day)}</span>}
            <span className="block break-words">{where}</span>
            {day && isAhead(order) && (
              <a
                href={`/dashboard/orders/${id}/day.ics`}
                className="link inline-flex min-h-11 items-center print:hidden"
              >
                Add to calendar
              </a>
            )}
          </dd>
        </div>
      )}
      <Notes label="For the driver">{notes}</Notes>
    </>
  );
}

function Notes({ label, children }: { label: string; children: string }) {
  if (!children.trim()) return null;
  return (
    <div className="border-b border-rule py-3.5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

interface FactProps {
  label: string;
  className?: string;
  children: ReactNode;
}

function Fact({ label, className = "flex", children }: FactProps) {
  return (
    <div
      className={clsx(
        "flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-3.5",
        className,
      )}
    >
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
