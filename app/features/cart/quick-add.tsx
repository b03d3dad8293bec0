import { Button } from "#app/components/button.tsx";
import { warmUpNear } from "#app/components/use-on-demand.ts";
import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import { loadCart, useCart } from "./cart-context.tsx";

/** Adds one pound or one piece of a card's product to the cart. */
export function QuickAdd({ product }: { product: ProductSummary }) {
  const { addItem } = useCart();
  return (
    <Button
      size="sm"
      variant="secondary"
      className="needs-script"
      aria-label={`Add ${product.name} to cart`}
      onClick={() => addItem(product)}
      {...warmUpNear(loadCart)}
    >
      Add
    </Button>
  );
}
