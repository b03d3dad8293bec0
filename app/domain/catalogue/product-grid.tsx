import type { ReactNode } from "react";
import type { ProductSummary } from "./product.ts";
import { ProductCard } from "./product-card.tsx";

interface ProductGridProps {
  products: ProductSummary[];
  headingAs?: "h2" | "h3";
  /**
   * True at the top of a page, so that the first image loads eagerly. The others load once the
   * browser knows which ones are visible.
   */
  priority?: boolean;
  action?: (product: ProductSummary) => ReactNode;
}

/** Products side by side. */
export function ProductGrid({ products, headingAs, priority = false, action }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id} className="card-unseen">
          <ProductCard
            product={product}
            headingAs={headingAs}
            priority={priority && index === 0}
            action={action?.(product)}
          />
        </li>
      ))}
    </ul>
  );
}
