import { X } from "lucide";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { Icon } from "#app/components/icon.tsx";
import { productPath } from "#app/domain/catalogue/category.ts";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import { formatPieces, maxAmount } from "#app/domain/drafts/cart/amount.ts";
import { amountOf, type CartItem, costOf } from "#app/domain/drafts/cart/cart.ts";
import { formatCents, formatPricePerLb } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";

interface CartLineProps {
  item: CartItem;
  /** No longer for sale: shown until removed, but not counted. */
  isUnavailable: boolean;
  /** The price has changed since it was added. */
  isRepriced: boolean;
  /** The quantity has changed with the way the product is sold. */
  isResized: boolean;
  onAmountChange: (amount: number) => void;
  onRemove: () => void;
  /** Called when the name's link is followed. */
  onLeave: () => void;
}

/**
 * One product in the drawer. The list item receives the focus when the line before it is removed.
 */
export function CartLine(props: CartLineProps) {
  const { item, isUnavailable, onAmountChange, onRemove, onLeave } = props;
  const { product } = item;
  const cents = product.centsPerLb;
  const pieces = formatPieces(product, amountOf(item));
  const change = changeOf(props);
  return (
    <li
      data-line={product.id}
      tabIndex={-1}
      className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 border-b border-rule py-5 first:pt-0 last:border-b-0"
    >
      <div className="row-span-2">
        <ProductThumbnail imageUrl={product.image} />
      </div>
      <Link
        to={productPath(product.category, product.slug)}
        onClick={onLeave}
        className="min-w-0 py-0.5 font-display leading-snug font-semibold wrap-break-word hover:text-oxblood"
      >
        {product.name}
      </Link>
      <button
        type="button"
        aria-label={`Remove ${product.name}`}
        onClick={onRemove}
        className={buttonClass({ variant: "quiet", size: "icon", className: "-mt-2.5 -mr-3" })}
      >
        <Icon of={X} className="size-4" />
      </button>
      <p className="col-span-2 -mt-3 text-sm text-ink-soft tabular-nums">
        {formatPricePerLb(cents)} · {formatPricePerKg(cents)}
        {change && <strong className="block text-oxblood">{change}</strong>}
      </p>
      <div className="col-span-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isUnavailable ? (
          <p className="font-semibold text-cancelled">No longer available</p>
        ) : (
          <>
            <QuantityStepper
              of={product.name}
              value={amountOf(item)}
              onChange={onAmountChange}
              max={maxAmount(product)}
              unit={pieces ? undefined : "lb"}
              size="sm"
            />
            <p className="ml-auto text-right font-semibold tabular-nums">
              {pieces && <span className="block text-sm font-normal text-ink-soft">{pieces}</span>}
              <span className="sr-only">Total </span>
              {formatCents(costOf(item).cents)}
            </p>
          </>
        )}
      </div>
    </li>
  );
}

function changeOf({ isRepriced, isResized }: CartLineProps): string | null {
  if (isResized) return isRepriced ? "Price and quantity updated" : "Quantity updated";
  return isRepriced ? "Price updated" : null;
}
