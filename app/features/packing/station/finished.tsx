import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { noMailGoesOut, useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { type StationOrder, withoutDay } from "#app/domain/packages/packing.ts";
import { changedLabels } from "../labels/changed-labels.ts";
import { OrderPapers } from "./order-papers.tsx";

interface FinishedProps {
  order: StationOrder;
  /** True if the order was still unpacked when the page was opened. */
  isNew: boolean;
  seesOrders: boolean;
  wasPrinted: (one: { id: string }) => boolean;
}

/** The result for an order that is no longer to be packed, and a link to the next. */
export function Finished({ order, isNew, seesOrders, wasPrinted }: FinishedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const ifMailed = useIfMailed();
  useEffect(() => {
    // The focused field disappeared with the question. The link doesn't get the focus, because a
    // second Enter would follow it before anyone has read that the client needs the paper.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const day = order.delivery?.day ?? withoutDay;
  const isDone = order.status === "fulfilled" || order.status === "delivered";
  const labels = isDone && !order.hasLeft ? changedLabels(order, wasPrinted) : [];
  return (
    <section
      aria-label="What became of the order"
      className={`mt-8 border-y bg-paper-deep/60 px-6 py-8 ${isDone ? "border-delivered" : "border-ink"}`}
    >
      <h2 ref={heading} tabIndex={-1}>
        {isDone
          ? `${orderName(order.number)} is finished`
          : `${orderName(order.number)} was cancelled`}
      </h2>
      <p className="mt-3 text-lg">
        {order.invoiceNumber
          ? order.isMailed
            ? ifMailed(
                `${order.invoiceNumber} was issued, and the client is notified by email${order.waitsToLeave ? " once it leaves" : ""}.`,
                `${order.invoiceNumber} was issued. ${noMailGoesOut}`,
              )
            : `${order.invoiceNumber} was issued. We can’t email this client: give them the paper.`
          : order.isMailed
            ? ifMailed(
                "Nothing was invoiced, and the client is notified by email.",
                `Nothing was invoiced. ${noMailGoesOut}`,
              )
            : "Nothing was invoiced. We can’t email this client: tell them."}
      </p>
      {order.status === "fulfilled" && order.hasLeft && (
        <p className="mt-2">It has left: what is wrong with it is credited.</p>
      )}
      {labels.length > 0 && (
        <Notice title="These labels changed with what was corrected" className="mt-4">
          <ul>
            {labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        <Link
          to={`/admin/packing?day=${day}&next`}
          className={buttonClass({ size: "lg", className: "min-h-16" })}
        >
          Next order
        </Link>
        {order.status === "fulfilled" && !order.hasLeft && (
          <Link
            to={`/admin/packing/${order.id}/reopen`}
            className={buttonClass({ variant: "secondary", size: "lg", className: "min-h-16" })}
          >
            Correct it
          </Link>
        )}
        {isDone && order.lines.some(({ packages }) => packages.length > 0) && (
          <Link
            to={`/admin/packing/${order.id}/lots`}
            className={buttonClass({ variant: "secondary", size: "lg", className: "min-h-16" })}
          >
            Correct a lot
          </Link>
        )}
        {seesOrders && (
          <Link
            to={`/admin/orders/${order.id}`}
            className={buttonClass({ variant: "secondary", size: "lg", className: "min-h-16" })}
          >
            See the order
          </Link>
        )}
      </p>
      <OrderPapers order={order} />
    </section>
  );
}
