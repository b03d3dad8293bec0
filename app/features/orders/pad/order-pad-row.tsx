import { clsx } from "clsx/lite";
import { useState } from "react";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import type { OrderableProduct } from "../draft/order-draft.ts";
import { isNone } from "../order-quantity.ts";
import { type SummaryLine, seenPriceCents } from "../order-summary.ts";
import { orderField } from "../placing/order-form.ts";
import { PoundsInput } from "./pounds-input.tsx";

interface OrderPadRowProps {
  product: OrderableProduct;
  /** Its draft line, if it has been picked. */
  line: SummaryLine | undefined;
  isLive: boolean;
  onType: (typed: string) => void;
  onSettle: () => void;
}

/** A product on the order pad: name, price, line total and a box for pounds. */
export function OrderPadRow({ product, line, isLive, onType, onSettle }: OrderPadRowProps) {
  const [isTyping, setTyping] = useState(false);
  const [isZero, setZero] = useState(false);
  const { id, name } = product;
  const price = formatPricePerLb(toCents(product.pricePerLb));
  const error = isTyping ? null : (line?.error ?? null);
  const errorId = `error-${id}`;
  return (
    <li
      className={clsx(
        "relative grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-rule py-2.5",
        line && "before:absolute before:inset-y-0 before:-left-3 before:w-1 before:bg-oxblood",
      )}
    >
      <div className="min-w-0">
        <p className={clsx("leading-snug wrap-break-word", line && "font-semibold")}>{name}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {line?.isRepriced && (
            <>
              <s>{formatPricePerLb(seenPriceCents(line))}</s>{" "}
            </>
          )}
          {price}
          {line && line.cents > 0 && (
            <strong className="block font-semibold text-ink lg:ml-3 lg:inline">
              {formatCents(line.cents)}
            </strong>
          )}
        </p>
      </div>
      <PoundsInput
        id={`pounds-${id}`}
        name={orderField.quantity(id)}
        of={name}
        value={line?.quantity ?? ""}
        isLive={isLive}
        isInvalid={error !== null}
        describedBy={error ? errorId : undefined}
        onType={(typed) => {
          setTyping(true);
          setZero(false);
          onType(typed);
        }}
        onSettle={() => {
          setTyping(false);
          // An empty box needs no explanation.
          setZero(line !== undefined && isNone(line.quantity));
          onSettle();
        }}
      />
      <input type="hidden" name={orderField.price(id)} value={product.pricePerLb} />
      {isZero && (
        <p role="status" className="col-span-2 mt-1.5 text-sm text-ink-soft">
          0 lb: not part of this order.
        </p>
      )}
      {error && (
        <p id={errorId} className="col-span-2 mt-1.5 text-sm font-semibold text-cancelled">
          {error}
        </p>
      )}
    </li>
  );
}
