import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { controlClass, Field } from "#app/components/form/field.tsx";
import { productPath } from "#app/domain/catalogue/category.ts";
import { ProductThumbnail } from "#app/domain/catalogue/pictures/product-thumbnail.tsx";
import { formatPieces } from "#app/domain/drafts/cart/amount.ts";
import { amountOf, type CartItem, costOf, subtotalCents } from "#app/domain/drafts/cart/cart.ts";
import { cartPath } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { estimateText } from "#app/domain/drafts/cart/estimate.ts";
import { formatCents, formatPricePerLb } from "#app/lib/amounts/money.ts";
import { formatPricePerKg } from "#app/lib/amounts/weight.ts";
import { type CartAnswer, cartField } from "./cart-answer.ts";

interface CartFormProps {
  items: readonly CartItem[];
  answer: CartAnswer | undefined;
  /** True if only cards are accepted, since their form needs JavaScript. */
  isCardOnly: boolean;
}

/** The cart as a plain form, for browsers without JavaScript, which have no drawer. */
export function CartForm({ items, answer, isCardOnly }: CartFormProps) {
  const subtotal = subtotalCents(items);
  return (
    <form method="post" action={cartPath} className="gap-x-12 lg:grid lg:grid-cols-[1fr_22rem]">
      {/* Enter submits this button, which updates the cart, rather than one that removes a line. */}
      <button
        type="submit"
        name={cartField.intent}
        value="update"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
      />
      <ul>
        {items.map((item) => (
          <Line key={item.product.id} item={item} answer={answer} />
        ))}
      </ul>
      <div className="max-lg:mt-8">
        <p className="flex items-baseline justify-between gap-4 font-semibold">
          Subtotal
          <span className="font-display text-xl">{formatCents(subtotal)}</span>
        </p>
        <p className="text-sm">{estimateText(items.map(costOf))}</p>
        <p className="text-sm text-ink-soft">Shipping and taxes calculated at checkout</p>
        {isCardOnly && (
          <p className="mt-2 text-sm font-semibold">
            Orders are paid by card, and the card form needs JavaScript.
          </p>
        )}
        <Button type="submit" name={cartField.intent} value="checkout" className="mt-4 w-full">
          Checkout
        </Button>
        <Button
          type="submit"
          variant="secondary"
          name={cartField.intent}
          value="update"
          className="mt-2 w-full"
        >
          Update the amounts
        </Button>
        <div className="mt-2 grid grid-cols-[3fr_2fr] gap-2">
          <ButtonLink to="/shop" variant="secondary" className="px-2!">
            Continue Shopping
          </ButtonLink>
          <Button
            type="submit"
            variant="quiet"
            name={cartField.intent}
            value="clear"
            className="px-2!"
          >
            Clear Cart
          </Button>
        </div>
        <p className="mt-3 text-sm text-ink-soft">
          We currently ship across British Columbia{" "}
          <Link to="/faq#shipping" className="link inline-block py-1 text-ink">
            Learn More<span className="sr-only"> about shipping</span>
          </Link>
        </p>
      </div>
    </form>
  );
}

function Line({ item, answer }: { item: CartItem; answer: CartAnswer | undefined }) {
  const { product } = item;
  const { id, name } = product;
  const cents = product.centsPerLb;
  const pieces = formatPieces(product, amountOf(item));
  const field = cartField.amount(id);
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 border-b border-rule py-5 first:pt-0 last:border-b-0">
      <div className="row-span-2">
        <ProductThumbnail imageUrl={product.image} />
      </div>
      <Link
        to={productPath(product.category, product.slug)}
        className="min-w-0 py-0.5 font-display leading-snug font-semibold wrap-break-word hover:text-oxblood"
      >
        {name}
      </Link>
      <button
        type="submit"
        name={cartField.drop}
        value={id}
        aria-label={`Remove ${name}`}
        className={buttonClass({ variant: "quiet", size: "sm", className: "-mt-1.5 -mr-3.5" })}
      >
        Remove
      </button>
      <p className="col-span-2 -mt-3 text-sm text-ink-soft tabular-nums">
        {formatPricePerLb(cents)} · {formatPricePerKg(cents)}
      </p>
      <div className="col-span-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <Field
          label={
            <>
              {pieces ? "Pieces" : "Pounds"}
              <span className="sr-only"> of {name}</span>
            </>
          }
          error={answer?.errors?.[id] ?? null}
        >
          {(control) => (
            <input
              {...control}
              name={field}
              defaultValue={answer?.values?.[field] ?? String(amountOf(item))}
              inputMode={pieces ? "numeric" : "decimal"}
              autoComplete="off"
              maxLength={20}
              className={`${controlClass} max-w-32`}
            />
          )}
        </Field>
        <p className="ml-auto text-right font-semibold tabular-nums">
          {pieces && <span className="block text-sm font-normal text-ink-soft">{pieces}</span>}
          <span className="sr-only">Total </span>
          {formatCents(costOf(item).cents)}
        </p>
      </div>
    </li>
  );
}
