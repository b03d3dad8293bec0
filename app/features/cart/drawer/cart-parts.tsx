import { X } from "lucide";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { Icon } from "#app/components/icon.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import { productPath } from "#app/domain/catalogue/category.ts";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import type { PostalAnswer } from "#app/domain/delivery/postal/postal-answer.ts";
import type { LoadCartDelivery } from "#app/domain/delivery/postal/postal-question.ts";
import { formatPieces, maxAmount } from "#app/domain/drafts/cart/amount.ts";
import { clearCart, removeFromCart, setCartAmount } from "#app/domain/drafts/cart/browser-cart.ts";
import { amountOf, type CartItem, costOf } from "#app/domain/drafts/cart/cart.ts";
import { formatCents, formatPricePerLb } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { useCart } from "../cart-context.tsx";
import { EmptyCart } from "../empty-cart.tsx";
import { CartFoot, CartNotes } from "./cart-foot.tsx";

interface CartParts {
  lines: ReactNode;
  /** The part that stays visible; null for an empty cart. */
  footer: ReactNode;
}

/** Returns the parts of the browser's cart, for the drawer and for the cart's own page. */
export function useCartParts(loadDelivery: LoadCartDelivery, place: "drawer" | "page"): CartParts {
  const { items, unavailable, repriced, resized, close } = useCart();
  const [delivery, setDelivery] = useState<PostalAnswer>();
  const box = useOnDemand(loadDelivery, true, () => {});
  const { contents, focusAfterRemoving } = useFocusAfterRemoving(items.length);
  const lines = (
    <div ref={contents} tabIndex={-1} className="outline-none">
      {items.length === 0 ? (
        <EmptyCart underHead={place === "page"} onLeave={close} />
      ) : (
        <ul>
          {items.map((item, index) => (
            <CartLine
              key={item.product.id}
              item={item}
              isUnavailable={unavailable.has(item.product.id)}
              isRepriced={repriced.has(item.product.id)}
              isResized={resized.has(item.product.id)}
              onAmountChange={(amount) => setCartAmount(item.product.id, amount)}
              onRemove={() => {
                const neighbour = items[index + 1] ?? items[index - 1];
                focusAfterRemoving(neighbour?.product.id ?? null);
                removeFromCart(item.product.id);
              }}
              onLeave={close}
            />
          ))}
        </ul>
      )}
      {items.length > 0 && box && <box.CartDelivery onAnswer={setDelivery} onLeave={close} />}
      {items.length > 0 && (
        <CartNotes
          place={place}
          onClear={() => {
            focusAfterRemoving(null);
            clearCart();
          }}
        />
      )}
    </div>
  );
  const footer = items.length > 0 && (
    <CartFoot
      isOutOfArea={delivery?.isOpenToAll === false}
      postalCode={delivery?.postalCode ?? ""}
    />
  );
  return { lines, footer: footer || null };
}

/** Moves the focus, lost with a removed line, to the next line or to the text on the empty cart. */
function useFocusAfterRemoving(lineCount: number) {
  const contents = useRef<HTMLDivElement>(null);
  const next = useRef<{ id: string | null; from: number } | null>(null);

  useEffect(() => {
    if (!next.current || lineCount >= next.current.from) return;
    const { id } = next.current;
    next.current = null;
    const line = id && contents.current?.querySelector<HTMLElement>(`[data-line="${id}"]`);
    (line || contents.current)?.focus();
  }, [lineCount]);

  return {
    contents,
    focusAfterRemoving(id: string | null) {
      next.current = { id, from: lineCount };
    },
  };
}

interface CartLineProps {
  item: CartItem;
  /** No longer for sale; shown until removed, but not counted. */
  isUnavailable: boolean;
  /** The price has changed since it was added. */
  isRepriced: boolean;
  /** The quantity has changed with the way the product is sold. */
  isResized: boolean;
  onAmountChange: (amount: number) => void;
  onRemove: () => void;
  onLeave: () => void;
}

/** A product in the drawer. The item gets the focus when the line before it is removed. */
function CartLine(props: CartLineProps) {
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
