import type { ReactNode } from "react";
import { formatCents } from "#app/lib/money.ts";
import { formatLb } from "#app/lib/weight.ts";
import type { OrderSummary } from "../order-summary.ts";

interface OrderBarProps {
  summary: OrderSummary;
  /** The minimum order total. */
  minOrderCents: number;
  /** Shown while nothing is picked. */
  empty: string;
  /** Why the order can't proceed. */
  problem?: string | null;
  /** The button for the next step. */
  children: ReactNode;
}

/** The order total and the next step, always visible within thumb reach. */
export function OrderBar(props: OrderBarProps) {
  const { summary, minOrderCents, empty, problem, children } = props;
  const { count, pounds, cents } = summary;
  const missing = minOrderCents - cents;
  return (
    <div className="surface-ink sticky bottom-0 z-20 -mx-[clamp(1.125rem,0.5rem+2.6vw,3rem)] mt-10 px-[clamp(1.125rem,0.5rem+2.6vw,3rem)] py-3">
      {problem && (
        <p role="alert" className="pb-2 text-sm font-semibold text-cancelled">
          {problem}
        </p>
      )}
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="min-w-0 text-sm leading-snug tabular-nums">
          {count === 0 ? (
            <>
              {empty}
              {minOrderCents > 0 && (
                <span className="block text-ink-soft">
                  Minimum order: {formatCents(minOrderCents)}
                </span>
              )}
            </>
          ) : (
            <>
              <span className="block text-ink-soft">
                {count} {count === 1 ? "product" : "products"}, {formatLb(pounds)}
              </span>{" "}
              <strong className="block font-display text-xl leading-tight lining-nums proportional-nums">
                {formatCents(cents)}
              </strong>
              {missing > 0 && (
                <span className="block">
                  {formatCents(missing)} to go: minimum order {formatCents(minOrderCents)}
                </span>
              )}
            </>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}
