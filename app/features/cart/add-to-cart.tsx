import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { useOnDemand, warmUpNear } from "#app/components/use-on-demand.ts";
import type { Portions } from "#app/domain/catalogue/portions.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { addField, amountField, formatPieces, maxAmount } from "#app/domain/drafts/cart/amount.ts";
import { cartPath } from "#app/domain/drafts/cart/cart-on-every-page.ts";
import { loadCartPanel } from "./cart-button.tsx";
import { loadCart, useCart } from "./cart-context.tsx";
import { HowMuch } from "./how-much.tsx";

interface AddToCartProps {
  product: ProductSummary;
  /** The estimate and the promise for one pound or one piece. */
  estimateOfOne: string;
  portions?: Portions | null;
  /** Maximum amount and its description; null for no limit. */
  most?: { amount: number; words: string } | null;
}

const loadEstimates = () => import("#app/domain/drafts/cart/estimate.ts");

/**
 * Quantity, estimate and Add to Cart on the product page. "Added" is derived from the cart, so a
 * product that was removed there can be added again. Use the product's id as `key`.
 */
export function AddToCart({ product, estimateOfOne, portions, most }: AddToCartProps) {
  const { items, addItem, open } = useCart();
  const [chosen, setChosen] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const viewCart = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const line = items.find((item) => item.product.id === product.id);
  const isAdded = line !== undefined;
  const amount = line ? (line.pieces ?? line.quantity) : chosen;
  const pieces = formatPieces(product, amount);
  const isOne = amount === 1;
  // Loaded for the first amount but one; before, or if that fails, no promise is shown.
  const estimates = useOnDemand(loadEstimates, !isOne, () => {});
  const isKnown = isOne || estimates !== null;

  // The pressed button is now disabled, so the focus goes to the likely next step.
  useEffect(() => {
    if (isAdded && pressed.current) viewCart.current?.focus();
    pressed.current = false;
  }, [isAdded]);

  async function add(event: SubmitEvent) {
    event.preventDefault();
    // The bar's button stays, and leads to the cart.
    pressed.current = !bar.current?.contains(document.activeElement);
    setIsAdding(true);
    await addItem(product, { amount: chosen, toastTitle: "Added to cart!" });
    setIsAdding(false);
    setChosen(1);
  }

  return (
    <>
      {/* Without JavaScript, the form submits to the cart's page. */}
      <form
        id={addField}
        method="post"
        action={cartPath}
        onSubmit={add}
        {...warmUpNear(loadEstimates)}
        className="flex items-start gap-2 md:gap-3 print:hidden"
      >
        <QuantityStepper
          name={amountField}
          of={product.name}
          value={amount}
          onChange={setChosen}
          max={maxAmount(product)}
          unit={pieces ? undefined : "lb"}
          disabled={isAdded}
        />
        <Button
          type="submit"
          name={addField}
          value={product.id}
          size="lg"
          disabled={isAdded}
          pending={isAdding}
          {...warmUpNear(loadCart)}
          className="min-w-0 grow basis-0 max-md:px-3"
        >
          {isAdded ? "Added to Cart" : "Add to Cart"}
        </Button>
      </form>
      <p aria-live="polite" className="needs-script mt-3 text-sm print:hidden">
        {pieces && <strong className="block">{pieces}</strong>}
        {most && amount > most.amount && <b className="block text-oxblood">{most.words}</b>}
        <span className={isKnown ? undefined : "invisible"}>
          {isOne ? estimateOfOne : (estimates?.estimateOf(product, amount) ?? estimateOfOne)}
        </span>
      </p>
      {/* Reserve the space, so that the layout doesn't shift when the cart loads or changes. */}
      <div className="mt-3 grid min-h-11 grid-cols-[1fr_auto] gap-3 sm:grid-cols-2">
        {isAdded && (
          <>
            <ButtonLink to="/shop" variant="quiet">
              Continue shopping
            </ButtonLink>
            <Button
              ref={viewCart}
              variant="secondary"
              onClick={open}
              {...warmUpNear(loadCartPanel)}
            >
              View cart
            </Button>
          </>
        )}
      </div>
      {/* On phones, shown once the form is above the viewport (styles/parts.css). */}
      <div ref={bar} className="add-bar">
        <b>{product.name}</b>
        <Button
          type={isAdded ? "button" : "submit"}
          form={addField}
          name={addField}
          value={product.id}
          aria-label={isAdded ? "View cart" : `Add ${product.name} to cart`}
          onClick={isAdded ? open : undefined}
        >
          {isAdded ? "View cart" : "Add"}
        </Button>
      </div>
      {portions && (
        <HowMuch product={product} portions={portions} onUse={isAdded ? null : setChosen} />
      )}
    </>
  );
}
