import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import {
  dayAndWindow,
  destinationInWords,
  kindInWords,
} from "#app/domain/ordering/delivery/delivery-words.ts";
import type { ShownDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import type { LinkedOrder } from "#app/domain/ordering/links/linked-order.server.ts";
import { orderLinkWeeks } from "#app/domain/orders/links/order-link.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { isAhead } from "#app/domain/orders/timeline/order-timeline.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { UntilWhen, whyUnchangeable } from "#app/features/order-changes/changeable.tsx";

interface OwnOrderFactsProps {
  order: LinkedOrder;
  path: string;
  deposit: Pick<ShownDeposit, "ifCancelled"> | null;
}

/** A retail order's destination and notes, and the actions of its holder. */
export function OwnOrderFacts({ order, path, deposit }: OwnOrderFactsProps) {
  const company = useCompany();
  const { delivery, status, name, notes } = order;
  const { day } = delivery;
  const isChangeable = whyUnchangeable(order, company) === null;
  return (
    <div className="col-span-12 lg:col-span-4">
      <dl className="border-t border-ink">
        <Fact label="Status">
          <OrderStatusBadge
            isForCustomer
            status={status}
            holds={order.holds}
            isRefused={order.isRefused}
            deliveryKind={order.deliveryKind}
          />
        </Fact>
        <Fact label={day ? kindInWords(day.kind) : "Deliver to"}>
          {day && <span className="block font-semibold">{dayAndWindow(day)}</span>}
          <span className="block break-words">{destinationInWords(delivery)}</span>
          {day && isAhead(order) && (
            <a href={`${path}/day.ics`} className="link inline-flex min-h-11 items-center">
              Add to calendar
            </a>
          )}
        </Fact>
        {delivery.notes.trim() && <Fact label="For the driver">{delivery.notes}</Fact>}
        <Fact label="For">
          {name}
          {delivery.phone && <span className="block">{delivery.phone}</span>}
        </Fact>
        {notes.trim() && <Fact label="Notes">{notes}</Fact>}
        {order.allowsSubstitutes && <Fact label="Out of stock">Send a similar cut</Fact>}
        <Fact label="Placed">
          <Moment at={order.placedAt} time />
        </Fact>
      </dl>
      {isChangeable ? (
        <div className="pt-4">
          <p className="text-sm text-ink-soft">
            <UntilWhen day={day} />
          </p>
          <div className="mt-3 flex flex-col items-start gap-3">
            <SecondaryLink to={`${path}/change`}>Change quantities or notes</SecondaryLink>
            {day && <SecondaryLink to={`${path}/day`}>Change the day</SecondaryLink>}
            <SecondaryLink to={`${path}/address`}>
              {day?.kind === "pickup" ? "Change the phone number" : "Change the address or phone"}
            </SecondaryLink>
            <details>
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                Cancel the order
              </summary>
              <Form method="post" className="mt-1">
                <p className="mb-3">
                  It costs nothing, and can't be undone. {deposit?.ifCancelled}
                </p>
                <SubmitButton intent="cancel" variant="danger">
                  Yes, cancel it
                </SubmitButton>
              </Form>
            </details>
          </div>
        </div>
      ) : (
        status === "pending" && <p className="pt-4">{whyUnchangeable(order, company)}</p>
      )}
      <Form method="post" className={clsx("pt-6", isChangeable && "mt-6 border-t border-rule")}>
        <SubmitButton intent="again" variant="secondary">
          Order again
        </SubmitButton>
      </Form>
      <p className="mt-6 text-sm text-ink-soft">
        Anyone with this link can view{isChangeable && " and change"} this order.
        {status !== "cancelled" && ` The link expires ${orderLinkWeeks} weeks after delivery.`}
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-rule py-3.5">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
