import { clsx } from "clsx/lite";
import { pieceWeight } from "#app/domain/orders/order-quantity.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { type SummaryLine, seenPriceCents } from "./order-summary.ts";

interface OfferTextProps {
  unit: string;
  /** Present dollars per lb. */
  pricePerLb: string;
  /** The draft line, if any; an old price in it is struck out. */
  line: SummaryLine | undefined;
}

/** Shows a product's unit and price: "about 1.25 lb each · $24.99/lb · $55.09/kg". */
export function OfferText({ unit, pricePerLb, line }: OfferTextProps) {
  const pieceLb = pieceWeight(unit);
  const cents = toCents(pricePerLb);
  return (
    <>
      {pieceLb && (
        <>
          <span className="whitespace-nowrap">about {formatLb(Number(pieceLb))} each ·</span>{" "}
        </>
      )}
      {line?.isRepriced && (
        <>
          <s>{formatPricePerLb(seenPriceCents(line))}</s>{" "}
        </>
      )}
      <span className="whitespace-nowrap">
        <span className={clsx(line?.isRepriced && "font-semibold text-oxblood")}>
          {formatPricePerLb(cents)}
        </span>{" "}
        ·
      </span>{" "}
      <span className="whitespace-nowrap">{formatPricePerKg(cents)}</span>
    </>
  );
}
