import { SecondaryLink } from "#app/components/button-link.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { Company } from "#app/content/company.ts";
import { beingPacked, cutOffPassed } from "#app/domain/ordering/delivery/delivery-words.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import { isPackingBegun } from "#app/domain/orders/order-line-words.ts";

/**
 * Says why the customer can't change an order any more, in one or two sentences; null while they
 * can. Used by the form and the links to it; the server checks again on submit.
 */
export function whyUnchangeable(
  { status, items, delivery }: Pick<Order, "status" | "items" | "delivery">,
  company: Company,
): string | null {
  if (status === "awaiting_payment") return "Pay for this order first. Then you can change it.";
  if (status !== "pending") return alreadyInState(status);
  if (isPackingBegun(items)) return beingPacked(company);
  const { day } = delivery;
  if (!day || day.isOpen) return null;
  return `${cutOffPassed(day.date)}. Please call ${company.phone.display} to change the order.`;
}

/** States until when the customer can change the order, before a list of ways. */
export function UntilWhen({ day }: Pick<Order["delivery"], "day">) {
  if (!day) return "Until we pack you can";
  return (
    <>
      Until <Moment at={day.cutOffAt} time /> you can
    </>
  );
}

/** Shown instead of a form that would be refused. */
export function TooLate({ why, back }: { why: string; back: string }) {
  return (
    <Notice
      title={why}
      className="mt-6 max-w-2xl"
      action={<SecondaryLink to={back}>Back to the order</SecondaryLink>}
    >
      Nothing was changed.
    </Notice>
  );
}
