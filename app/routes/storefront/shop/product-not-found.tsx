import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import type { Category } from "#db/schema/values/products.ts";
import { CategoryLinks } from "./category-links.tsx";

interface ProductNotFoundProps {
  category: Category | undefined;
}

/** For an unknown product URL, or a product that isn't currently sold. */
export function ProductNotFound({ category }: ProductNotFoundProps) {
  return (
    <div className="page-width">
      <EmptyState
        titleAs="h1"
        title="Product not found"
        action={<ButtonLink to="/shop">Return to shop</ButtonLink>}
      >
        <p>It may be sold out for the season, or the link may be mistyped.</p>
      </EmptyState>
      <CategoryLinks title="Other categories" except={category} limit={4} />
    </div>
  );
}
