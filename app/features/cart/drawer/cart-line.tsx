import { X } from "lucide";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { Icon } from "#app/components/icon.tsx";
import { productPath } from "#app/features/catalog/category.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { type CartItem, lineCents } from "../cart.ts";
import { maxQuantity } from "../cart-on-every-page.ts";
import { CartThumbnail } from "./cart-thumbnail.tsx";

interface CartLineProps {
  item: CartItem;
  /** No longer for sale: shown until removed, but not counted. */
  isUnavailable: boolean;
  /** The price has changed since it was added. */
  isRepriced: boolean;
  onQuantityChange: (quantity: number) => void;
  onRemove: () => void;
  /** The name's link was followed. */
  onLeave: () => void;
}

/**
 * One product in the drawer. The list item receives the focus when the line before it is removed.
 */
export function CartLine(props: CartLineProps) {
  const { item, isUnavailable, isRepriced, onQuantityChange, onRemove, onLeave } = props;
  const { product, quantity } = item;
  return (
    <li
      data-line={product.id}
      tabIndex={-1}
      className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 border-b border-rule py-5 first:pt-0 last:border-b-0"
    >
      <CartThumbnail product={product} />
      <div className="min-w-0">
        <Link
          to={productPath(product.category, product.slug)}
          onClick={onLeave}
          className="block py-0.5 font-display leading-snug font-semibold wrap-break-word hover:text-oxblood"
        >
          {product.name}
        </Link>
        <p className="text-sm text-ink-soft tabular-nums">
          {formatPricePerLb(toCents(product.price))}
          {isRepriced && <strong className="ml-2 text-oxblood">Price updated</strong>}
        </p>
      </div>
      <button
        type="button"
        aria-label={`Remove ${product.name}`}
        onClick={onRemove}
        className={buttonClass({ variant: "quiet", size: "icon", className: "-mt-2.5 -mr-3" })}
      >
        <Icon of={X} className="size-4" />
      </button>
      <div className="col-span-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {isUnavailable ? (
          <p className="font-semibold text-cancelled">No longer available</p>
        ) : (
          <>
            <QuantityStepper
              of={product.name}
              value={quantity}
              onChange={onQuantityChange}
              max={maxQuantity}
              mode="decimal"
              unit="lb"
              size="sm"
            />
            <p className="ml-auto font-semibold tabular-nums">
              <span className="sr-only">Total </span>
              {formatCents(lineCents(item))}
            </p>
          </>
        )}
      </div>
    </li>
  );
}
