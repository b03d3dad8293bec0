import { ChevronDown } from "lucide";
import { Icon } from "#app/components/icon.tsx";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import type { SummaryLine } from "#app/domain/drafts/order-summary.ts";
import { promiseInWords } from "#app/domain/orders/order-costs.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { CheckoutView } from "./checkout.ts";

/** The order, beside screens that ask something else; collapsed on narrow screens. */
export function CheckoutSummary({ view }: { view: CheckoutView }) {
  const { summary, costs } = view;
  if (summary.lines.length === 0) return null;
  const isWhole = summary.invalid.length === 0;
  return (
    <>
      <details className="group mt-6 border-y border-ink lg:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-2 [&::-webkit-details-marker]:hidden">
          <span className="font-semibold">Your order</span>
          <span className="inline-flex items-center gap-3 font-display font-semibold">
            {isWhole && formatCents(costs.estimateCents)}
            <Icon of={ChevronDown} className="size-5 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className="pb-4">
          <Contents view={view} />
        </div>
      </details>
      <aside
        aria-label="Your order"
        className="border-t border-ink max-lg:hidden lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start"
      >
        <Contents view={view} />
      </aside>
    </>
  );
}

function Contents({ view: { summary, costs, images } }: { view: CheckoutView }) {
  return (
    <>
      <ul>
        {summary.lines.map((line) => (
          <li
            key={line.productId}
            className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-x-3 border-b border-rule py-2.5"
          >
            <LineParts line={line} imageUrl={images[line.productId] ?? null} />
          </li>
        ))}
      </ul>
      {summary.invalid.length === 0 && (
        <>
          <CostLines costs={costs} />
          <p className="mt-2 text-sm">{promiseInWords(costs.mostCents)}</p>
        </>
      )}
    </>
  );
}

function LineParts({ line, imageUrl }: { line: SummaryLine; imageUrl: string | null }) {
  return (
    <>
      <ProductThumbnail imageUrl={imageUrl} />
      <div className="min-w-0 leading-snug">
        <p className="font-semibold wrap-break-word">{line.name}</p>
        <p className="text-sm text-ink-soft tabular-nums">{line.ordered}</p>
      </div>
      {!line.error && <p className="tabular-nums">{formatCents(line.cents)}</p>}
    </>
  );
}

/** Lists fee, taxes and the estimate, as they add up. */
export function CostLines({ costs }: { costs: CheckoutView["costs"] }) {
  return (
    <dl className="mt-4 space-y-1.5 tabular-nums">
      {costs.fee && <Cost label={costs.fee.label} cents={costs.fee.cents} />}
      {costs.taxes.map(({ label, cents }) => (
        <Cost key={label} label={label} cents={cents} />
      ))}
      <div className="flex justify-between gap-4 text-title font-semibold">
        <dt>Estimate</dt>
        <dd className="font-display">{formatCents(costs.estimateCents)}</dd>
      </div>
    </dl>
  );
}

function Cost({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  );
}
