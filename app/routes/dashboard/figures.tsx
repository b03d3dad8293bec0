import type { ReactNode } from "react";
import type { OrderFigures } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

/** The client's order figures, styled like the face of a scale: one large, two beside it. */
export function Figures({ figures }: { figures: OrderFigures }) {
  return (
    <dl className="grid-page items-end gap-y-6">
      <div className="col-span-12 flex flex-col-reverse sm:col-span-7 lg:col-span-6">
        <dt className="mt-2 text-ink-soft">Ordered in {figures.year}</dt>
        <dd className="font-display text-display font-bold tracking-[-0.02em]">
          {formatLb(Number(figures.lbsThisYear))}
        </dd>
      </div>
      <Figure label="Orders">{figures.orders}</Figure>
      <Figure label="Pending">{figures.pending}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="col-span-4 flex flex-col-reverse border-l border-rule pl-4 sm:col-span-2 lg:pl-6">
      <dt className="mt-1 text-ink-soft">{label}</dt>
      <dd className="font-display text-heading font-semibold">{children}</dd>
    </div>
  );
}
