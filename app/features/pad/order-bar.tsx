import type { ReactNode } from "react";
import { TimeLeft } from "#app/components/time-left.tsx";
import { cutOffInWords, type DeliveryDay } from "#app/domain/delivery/days.ts";
import type { OrderSummary } from "#app/domain/drafts/order-summary.ts";
import { costsWithFee, promiseInWords } from "#app/domain/orders/order-costs.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

interface OrderBarProps {
  summary: OrderSummary;
  minOrderCents: number;
  /** Part of the estimate and of the maximum. */
  fee: { cents: number; taxCode: string | null };
  /** True if an order below the minimum can still be placed, i.e. by staff. */
  isMinimumAdvice: boolean;
  empty: string;
  /** Null if orders need none, or the page shows it elsewhere. */
  day?: DeliveryDay | null;
  problem?: string | null;
  children: ReactNode;
}

/** The order's estimate and the next step, always visible within thumb reach. */
export function OrderBar(props: OrderBarProps) {
  const { summary, minOrderCents, fee, isMinimumAdvice, empty, day, problem, children } = props;
  const { count, pounds, cents, hasPieces } = summary;
  const { taxes, estimateCents, mostCents } = costsWithFee(summary.costLines, fee);
  const missing = minOrderCents - cents;
  return (
    <div className="surface-ink sticky bottom-0 z-20 -mx-[clamp(1.125rem,0.5rem+2.6vw,3rem)] mt-10 px-[clamp(1.125rem,0.5rem+2.6vw,3rem)] py-3">
      {problem && (
        <p role="alert" className="pb-2 text-sm font-semibold text-cancelled">
          {problem}
        </p>
      )}
      {day && (
        <p className="pb-1 text-sm leading-snug text-ink-soft">
          {shortDateInWords(day.date)}, order by {cutOffInWords(day)}{" "}
          <TimeLeft until={day.cutOffAt} className="whitespace-nowrap" />
        </p>
      )}
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
        <div role="status" className="contents text-sm leading-snug tabular-nums">
          {count === 0 ? (
            <p>
              {empty}
              {minOrderCents > 0 && (
                <span className="block text-ink-soft">
                  Minimum order: {formatCents(minOrderCents)}
                </span>
              )}
            </p>
          ) : (
            <>
              <p>
                <span className="block text-ink-soft sm:inline">Estimate</span>{" "}
                <strong className="font-display text-xl leading-tight lining-nums proportional-nums">
                  {formatCents(estimateCents)}
                </strong>
                <span className="sr-only">. </span>
              </p>
              <p className="col-span-2 md:col-span-1 md:row-start-2">
                {missing > 0 && (
                  <span className="block">
                    {isMinimumAdvice
                      ? `${formatCents(missing)} below the minimum order of ${formatCents(minOrderCents)}`
                      : `${formatCents(missing)} to go: minimum order ${formatCents(minOrderCents)}`}
                  </span>
                )}{" "}
                <span className="text-ink-soft">
                  {count} {count === 1 ? "product" : "products"}, {hasPieces && "about "}
                  {formatLb(pounds)}
                  {fee.cents > 0 && `, delivery ${formatCents(fee.cents)}`}
                  {taxes.map(({ label, cents }) => `, ${label} ${formatCents(cents)}`)}.{" "}
                  {promiseInWords(mostCents)}
                </span>
              </p>
            </>
          )}
        </div>
        <div className="col-start-2 row-start-1 md:row-end-3">{children}</div>
      </div>
    </div>
  );
}
