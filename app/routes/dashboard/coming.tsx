import { Link } from "react-router";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { TimeLeft } from "#app/components/time-left.tsx";
import { chosenDelivery, type DeliveryOffer } from "#app/domain/delivery/delivery-offer.ts";
import type { Balance } from "#app/domain/ledger/account.ts";
import { dayAndWindow } from "#app/domain/ordering/delivery/delivery-words.ts";
import { type NextOrder, orderName, type WaitingOrder } from "#app/domain/orders/order.ts";
import { OrderStatusBadge } from "#app/domain/orders/order-status-badge.tsx";
import { formatCents } from "#app/lib/amounts/money.ts";
import { dateInWords } from "#app/lib/dates.ts";

export interface ComingProps {
  next: NextOrder | null;
  waiting: WaitingOrder[];
  /** The next day that can be ordered for; null without delivery days, or if none has room. */
  orderFor: { date: string; cutOffAt: Date; by: string } | null;
  /** Null for a member who does not see the account. */
  balance: Balance | null;
}

/** The next delivery, the next cut-off, and the balance. */
export function Coming({ next, waiting, orderFor, balance }: ComingProps) {
  // Without delivery days, deliveries are arranged by phone.
  const hasDays = next !== null || orderFor !== null;
  if (!hasDays && !balance) return null;
  return (
    <Sums>
      {hasDays && <NextDelivery next={next} waiting={waiting} />}
      {orderFor && (
        <Sum
          label={`To order for ${dateInWords(orderFor.date)}`}
          note={<TimeLeft until={orderFor.cutOffAt} className="font-semibold" />}
        >
          <span className="whitespace-normal">by {orderFor.by}</span>
        </Sum>
      )}
      {balance && (
        <Sum
          label="You owe"
          isBad={balance.overdueCents > 0}
          note={
            <Link
              to="/dashboard/invoices"
              className="link inline-flex min-h-11 items-center text-ink"
            >
              {balance.overdueCents > 0
                ? `${formatCents(balance.overdueCents)} overdue: see invoices`
                : "Invoices"}
            </Link>
          }
        >
          {formatCents(Math.max(0, balance.balanceCents))}
        </Sum>
      )}
    </Sums>
  );
}

function NextDelivery({ next, waiting }: Pick<ComingProps, "next" | "waiting">) {
  const none = waiting.length > 0 ? "No day set yet" : "Nothing ordered";
  return (
    <Sum
      label={`Next ${next?.deliveryKind === "pickup" ? "pickup" : "delivery"}`}
      note={
        (next || waiting.length > 0) && (
          <>
            {next && (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <OrderLink {...next} />
                <OrderStatusBadge isForCustomer status={next.status} holds={next.holds} />
                {next.more > 0 && `and ${next.more} more that day`}
              </span>
            )}
            {waiting.map((order) => (
              <span key={order.id} className="flex flex-wrap items-center gap-x-2">
                <OrderLink {...order} />
                <span className="text-ink">{whyWaiting[order.why]}</span>
              </span>
            ))}
          </>
        )
      }
    >
      <span className="whitespace-normal">{next ? dayAndWindow(next.day) : none}</span>
    </Sum>
  );
}

const whyWaiting = {
  "no day": "has no day yet",
  late: "is late",
  missed: "needs another day",
} as const satisfies Record<WaitingOrder["why"], string>;

function OrderLink({ id, number }: Pick<WaitingOrder, "id" | "number">) {
  return (
    <Link
      to={`/dashboard/orders/${id}`}
      className="link inline-flex min-h-11 items-center text-ink"
    >
      {orderName(number)}
    </Link>
  );
}

/** Returns the first day that a client can order for at their usual site. */
export function firstDay(offer: DeliveryOffer | null) {
  if (!offer) return null;
  const order = { estimateCents: 0, shopMinimumCents: 0 };
  return chosenDelivery(offer, { site: "", day: "" }, order).day;
}
