import { clsx } from "clsx/lite";
import { type KeyboardEvent, useState } from "react";
import { OfferText } from "#app/domain/drafts/offer-text.tsx";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import type { SummaryLine } from "#app/domain/drafts/order-summary.ts";
import type { GuideRow } from "#app/domain/guides/guide.ts";
import { orderField, wishFields } from "#app/domain/ordering/placing/order-form.ts";
import { isNone, unitOf } from "#app/domain/orders/order-quantity.ts";
import { noWish, type TypedWish, wishInWords, withWish } from "#app/domain/orders/wishes/wish.ts";
import { whyThisPrice } from "#app/domain/pricing/price-reason.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { Usual } from "./guide-parts.tsx";
import { PadQuantityInput } from "./pad-quantity-input.tsx";

interface OrderPadRowProps {
  product: OrderableProduct;
  line: SummaryLine | undefined;
  /** Other lines of the product, which are cut or packed differently. */
  others: readonly SummaryLine[];
  whose: "Your" | "Their";
  guideRow?: GuideRow | undefined;
  isLive: boolean;
  onType: (typed: string) => void;
  onSettle: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A product on the order pad: name, price, estimate and a box for pounds or pieces. */
export function OrderPadRow(props: OrderPadRowProps) {
  const { product, line, others, whose, guideRow, isLive, onType, onSettle, onKeyDown } = props;
  const [isTyping, setTyping] = useState(false);
  const [isZero, setZero] = useState(false);
  const { id, name } = product;
  const error = isTyping ? null : (line?.error ?? null);
  const errorId = `error-${id}`;
  const wish = line?.wish ?? product.usualWish ?? noWish;
  const why = [
    product.leftSaid,
    product.minLb && `At least ${formatLb(Number(product.minLb))}`,
    product.reason && whyThisPrice({ ...product, reason: product.reason }, whose),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <li
      className={clsx(
        "relative grid grid-cols-[1fr_auto] content-start items-center gap-x-4 border-b border-rule py-2.5",
        line && "before:absolute before:inset-y-0 before:-left-3 before:w-1 before:bg-oxblood",
      )}
    >
      {/* The same weight when picked: a bold name might wrap and move the boxes below. */}
      <p
        className={clsx("min-w-0 leading-snug wrap-break-word xl:self-end", line && "text-oxblood")}
      >
        {name}
      </p>
      {/* Below both in narrow columns; reserves room for the weight of pieces. */}
      <p
        className={clsx(
          "col-span-2 row-start-2 mt-1 flex flex-wrap content-start justify-between gap-x-4 text-sm text-ink-soft tabular-nums xl:col-span-1 xl:mt-0 xl:self-start",
          product.soldBy === "piece" && "min-h-[2lh]",
        )}
      >
        <span>
          <OfferText unit={unitOf(product)} pricePerLb={product.pricePerLb} line={line} />
        </span>
        {line && line.cents > 0 && (
          <strong className="font-semibold text-ink">
            {product.soldBy === "piece" && `About ${formatLb(line.pounds)}, `}
            {formatCents(line.cents)}
          </strong>
        )}
      </p>
      <PadQuantityInput
        id={`quantity-${id}`}
        name={orderField.quantity(id)}
        product={product}
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
        onKeyDown={onKeyDown}
      />
      {guideRow && (
        <Usual row={guideRow} isPicked={line !== undefined} isLive={isLive} onType={onType} />
      )}
      {/* Shown before it is picked, so that picking shifts no layout. */}
      {wishInWords(wish) && (
        <p className="col-span-2 mt-1 text-sm wrap-break-word">{wishInWords(wish)}</p>
      )}
      {others.map((other) => (
        <p key={other.key} className="col-span-2 mt-1 text-sm wrap-break-word text-oxblood">
          And {withWish(other.ordered, other.wish)}
          <HiddenLine line={other} />
        </p>
      ))}
      {why && <p className="col-span-2 mt-1 text-sm text-ink-soft">{why}</p>}
      <input type="hidden" name={orderField.unit(id)} value={unitOf(product)} />
      <input type="hidden" name={orderField.price(id)} value={product.pricePerLb} />
      <HiddenWish wish={wish} lineKey={id} />
      {line?.resold && (
        <p className="col-span-2 mt-1.5 text-sm font-semibold text-oxblood">
          {line.resold.charAt(0).toUpperCase() + line.resold.slice(1)}.
        </p>
      )}
      {isZero && (
        <p role="status" className="col-span-2 mt-1.5 text-sm text-ink-soft">
          {product.soldBy === "piece" ? "0 pieces" : "0 lb"}: not part of this order.
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

/** A line without a box here, for form submission without JavaScript. */
export function HiddenLine({ line }: { line: SummaryLine }) {
  const { key, quantity, unit, seenPricePerLb, name, wish } = line;
  return (
    <span hidden>
      <input type="hidden" name={orderField.quantity(key)} value={quantity} />
      <input type="hidden" name={orderField.unit(key)} value={unit} />
      <input type="hidden" name={orderField.price(key)} value={seenPricePerLb} />
      <input type="hidden" name={orderField.name(key)} value={name} />
      <HiddenWish wish={wish} lineKey={key} />
    </span>
  );
}

function HiddenWish({ wish, lineKey }: { wish: TypedWish; lineKey: string }) {
  return wishFields(wish, lineKey).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
